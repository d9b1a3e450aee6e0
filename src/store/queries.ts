import { EpisodeLister, type ScanSource } from './episode-lister.ts'
import type { EpisodeFilter } from './episode-log.ts'
import { type GroupSource, listGroups } from './group-lister.ts'
import { type NewsSource, readNews } from './news.ts'
import { readTally, type TallySource } from './tally.ts'
import { searchTranscripts, type TranscriptSource } from './transcripts/search.ts'

/** The reads of a database that the queries are made of. */
export interface EpisodeSource
  extends ScanSource,
    GroupSource,
    NewsSource,
    TallySource,
    Omit<TranscriptSource, 'list'> {}

/**
 * The queries that may take long, by name. Their arguments and results can be sent to another
 * thread.
 */
export function createQueries(source: EpisodeSource) {
  const lister = new EpisodeLister(source)
  const list = (filter: EpisodeFilter) => lister.list(filter)
  return {
    list,
    count: lister.count.bind(lister),
    news: readNews.bind(undefined, source),
    groups: listGroups.bind(undefined, source),
    tally: readTally.bind(undefined, source),
    searchTranscripts: searchTranscripts.bind(undefined, {
      list,
      searchedAtOnce: source.searchedAtOnce,
      payloads: source.payloads.bind(source),
    }),
  }
}

export type Queries = ReturnType<typeof createQueries>
