import type { LogFileRow } from '../../datasets/log-file.ts'
import { callResult } from '../../server/gateway/call-result.ts'
import { wholeRow } from '../../server/views.ts'
import type {
  EventStore,
  ListedEpisode as ListedSummary,
  StoredEpisode,
} from '../../store/event-store.ts'
import { openForReading } from '../../store/open.ts'
import { shownAddress } from '../../store/postgres/address.ts'
import { CommandError } from '../errors.ts'
import { allEpisodes, type EpisodeListing, type LogConditions, type LogSource } from './source.ts'
import { verifyLog, worldParser } from './verify.ts'

/**
 * The logs of a database, opened for reading only. A server may write to it meanwhile.
 *
 * @throws StoreError if there is no store at the path
 */
export async function storeSource(path: string): Promise<LogSource> {
  const store = await openForReading(path)
  const name = shownAddress(path)
  const world = (hash: string): Promise<string | undefined> => store.log.world(hash)
  const findWorld = worldParser(world)
  const load = async (episode: string): Promise<StoredEpisode> => {
    const episodeLog = await store.log.load(episode)
    if (episodeLog !== undefined) return episodeLog
    const remedy = 'Check the id, or list them with "episodes list".'
    throw new CommandError(`there is no episode ${episode} in ${name}`, remedy)
  }
  /** Also returns damaged rows, for commands that look for damage. */
  const shownRows = async (episode: string): Promise<readonly LogFileRow[]> =>
    (await load(episode)).rows.map(wholeRow)
  const rows = async (episode: string): Promise<readonly LogFileRow[]> => {
    const { rows: storedRows, defect } = await load(episode)
    if (defect === null) return storedRows.map(wholeRow)
    const remedy = 'See "backchannel db check" for all damage, and restore a backup.'
    throw new CommandError(`episode ${episode} of ${name} is damaged: ${defect}`, remedy)
  }
  return {
    name,
    size: undefined,
    playsHere: true,
    episodes: (conditions) => listEpisodes(store, conditions),
    rows,
    shownRows,
    calls: (episode) => listCalls(store, episode),
    world,
    verify: async (episode) => {
      const { rows: storedRows, defect } = await load(episode)
      return verifyLog(episode, storedRows.map(wholeRow), findWorld, defect === null)
    },
    close: () => store.close(),
  }
}

/** Calls to read at once. */
const PAGE_CALLS = 16

async function* listCalls(store: EventStore, episode: string) {
  for (let start = 0; ; start += PAGE_CALLS) {
    const rows = await store.calls.load(episode, start, PAGE_CALLS)
    yield* rows.map(callResult)
    if (rows.length < PAGE_CALLS) return
  }
}

async function* listEpisodes(store: EventStore, { env, ...conditions }: LogConditions) {
  const filter = env === undefined ? conditions : { ...conditions, environment: env }
  const episodes = allEpisodes((page) => store.log.list({ ...filter, ...page }))
  for await (const episode of episodes) yield toListedEpisode(episode)
}

function toListedEpisode(summary: ListedSummary): EpisodeListing {
  const { episode: id, environment: env, worldHash, split, taskId: task, run, total } = summary
  const { revision, steps, endReason, success } = summary
  const identity = { id, env, revision, worldHash, split, task, run }
  return { ...identity, steps, score: total / 1000, endReason, success }
}
