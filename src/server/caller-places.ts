import { Fault, shown } from '../wire/faults.ts'
import type { HostCore } from './core.ts'
import { PAGE_MS } from './fair-reads.ts'
import { looking } from './operations/reading.ts'
import type { PlaceUse } from './place-seal.ts'
import { type Caller, callerName, seesAll } from './principal.ts'

/**
 * Where pages and news begin and go on. Admins name places as the store does. All others name their
 * own episodes, and what was sealed for them here: any other text would be a question about what
 * belongs to others.
 */

const useOf = (caller: Caller, reading: string): PlaceUse => ({
  principal: callerName(caller),
  reading,
})

/** A place as its caller is told of it. */
export const placeFor = (
  { places }: Pick<HostCore, 'places'>,
  caller: Caller,
  reading: string,
  place: string,
): string => (seesAll(caller) ? place : places.seal(place, useOf(caller, reading)))

/**
 * The place that a caller names by what it was told.
 *
 * @param member the parameter that it stands in
 * @throws Fault `request/invalid`
 */
export function toldPlace(
  { places }: Pick<HostCore, 'places'>,
  caller: Caller,
  reading: string,
  [member, text]: readonly [member: string, text: string],
): string {
  const place = seesAll(caller) ? text : places.open(text, useOf(caller, reading))
  if (place === undefined) throw unknownPlace(member, text)
  return place
}

/**
 * The same where an episode may stand for a place too.
 *
 * @throws Fault `request/invalid`, the same for others' episodes as for none; `store/unavailable`
 */
export async function episodePlace(
  core: Pick<HostCore, 'places' | 'reads' | 'store'>,
  caller: Caller,
  reading: string,
  given: readonly [member: string, text: string],
): Promise<string> {
  const [, text] = given
  if (!seesAll(caller) && (await isOwnEpisode(core, caller, text))) {
    return text
  }
  return toldPlace(core, caller, reading, given)
}

/** What is read page by page: under which name, and behind which place. */
interface Pages {
  readonly reading: string
  readonly after: string | undefined
  /** Whether the page that goes out has all that it may have. */
  isEnough(): boolean
  /** Reads on from a place, and gives the place behind that. */
  look(from: { readonly after?: string }): Promise<string | null>
}

/**
 * Looks on until there is enough, or nothing more, or the time of a page is over.
 *
 * @returns the place of the next page as its caller may be told of it; null after the last
 * @throws Fault `request/invalid` for places of others, and what a look throws
 */
export async function lookThrough(
  core: HostCore,
  caller: Caller,
  { reading, after, isEnough, look }: Pages,
): Promise<string | null> {
  const untilMs = core.nowMs() + PAGE_MS
  let next =
    after === undefined ? null : await episodePlace(core, caller, reading, ['after', after])
  do next = await look(next === null ? {} : { after: next })
  while (next !== null && !isEnough() && core.nowMs() < untilMs)
  return next?.startsWith('@') ? placeFor(core, caller, reading, next) : next
}

async function isOwnEpisode(
  core: Pick<HostCore, 'reads' | 'store'>,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const filter = { ids: [id], principal: callerName(caller), limit: 1 }
  const page = await looking(core, caller, () => core.store.log.list(filter))
  return page.episodes.length > 0
}

function unknownPlace(member: string, text: string): Fault {
  const message = `${member}: ${shown(text)} is no place that this caller was told of here`
  const hint = 'Leave it out to begin anew, then send what the answer before said, unchanged.'
  return new Fault('request/invalid', message, { hint })
}
