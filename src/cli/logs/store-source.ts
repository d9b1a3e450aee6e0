import type { LogFileRow } from '../../datasets/log-file.ts'
import { wholeRow } from '../../server/views.ts'
import type { EventStore, StoredEpisode } from '../../store/event-store.ts'
import { openStore } from '../../store/open.ts'
import { CommandError } from '../errors.ts'
import type { LogConditions, LogSource } from './source.ts'
import { parsedWorlds, verifyLog } from './verify.ts'

const PAGE_EPISODES = 500

/**
 * The logs of a database. It is only read, also while a server writes to it.
 *
 * @throws StoreError if there is no store at the path
 */
export async function storeSource(path: string): Promise<LogSource> {
  const store = await openStore({ path, create: false })
  const world = (hash: string): Promise<string | undefined> => store.world(hash)
  const parsed = parsedWorlds(world)
  const load = async (episode: string): Promise<StoredEpisode> => {
    const stored = await store.load(episode)
    if (stored !== undefined) return stored
    const remedy = 'Check the id, or list them with "export --output -".'
    throw new CommandError(`there is no episode ${episode} in ${path}`, remedy)
  }
  /** Damaged ones too: for those who look for damage. */
  const shownRows = async (episode: string): Promise<readonly LogFileRow[]> =>
    (await load(episode)).rows.map(wholeRow)
  const rows = async (episode: string): Promise<readonly LogFileRow[]> => {
    const { rows: stored, defect } = await load(episode)
    if (defect === null) return stored.map(wholeRow)
    const remedy = 'See "backchannel db check" for all damage, and restore a backup.'
    throw new CommandError(`episode ${episode} of ${path} is damaged: ${defect}`, remedy)
  }
  return {
    name: path,
    size: undefined,
    episodes: (conditions) => listed(store, conditions),
    rows,
    shownRows,
    world,
    verify: async (episode) => verifyLog(episode, await shownRows(episode), parsed),
    close: () => store.close(),
  }
}

async function* listed(store: EventStore, { env, ...conditions }: LogConditions) {
  const filter = env === undefined ? conditions : { ...conditions, environment: env }
  let after: string | undefined
  do {
    const from = after === undefined ? {} : { after }
    const page = await store.list({ ...filter, ...from, limit: PAGE_EPISODES })
    for (const { episode, environment, worldHash } of page.episodes) {
      yield { id: episode, env: environment, worldHash }
    }
    after = page.next ?? undefined
  } while (after !== undefined)
}
