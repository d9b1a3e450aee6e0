import type { JsonObject } from '../../sim/json.ts'
import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { readStages, type Stage } from '../../sim/phone/clock/stages.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import type { SeenClock, SeenStop } from './seen.ts'

/** Follows the time through a conversation, by what the agent is told and what things take. */
export class ClockReading {
  readonly #dialled: { readonly department: string; readonly at: Moment }[] = []
  readonly #stops: SeenStop[] = []
  #said: Moment | undefined
  #minutes = 0
  #queue: { readonly stop: SeenStop; readonly args: JsonObject } | undefined

  tell(now: Moment): void {
    this.#said = now
    this.#minutes = 0
  }

  pass(minutes: number): void {
    this.#minutes += minutes
  }

  /** Takes in what a call began with; what is left is what somebody said, undefined if nobody. */
  dial(args: JsonObject, content: string): string | undefined {
    const { stages, rest } = readStages(content)
    const at = this.#timeIn(stages)
    if (at === undefined) return content
    this.#queue = undefined
    this.pass(MINUTES.dialling)
    const stop = stages.find((stage) => stage.kind !== 'time')
    const [, connected] = /^Connected to (.+) at .+\.$/m.exec(rest) ?? []
    const department = stop?.at.department ?? connected
    if (department !== undefined) this.#dialled.push({ department, at })
    if (stop === undefined) return rest
    this.#stop(stop, at, args)
    return stop.kind === 'waited' ? rest : undefined
  }

  #stop(stage: Exclude<Stage, { kind: 'time' }>, at: Moment, args: JsonObject): void {
    const seen: SeenStop = {
      ...stage.at,
      phoneNumber: String(args.phone_number ?? ''),
      at,
      hours: stage.kind === 'closed' ? stage.hours : '',
      minutes: stage.kind === 'closed' ? 0 : stage.minutes,
      isWaited: stage.kind === 'waited',
    }
    this.#stops.push(seen)
    if (stage.kind === 'waited') this.pass(stage.minutes)
    if (stage.kind === 'queue') this.#queue = { stop: seen, args }
  }

  /** The end of a queue: what was asked there, and what is heard now; undefined in no queue. */
  answered(content: string): { readonly args: JsonObject; readonly rest: string } | undefined {
    const queue = this.#queue
    const { stages, rest } = readStages(content)
    if (queue === undefined || this.#timeIn(stages) === undefined) return undefined
    this.#queue = undefined
    this.#stops[this.#stops.indexOf(queue.stop)] = { ...queue.stop, isWaited: true }
    return { args: queue.args, rest }
  }

  #timeIn(stages: readonly Stage[]): Moment | undefined {
    const [first] = stages
    if (first?.kind !== 'time') return undefined
    this.tell(first.at)
    return first.at
  }

  hangUp(): void {
    this.#queue = undefined
  }

  get isQueueing(): boolean {
    return this.#queue !== undefined
  }

  get seen(): SeenClock {
    return {
      now: this.#said === undefined ? undefined : this.#said + this.#minutes,
      minutes: this.#minutes,
      dialled: this.#dialled,
      stops: this.#stops,
      queue: this.#queue?.stop,
    }
  }
}
