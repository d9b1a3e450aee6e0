import { createHash } from 'node:crypto'

/**
 * One model call of an episode, as it is stored. The rows of an episode have a hash chain of their
 * own, which replay does not read.
 */
export interface CallRow {
  readonly episode: string
  /** 0 for the episode's first model call. */
  readonly call: number
  /** `''` for the first model call. */
  readonly previousHash: string
  readonly hash: string
  /** Request and answer; see `src/server/gateway/call-body.ts`. */
  readonly body: Uint8Array
}

/** The model calls of all episodes. All errors are `StoreError`s. */
export interface CallLog {
  /** Whether other servers append as well. */
  readonly isShared: boolean
  /**
   * Stores the next call of an episode. `conflict`: another writer stored this call first, or the
   * episode is missing. Storing the same row again is no conflict.
   */
  append(row: CallRow): Promise<'stored' | 'conflict'>
  /** The calls of an episode from an index on (default 0), up to a maximum (default all). */
  load(episode: string, from?: number, most?: number): Promise<readonly CallRow[]>
}

/** SHA-256, in hex, over (previous hash, episode, call, stored bytes). */
export function callHash({ previousHash, episode, call, body }: Omit<CallRow, 'hash'>): string {
  return createHash('sha256')
    .update(`${previousHash}\n${episode}\n${call}\n`)
    .update(body)
    .digest('hex')
}

/** The row of a body that follows another, or that is the episode's first. */
export function nextCall(
  episode: string,
  previous: Pick<CallRow, 'call' | 'hash'> | undefined,
  body: Uint8Array,
): CallRow {
  const call = previous === undefined ? 0 : previous.call + 1
  const row = { episode, call, previousHash: previous?.hash ?? '', body }
  return { ...row, hash: callHash(row) }
}

/** A row of the table of calls. */
export type StoredCall = Pick<CallRow, 'call' | 'hash' | 'body'>

/** The rows from a call on. `records` are in order, and begin with the call before, if any. */
export const toCallRows = (
  episode: string,
  records: readonly StoredCall[],
  from: number,
): CallRow[] =>
  records
    .map(({ call, hash, body }, index) => ({
      ...{ episode, call, hash, body },
      previousHash: records[index - 1]?.hash ?? '',
    }))
    .filter(({ call }) => call >= from)

/** The defects of the stored calls of an episode, one sentence each. */
export function callProblems(rows: readonly CallRow[]): string[] {
  return rows.flatMap((row, index) => {
    const location = `episode ${row.episode}: model call ${row.call}`
    if (row.call !== index) return [`${location} stands where ${index} should`]
    return row.hash === callHash(row) ? [] : [`${location} does not fit its hash`]
  })
}
