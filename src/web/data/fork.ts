import type { LogRow } from '../../client/index.ts'
import { call, openKey } from './api.ts'
import type { EpisodeLog } from './episode-log.ts'

/** The last step after which an episode can be played on: none follows the one that ended it. */
export function lastFork({ turns, end }: EpisodeLog, rows: readonly LogRow[]): number {
  const isEndOfItsOwn = end !== undefined && rows.at(-1)?.kind === 'stepped'
  return isEndOfItsOwn ? turns.length - 1 : turns.length
}

/** Forks an episode after some of its steps, to play on; gives the address to go to. */
export async function fork(id: string, position: number, log: EpisodeLog): Promise<string> {
  const forked = await call('POST /v1/episodes/{episode_id}/fork', {
    episode_id: id,
    position,
    labels: { ...log.opening.labels, run: 'played' },
    open_key: openKey(),
  })
  return `/play/${forked.episode_id}`
}
