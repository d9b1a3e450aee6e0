import { parseListCursor } from '../store/list-cursor.ts'
import { Fault, shown } from '../wire/faults.ts'
import type { HostCore } from './core.ts'
import type { CursorScope } from './cursor-cipher.ts'
import { PAGE_MS } from './fair-reads.ts'
import { scanStore } from './operations/store-reads.ts'
import { type Caller, callerName, seesAll } from './principal.ts'

/**
 * Cursors of pages and news. Admins use the store's cursors. Other callers use ids of their own
 * episodes, and encrypted cursors that they got from this server. Any other text is refused,
 * because it could reveal facts about episodes of others.
 */

const cursorScope = (caller: Caller, list: string): CursorScope => ({
  principal: callerName(caller),
  list,
})

/** The cursor in the form that its caller receives. */
export const encodeCursor = (
  { cursors }: Pick<HostCore, 'cursors'>,
  caller: Caller,
  list: string,
  cursor: string,
): string => (seesAll(caller) ? cursor : cursors.seal(cursor, cursorScope(caller, list)))

/**
 * Decodes a cursor that a caller sends.
 *
 * @param member the name of the parameter
 * @throws Fault `request/invalid`
 */
export function decodeCursor(
  { cursors }: Pick<HostCore, 'cursors'>,
  caller: Caller,
  list: string,
  [member, text]: readonly [member: string, text: string],
): string {
  const cursor = seesAll(caller) ? text : cursors.open(text, cursorScope(caller, list))
  if (cursor === undefined) throw unknownCursor(member, text)
  return cursor
}

/**
 * The same, for parameters that accept an episode id too.
 *
 * @throws Fault `request/invalid`, also for episodes of others; `store/unavailable`
 */
export async function decodeCursorOrEpisode(
  core: Pick<HostCore, 'cursors' | 'fairReads' | 'store'>,
  caller: Caller,
  list: string,
  cursorMember: readonly [member: string, text: string],
): Promise<string> {
  const [member, text] = cursorMember
  const isAdmin = seesAll(caller)
  if (isAdmin && parseListCursor(text) !== undefined) return text
  if (await isVisibleEpisode(core, caller, text)) return text
  // The store begins at the first page if it does not know a cursor. A reader of pages would then
  // read its first episodes again, without a sign of it.
  if (isAdmin) throw unknownCursor(member, text)
  return decodeCursor(core, caller, list, cursorMember)
}

/** A list that is read in pages, and the cursor to start after. */
interface PageScan {
  readonly list: string
  readonly after: string | undefined
  /** Whether the page is full. */
  isEnough(): boolean
  /** Reads on from a cursor and returns the next one. */
  scan(from: { readonly after?: string }): Promise<string | null>
}

/**
 * Scans until the page is full, the list ends, or the time for a page is over.
 *
 * @returns the cursor of the next page in the caller's form; null after the last page. Ids of
 *   episodes are cursors too, and stay unchanged
 * @throws Fault `request/invalid` for cursors of others, and the errors of `scan`
 */
export async function scanForPage(
  core: HostCore,
  caller: Caller,
  { list, after, isEnough, scan }: PageScan,
): Promise<string | null> {
  const untilMs = core.nowMs() + PAGE_MS
  let next =
    after === undefined ? null : await decodeCursorOrEpisode(core, caller, list, ['after', after])
  do next = await scan(next === null ? {} : { after: next })
  while (next !== null && !isEnough() && core.nowMs() < untilMs)
  return next?.startsWith('@') ? encodeCursor(core, caller, list, next) : next
}

async function isVisibleEpisode(
  core: Pick<HostCore, 'fairReads' | 'store'>,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const owner = seesAll(caller) ? {} : { principal: callerName(caller) }
  const filter = { ids: [id], ...owner, limit: 1 }
  const page = await scanStore(core, caller, () => core.store.log.list(filter))
  return page.episodes.length > 0
}

function unknownCursor(member: string, text: string): Fault {
  const words = text.startsWith('ep_')
    ? 'is no episode that this caller sees; it may have been pruned'
    : 'is not a cursor that this caller received here'
  const message = `${member}: ${shown(text)} ${words}`
  const hint = 'Leave it out to start again, or send the cursor of the last answer unchanged.'
  return new Fault('request/invalid', message, { hint, details: { path: [member] } })
}
