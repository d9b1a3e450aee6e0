import { canonicalJson, type JsonObject } from '../../../src/sim/json.ts'
import type { StoredRow } from '../../../src/store/event-store.ts'

/** One call of a story, without the ids that differ from play to play. */
export interface Operation {
  readonly method: 'episode.open' | 'episode.step' | 'episode.fork' | 'episode.close'
  /** Which of the story's episodes it is about; a fork makes a new one of the first. */
  readonly part: number
  readonly params: JsonObject
  /** The undisturbed server's answer, as `comparable` writes it. */
  readonly answer: string
  /** Rows of the part's log when it is done. */
  readonly rows: number
}

/** What an undisturbed server has in store of one episode. */
export interface Twin {
  /** Payloads, as `comparablePayload` writes them. */
  readonly payloads: readonly string[]
  /** Sum of rewards, in thousandths. */
  readonly total: number
  readonly endReason: string | null
}

/**
 * A fixed sequence of calls on an episode, and perhaps on a fork of it, with the answers and logs
 * of a server to which nothing happened: the undisturbed twin of every play of the story.
 */
export interface Story {
  readonly operations: readonly Operation[]
  readonly twins: readonly Twin[]
}

const OWN_TO_A_PLAY = new Set(['episode_id', 'resume_key', 'view_key', 'baseline'])

/** An answer as text, without the ids, keys and running means that are a play's own. */
export function comparable(answer: object): string {
  const text = JSON.stringify(answer, (name, value) =>
    OWN_TO_A_PLAY.has(name) ? undefined : value,
  )
  return canonicalJson(JSON.parse(text) as JsonObject)
}

/** A stored payload, byte for byte; of a fork's opening without what names its parent. */
export function comparablePayload({ kind, payload }: Pick<StoredRow, 'kind' | 'payload'>): string {
  if (kind !== 'opened') return payload
  const opening = JSON.parse(payload) as { parent: { position: number } | null }
  if (opening.parent === null) return payload
  const { position } = opening.parent
  return JSON.stringify({ ...opening, parent: { position }, request_digest: '' })
}

/** Two texts where they begin to differ, for people. */
export function firstDifference(expected: string, given: string): string {
  let at = 0
  while (at < expected.length && expected[at] === given[at]) at += 1
  const from = Math.max(0, at - 40)
  return `…${given.slice(from, at + 120)}… instead of …${expected.slice(from, at + 120)}…`
}
