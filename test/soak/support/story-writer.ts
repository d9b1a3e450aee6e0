import type { DataSet } from '../../../src/datasets/data-set.ts'
import { assistantMessage } from '../../../src/env/assistant-message.ts'
import type { Action, AssistantMessage, ChatMessage } from '../../../src/env/message.ts'
import type { AnyEnvironment } from '../../../src/env/plugin.ts'
import type { PublicEvent } from '../../../src/env/public-event.ts'
import { findEnvironment } from '../../../src/env/registry.ts'
import type { BaseTask } from '../../../src/env/task-data.ts'
import { sampledTurns, solutionTurn } from '../../../src/env/usual-players.ts'
import type { JsonObject } from '../../../src/sim/json.ts'
import { type RandomStream, stream } from '../../../src/sim/random.ts'
import { openStore } from '../../../src/store/open.ts'
import type { RawSocket } from './raw-socket.ts'
import { comparable, comparablePayload, type Operation, type Story, type Twin } from './story.ts'

/** Where stories are written. */
export interface Writing {
  readonly socket: RawSocket
  /** The data sets that the server serves. */
  readonly dataSets: readonly DataSet[]
  readonly seed: number
}

/** A story whose logs are still to be read. */
interface Draft {
  readonly ids: readonly string[]
  readonly operations: readonly Operation[]
}

interface Part {
  readonly id: string
  readonly transcript: (ChatMessage | AssistantMessage)[]
  readonly events: PublicEvent[]
  nextSeq: number
  over: boolean
}

type Result = JsonObject & {
  readonly messages: readonly ChatMessage[]
  readonly info?: { readonly events?: readonly PublicEvent[] }
}

const STORIES_AT_ONCE = 32

/** Plays stories on a server to which nothing happens. Every story follows from seed and number. */
export async function draftStories(writing: Writing, count: number): Promise<Draft[]> {
  const drafts: Draft[] = []
  let next = 0
  const write = async (): Promise<void> => {
    while (next < count) {
      const number = next
      next += 1
      drafts[number] = await new StoryWriter(writing, number).write()
    }
  }
  await Promise.all(Array.from({ length: STORIES_AT_ONCE }, write))
  return drafts
}

/** Adds what the undisturbed server has in store to its stories; the server may run or not. */
export async function finishStories(drafts: readonly Draft[], db: string): Promise<Story[]> {
  const store = await openStore({ path: db, create: false })
  const twinOf = async (id: string): Promise<Twin> => {
    const stored = await store.log.load(id)
    if (stored === undefined) throw new Error(`the twin has no episode ${id}`)
    const { total, endReason } = stored.summary
    return { payloads: stored.rows.map(comparablePayload), total, endReason }
  }
  const stories: Story[] = []
  for (const { ids, operations } of drafts) {
    stories.push({ operations, twins: await Promise.all(ids.map(twinOf)) })
  }
  await store.close()
  return stories
}

class StoryWriter {
  readonly #writing: Writing
  readonly #random: RandomStream
  readonly #environment: AnyEnvironment
  readonly #dataSet: DataSet
  readonly #task: BaseTask & JsonObject
  readonly #skill: number
  readonly #parts: Part[] = []
  readonly #operations: Operation[] = []
  readonly #key: string

  constructor(writing: Writing, number: number) {
    this.#writing = writing
    this.#key = `twin-${number}`
    this.#random = stream(writing.seed, number, 'story')
    const env = number % 2 === 0 ? 'phone-call-v2' : 'mock-v1'
    const dataSet = writing.dataSets.find(({ environment }) => environment === env)
    const environment = findEnvironment(env)
    if (dataSet === undefined || environment === undefined) throw new Error(`no data for ${env}`)
    this.#environment = environment
    this.#dataSet = dataSet
    this.#task = dataSet.task('train', this.#random.integer(0, 99)) as BaseTask & JsonObject
    // From players who know everything to those who know nothing.
    this.#skill = this.#random.pick([0, 0.4, 0.9, 1])
  }

  async write(): Promise<Draft> {
    const random = this.#random
    await this.#open()
    const forkAfter = random.chance(0.3) ? random.integer(0, 4) : -1
    const turns = random.integer(4, 16)
    for (let turn = 0; turn < turns; turn++) {
      if (turn === forkAfter) await this.#fork()
      const playing = this.#parts.flatMap(({ over }, part) => (over ? [] : [part]))
      if (playing.length === 0) break
      await this.#step(random.pick(playing))
    }
    for (const [part, { over }] of this.#parts.entries()) {
      // Closing one that is over is allowed, and some are left open for good.
      if (random.chance(over ? 0.2 : 0.9)) await this.#close(part)
    }
    return { ids: this.#parts.map(({ id }) => id), operations: this.#operations }
  }

  async #open(): Promise<void> {
    const { split, index } = this.#task
    const seed = this.#environment.usesSeed ? { seed: this.#random.integer(0, 1_000) } : {}
    const params = { env: this.#environment.id, split, index, labels: { run: 'soak' }, ...seed }
    const own = { ...params, open_key: this.#key }
    const result = await this.#call('episode.open', own)
    this.#begin(result)
    this.#operations.push({
      method: 'episode.open',
      part: 0,
      params,
      answer: comparable(result),
      rows: 1,
    })
  }

  async #fork(): Promise<void> {
    const [first] = this.#parts as [Part]
    const most = first.over ? first.nextSeq - 2 : first.nextSeq - 1
    const seeded = this.#environment.usesSeed && this.#random.chance(0.5)
    const params = { position: this.#random.integer(0, most), ...(seeded ? { seed: 77 } : {}) }
    const own = { ...params, episode_id: first.id, open_key: `${this.#key}-fork` }
    const result = await this.#call('episode.fork', own)
    const part = this.#begin(result)
    const rows = params.position + 1
    const answer = comparable(result)
    this.#operations.push({ method: 'episode.fork', part, params, answer, rows })
  }

  async #step(part: number): Promise<void> {
    const played = this.#parts[part] as Part
    const action = this.#choose(played)
    const params = { seq: played.nextSeq, action: action as unknown as JsonObject }
    const result = await this.#call('episode.step', { ...params, episode_id: played.id })
    played.transcript.push(assistantMessage(action), ...result.messages)
    played.events.push(...(result.info?.events ?? []))
    played.nextSeq += 1
    played.over = result.terminated === true || result.truncated === true
    const rows = played.nextSeq
    const operation: Operation = {
      method: 'episode.step',
      part,
      params,
      answer: comparable(result),
      rows,
    }
    this.#operations.push(operation)
    // A repeated step gets the recorded answer, and the log no second row.
    if (this.#random.chance(0.05)) this.#operations.push(operation)
  }

  async #close(part: number): Promise<void> {
    const closed = this.#parts[part] as Part
    const reason = this.#random.pick(['client_closed', 'token_budget', 'turn_budget'])
    const result = await this.#call('episode.close', { reason, episode_id: closed.id })
    this.#operations.push({
      method: 'episode.close',
      part,
      params: { reason },
      answer: comparable(result),
      rows: closed.nextSeq + (closed.over ? 0 : 1),
    })
  }

  #choose(seen: Part): Action {
    const random = this.#random
    const action = random.chance(this.#skill)
      ? solutionTurn(this.#environment, this.#task, this.#dataSet.world, seen)
      : random.pick(sampledTurns(this.#environment, seen, random))
    if (!('tool_calls' in action) || action.tool_calls?.[0]?.function.name !== 'read_code') {
      return action
    }
    // Some effects are under way when the server is killed.
    const call = action.tool_calls[0]
    const milliseconds = random.integer(0, 40)
    const slow = { ...call.function, arguments: { milliseconds } }
    return { ...action, tool_calls: [{ ...call, function: slow }] }
  }

  #begin(result: Result): number {
    const { episode_id, messages, info, next_seq } = result
    this.#parts.push({
      id: String(episode_id),
      transcript: [...messages],
      events: [...(info?.events ?? [])],
      nextSeq: Number(next_seq),
      over: false,
    })
    return this.#parts.length - 1
  }

  async #call(method: string, params: JsonObject): Promise<Result> {
    return (await this.#writing.socket.result(method, params)) as Result
  }
}
