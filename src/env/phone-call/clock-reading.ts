import type { JsonObject } from '../../sim/json.ts'
import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { MENU, readStages, type Stage } from '../../sim/phone/clock/stages.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import type { SeenClock, SeenStop } from './seen.ts'

type Stop = Exclude<Stage, { kind: 'time' | 'passed' }>

/** Whom a call reaches, and whether they know what was said. */
interface Reached {
  readonly args: JsonObject
  readonly isTold: boolean
}

/** A call, and what somebody said on it; undefined where nobody did. */
interface Dialled extends Reached {
  readonly rest: string | undefined
}

/** Follows the time through a conversation, by what the agent is told and what things take. */
export class ClockReading {
  readonly #dialled: { readonly department: string; readonly at: Moment }[] = []
  readonly #stops: SeenStop[] = []
  readonly #transfers: { readonly from: string; readonly to: string }[] = []
  #said: Moment | undefined
  #minutes = 0
  #queue: { readonly stop: SeenStop; readonly reached: Reached } | undefined

  tell(now: Moment): void {
    this.#said = now
    this.#minutes = 0
  }

  pass(minutes: number): void {
    this.#minutes += minutes
  }

  /** Takes in what a call began with. */
  dial(args: JsonObject, content: string): Dialled {
    const { stages, rest } = readStages(content)
    const at = this.#timeIn(stages)
    if (at === undefined) return { args, rest: content, isTold: true }
    this.#queue = undefined
    this.pass(MINUTES.dialling)
    const passed = stages.find((stage) => stage.kind === 'passed')
    const stop = stages.find((stage) => stage.kind !== 'time' && stage.kind !== 'passed')
    const [, connected] = /^Connected to (.+) at .+\.$/m.exec(rest) ?? []
    const department = stop?.at.department ?? connected
    if (department !== undefined) this.#dialled.push({ department, at })
    const reached = this.#pass(passed, args)
    if (stop === undefined) return { ...reached, rest }
    this.#stop(stop, at, reached)
    return stop.kind === 'waited' ? { ...reached, rest } : { ...reached, rest: undefined }
  }

  /** Whom a call reaches that was put through. */
  #pass(passed: Extract<Stage, { kind: 'passed' }> | undefined, args: JsonObject): Reached {
    if (passed === undefined) return { args, isTold: true }
    const { from, to } = passed
    const isMenu = from === MENU
    this.pass(isMenu ? MINUTES.menu : MINUTES.transfer)
    if (!isMenu) this.#transfers.push({ from, to: to.department })
    return { args: { ...args, phone_number: to.number }, isTold: to.isTold }
  }

  #stop(stage: Stop, at: Moment, reached: Reached): void {
    const seen: SeenStop = {
      ...stage.at,
      phoneNumber: String(reached.args.phone_number ?? ''),
      at,
      hours: stage.kind === 'closed' ? stage.hours : '',
      minutes: stage.kind === 'closed' ? 0 : stage.minutes,
      isWaited: stage.kind === 'waited',
    }
    this.#stops.push(seen)
    if (stage.kind === 'waited') this.pass(stage.minutes)
    if (stage.kind === 'queue') this.#queue = { stop: seen, reached }
  }

  /** The end of a queue: what was asked there, and what is heard now; undefined in no queue. */
  answered(content: string): (Reached & { readonly rest: string }) | undefined {
    const queue = this.#queue
    const { stages, rest } = readStages(content)
    if (queue === undefined || this.#timeIn(stages) === undefined) return undefined
    this.#queue = undefined
    this.#stops[this.#stops.indexOf(queue.stop)] = { ...queue.stop, isWaited: true }
    return { ...queue.reached, rest }
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
      transfers: this.#transfers,
      queue: this.#queue?.stop,
    }
  }
}
