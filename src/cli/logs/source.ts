import type { LogFileRow } from '../../datasets/log-file.ts'
import type { ModelCallResult } from '../../wire/model-call.ts'
import type { ReplayReport } from '../../wire/results.ts'

/** An episode in a listing. */
export interface EpisodeListing {
  readonly id: string
  readonly env: string
  /** Revision of the environment that recorded it; 0 if unknown. */
  readonly revision: number
  /** SHA-256 of its world; null if the listing does not include it. */
  readonly worldHash: string | null
  readonly split: string
  readonly task: string
  readonly run: string | null
  readonly steps: number
  readonly score: number
  /** Null while the episode is open. */
  readonly endReason: string | null
  readonly success: boolean | null
}

/** Conditions of a listing. All of them must hold. */
export interface LogConditions {
  readonly env?: string
  readonly split?: string
  readonly run?: string
  readonly success?: boolean
}

const PAGE_EPISODES = 500

/** The episodes of all pages of a list. */
export async function* allEpisodes<Episode>(
  list: (page: { readonly limit: number; readonly after?: string }) => Promise<{
    readonly episodes: readonly Episode[]
    readonly next: string | null
  }>,
): AsyncGenerator<Episode> {
  let after: string | null = null
  do {
    const cursor: { after?: string } = after === null ? {} : { after }
    const page = await list({ limit: PAGE_EPISODES, ...cursor })
    yield* page.episodes
    after = page.next
  } while (after !== null)
}

/** Logs of episodes from a database, a file or a server. */
export interface LogSource {
  /** A path or an address, for people. */
  readonly name: string
  /** Number of episodes; undefined if counting takes too long. */
  readonly size: number | undefined
  /** Whether `verify` replays in this process, from `shownRows`, rather than at the source. */
  readonly playsHere: boolean
  episodes(conditions: LogConditions): AsyncIterable<EpisodeListing>
  /**
   * All rows of an episode.
   *
   * @throws CommandError if there is no such episode
   */
  rows(episode: string): Promise<readonly LogFileRow[]>
  /** As `rows`, but hidden facts and effects may be missing. */
  shownRows(episode: string): Promise<readonly LogFileRow[]>
  /**
   * The model calls of an episode.
   *
   * @throws CommandError if the source has none
   */
  calls(episode: string): AsyncIterable<ModelCallResult>
  /** A world as JSON text, or undefined. */
  world(hash: string, env: string): Promise<string | undefined>
  /** Checks the hash chain of an episode and replays it. */
  verify(episode: string): Promise<ReplayReport>
  close(): Promise<void>
}
