import type { EpisodeLog } from '../store/episode-log.ts'
import { Fault, shown } from '../wire/faults.ts'
import type { HostCore } from './core.ts'
import { storeFault } from './operations/rows.ts'
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
  core: Pick<HostCore, 'places' | 'store'>,
  caller: Caller,
  reading: string,
  given: readonly [member: string, text: string],
): Promise<string> {
  const [, text] = given
  if (!seesAll(caller) && (await isOwnEpisode(core.store.log, callerName(caller), text))) {
    return text
  }
  return toldPlace(core, caller, reading, given)
}

async function isOwnEpisode(log: EpisodeLog, principal: string, id: string): Promise<boolean> {
  try {
    return (await log.list({ ids: [id], principal, limit: 1 })).episodes.length > 0
  } catch (error) {
    throw storeFault(error)
  }
}

function unknownPlace(member: string, text: string): Fault {
  const message = `${member}: ${shown(text)} is no place that this caller was told of here`
  const hint = 'Leave it out to begin anew, then send what the answer before said, unchanged.'
  return new Fault('request/invalid', message, { hint })
}
