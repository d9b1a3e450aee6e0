import { Fault, shown } from '../wire/faults.ts'
import type { HostCore } from './core.ts'
import type { CursorScope } from './cursor-cipher.ts'
import { PAGE_MS } from './fair-reads.ts'
import { scanStore } from './operations/reading.ts'
import { type Caller, callerName, seesAll } from './principal.ts'

/**
 * Where pages and news begin and go on. Admins name places as the store does. All others name their
 * own episodes, and what was sealed for them here: any other text would be a question about what
 * belongs to others.
 */

const scopeOf = (caller: Caller, list: string): CursorScope => ({
  principal: callerName(caller),
  list,
})

/** A place as its caller is told of it. */
export const encodeCursor = (
  { cursors }: Pick<HostCore, 'cursors'>,
  caller: Caller,
  list: string,
  cursor: string,
): string => (seesAll(caller) ? cursor : cursors.seal(cursor, scopeOf(caller, list)))

/**
 * The place that a caller names by what it was told.
 *
 * @param member the parameter that it stands in
 * @throws Fault `request/invalid`
 */
export function decodeCursor(
  { cursors }: Pick<HostCore, 'cursors'>,
  caller: Caller,
  list: string,
  [member, text]: readonly [member: string, text: string],
): string {
  const cursor = seesAll(caller) ? text : cursors.open(text, scopeOf(caller, list))
  if (cursor === undefined) throw unknownCursor(member, text)
  return cursor
}

/**
 * The same where an episode may stand for a place too.
 *
 * @throws Fault `request/invalid`, the same for others' episodes as for none; `store/unavailable`
 */
export async function decodeCursorOrEpisode(
  core: Pick<HostCore, 'cursors' | 'reads' | 'store'>,
  caller: Caller,
  list: string,
  given: readonly [member: string, text: string],
): Promise<string> {
  const [, text] = given
  if (!seesAll(caller) && (await isOwnEpisode(core, caller, text))) {
    return text
  }
  return decodeCursor(core, caller, list, given)
}

/** What is read page by page: under which name, and behind which place. */
interface PageScan {
  readonly list: string
  readonly after: string | undefined
  /** Whether the page that goes out has all that it may have. */
  isEnough(): boolean
  /** Reads on from a place, and gives the place behind that. */
  scan(from: { readonly after?: string }): Promise<string | null>
}

/**
 * Looks on until there is enough, or nothing more, or the time of a page is over.
 *
 * @returns the place of the next page as its caller may be told of it; null after the last
 * @throws Fault `request/invalid` for places of others, and what a look throws
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

async function isOwnEpisode(
  core: Pick<HostCore, 'reads' | 'store'>,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const filter = { ids: [id], principal: callerName(caller), limit: 1 }
  const page = await scanStore(core, caller, () => core.store.log.list(filter))
  return page.episodes.length > 0
}

function unknownCursor(member: string, text: string): Fault {
  const message = `${member}: ${shown(text)} is no place that this caller was told of here`
  const hint = 'Leave it out to begin anew, then send what the answer before said, unchanged.'
  return new Fault('request/invalid', message, { hint })
}
