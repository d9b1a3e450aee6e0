import { hash } from 'node:crypto'

/** What a row records: the opening, one step, or an end that came from outside. */
export type RowKind = 'opened' | 'stepped' | 'closed'

/** One row of an episode's log; `hash` covers previous hash, episode, position, kind, payload. */
export interface Row {
  readonly episode: string
  /** 0 for the opening; a step's row number is the `seq` that its caller used. */
  readonly position: number
  readonly kind: RowKind
  /** The stored JSON text, byte for byte. */
  readonly payload: string
  readonly previousHash: string
  readonly hash: string
}

/** The `previousHash` of an opening row. */
export const NO_HASH = ''

/** SHA-256, in hex, over (previous hash, episode, position, kind, stored payload bytes). */
export function rowHash(
  previousHash: string,
  episode: string,
  position: number,
  kind: RowKind,
  payload: string,
): string {
  return hash('sha256', `${previousHash}\n${episode}\n${position}\n${kind}\n${payload}`, 'hex')
}
