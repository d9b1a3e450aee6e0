import { hash } from 'node:crypto'
import type { RowKind } from './event-store.ts'

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
