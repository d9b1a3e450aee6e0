import { call, openKey } from './api.ts'
import type { EpisodeLog } from './episode-log.ts'

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
