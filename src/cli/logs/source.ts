import type { LogFileRow } from '../../datasets/log-file.ts'
import type { ModelCallResult } from '../../wire/model-call.ts'
import type { ReplayReport } from '../../wire/results.ts'

/** An episode as a listing tells of it. */
export interface ListedEpisode {
  readonly id: string
  readonly env: string
  /** The revision of the environment that recorded it; 0 for none. */
  readonly revision: number
  /** SHA-256 of its world; null where a listing does not tell. */
  readonly worldHash: string | null
  readonly split: string
  readonly task: string
  readonly run: string | null
  readonly steps: number
  readonly score: number
  /** Null while it is open. */
  readonly endReason: string | null
  readonly success: boolean | null
}

/** Conditions of a listing; all of them must hold. */
export interface LogConditions {
  readonly env?: string
  readonly split?: string
  readonly run?: string
  readonly success?: boolean
}

/** Logs of episodes, from wherever they are: a database, a file or a server. */
export interface LogSource {
  /** What it is, for people: a path or an address. */
  readonly name: string
  /** How many episodes there are; undefined if it takes too long to say. */
  readonly size: number | undefined
  /** Whether `verify` plays here, from what `shownRows` reads, and not where the logs are. */
  readonly playsHere: boolean
  episodes(conditions: LogConditions): AsyncIterable<ListedEpisode>
  /**
   * All rows of an episode.
   *
   * @throws CommandError if there is no such episode
   */
  rows(episode: string): Promise<readonly LogFileRow[]>
  /** As `rows`, for reading: hidden facts and effects may be missing. */
  shownRows(episode: string): Promise<readonly LogFileRow[]>
  /**
   * The model calls of an episode.
   *
   * @throws CommandError if the place has none
   */
  calls(episode: string): AsyncIterable<ModelCallResult>
  /** A world as JSON text, or undefined. */
  world(hash: string, env: string): Promise<string | undefined>
  /** Checks the hash chain of an episode and plays it again. */
  verify(episode: string): Promise<ReplayReport>
  close(): Promise<void>
}
