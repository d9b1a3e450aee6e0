import { readTerms } from '../../store/transcripts/words.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { scanForPage } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { type Caller, listedPrincipal } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { toConditions } from './list-episodes.ts'
import { scanStore } from './store-reads.ts'

/**
 * The newest episodes that contain the given words. There is no index of words. Episodes that match
 * the conditions are read piece by piece, and a page is returned when its time is over.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for no words and for
 *   cursors of others
 */
export async function searchSaid(
  core: HostCore,
  caller: Caller,
  { q: words, after, limit, ...query }: CheckedParams<'search.said'>,
): Promise<Result<'search.said'>> {
  if (readTerms(words).length === 0) throw noWords(words)
  const conditions = toConditions(query, listedPrincipal(caller, query.principal))
  const matches: Result<'search.said'>['found'] = []
  let looked = 0
  const scan = async (from: { readonly after?: string }): Promise<string | null> => {
    const remainingQuery = {
      ...conditions,
      ...from,
      words,
      limit: limit - matches.length,
      budgetMs: READ_MS,
    }
    const page = await scanStore(core, caller, () =>
      core.store.log.searchTranscripts(remainingQuery),
    )
    const nowMs = core.store.nowMs()
    for (const { episode, places } of page.found) {
      matches.push({
        episode: summaryResult(episode, nowMs),
        places: places.map(({ ranges, ...match }) => ({
          ...match,
          ranges: ranges.map(([start, end]): [number, number] => [start, end]),
        })),
      })
    }
    looked += page.looked
    return page.next
  }
  const isEnough = (): boolean => matches.length >= limit
  const next = await scanForPage(core, caller, { list: 'search.said', after, isEnough, scan })
  return { found: matches, looked, next }
}

function noWords(words: string): Fault {
  const hint = 'Give words, "a phrase" or the beginning of a word with * behind it.'
  return new Fault('request/invalid', `q: ${shown(words)} has no words`, { hint })
}
