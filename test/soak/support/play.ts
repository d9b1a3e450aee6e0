import { assistantMessage } from '../../../src/env/assistant-message.ts'
import type { ClosedPayload, OpenedPayload, SteppedPayload } from '../../../src/env/log.ts'
import { canonicalJson, type JsonObject } from '../../../src/sim/json.ts'
import type { StoredEpisode } from '../../../src/store/event-store.ts'
import type { Call } from './raw-socket.ts'
import {
  comparable,
  comparablePayload,
  firstDifference,
  type Operation,
  type Story,
} from './story.ts'

/**
 * One play of a story and what its player was told: the bookkeeping of what is acknowledged. The
 * next operation may have been done already when its answer was lost.
 */
export class Play {
  readonly name: string
  readonly story: Story
  /** The ids of the story's episodes, as far as they are known. */
  readonly ids: string[] = []
  #done = 0

  /** @param name its open keys begin with it */
  constructor(name: string, story: Story) {
    this.name = name
    this.story = story
  }

  /** Operations acknowledged so far. */
  get done(): number {
    return this.#done
  }

  get next(): Operation | undefined {
    return this.story.operations[this.#done]
  }

  /** The next operation as a call. */
  call(operation: Operation): Call {
    const { method, part, params } = operation
    if (method === 'episode.open') return { method, params: { ...params, open_key: this.name } }
    if (method === 'episode.fork') {
      const own = { episode_id: this.#id(0), open_key: `${this.name}/${part}` }
      return { method, params: { ...params, ...own } }
    }
    return { method, params: { ...params, episode_id: this.#id(part) } }
  }

  /** Takes the answer to the next operation. @throws Error if it is not the twin's */
  take(operation: Operation, result: JsonObject): void {
    const given = comparable(result)
    if (given !== operation.answer) {
      const { method, part } = operation
      const what = firstDifference(operation.answer, given)
      throw new Error(`${this.#place(part)}: ${method} (call ${this.#done + 1}) answered ${what}`)
    }
    if (operation.part === this.ids.length) this.ids.push(String(result.episode_id))
    this.#done += 1
  }

  /** Notes the next operation, which made an episode, as acknowledged by a client's word. */
  takeEpisode(id: string): void {
    this.ids.push(id)
    this.#done += 1
  }

  /** Rows of a part's log that were acknowledged. */
  rowsTold(part: number): number {
    const told = this.story.operations.slice(0, this.#done).filter((one) => one.part === part)
    return told.at(-1)?.rows ?? 0
  }

  /**
   * Compares what the store has of a part with what was told, row by row.
   *
   * @throws Error naming the first row that is missing, too many or different
   */
  checkStored(part: number, stored: StoredEpisode | undefined): void {
    const place = this.#place(part)
    const told = this.rowsTold(part)
    const { next } = this
    const most = next?.part === part ? Math.max(told, next.rows) : told
    const rows = stored?.rows ?? []
    const { payloads, total, endReason } = this.story.twins[part] as Story['twins'][number]
    if (rows.length < told || rows.length > most) {
      const range = most === told ? `${told}` : `${told} to ${most}`
      throw new Error(`${place}: ${rows.length} rows are stored, acknowledged were ${range}`)
    }
    for (const [position, row] of rows.entries()) {
      const expected = payloads[position] ?? ''
      const given = comparablePayload(row)
      if (given !== expected) {
        throw new Error(`${place}: row ${position} is ${firstDifference(expected, given)}`)
      }
    }
    if (rows.length !== payloads.length || stored === undefined) return
    const { summary } = stored
    if (summary.total !== total || summary.endReason !== endReason) {
      const given = `${summary.total}, ${summary.endReason}`
      throw new Error(`${place}: total and end are ${given}, the twin's ${total}, ${endReason}`)
    }
  }

  /**
   * Compares the answer to `episode.resume` with what was told: where the episode stands, and its
   * whole conversation.
   */
  checkResumed(part: number, result: JsonObject): void {
    const told = this.rowsTold(part)
    const most = this.next?.part === part ? Math.max(told, this.next.rows) : told
    const rows = Number(result.next_seq)
    if (rows < told || rows > most) {
      throw new Error(`${this.#place(part)}: resumed at ${rows} rows, told ${told} to ${most}`)
    }
    const { payloads } = this.story.twins[part] as Story['twins'][number]
    const expected = canonicalJson(conversation(payloads.slice(0, rows)))
    const given = canonicalJson(result.messages)
    if (given === expected) return
    throw new Error(`${this.#place(part)}: resumed with ${firstDifference(expected, given)}`)
  }

  #id(part: number): string {
    const id = this.ids[part]
    if (id === undefined) throw new Error(`${this.name}: part ${part} is not open yet`)
    return id
  }

  #place = (part: number): string => `play ${this.name}, episode ${this.ids[part] ?? part}`
}

/** The messages of an episode with these rows. */
function conversation(payloads: readonly string[]): JsonObject[] {
  return payloads.flatMap((text, position) => {
    const payload = JSON.parse(text) as OpenedPayload | SteppedPayload | ClosedPayload
    const said = 'action' in payload ? [assistantMessage(payload.action)] : []
    // What closes an episode from outside says nothing to the agent.
    const heard = position === 0 || 'action' in payload ? payload.messages : []
    return [...said, ...heard] as unknown as JsonObject[]
  })
}
