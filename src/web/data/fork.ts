import type { LogRow } from '../../client/index.ts'
import { callServer, newOpenKey } from './api.ts'
import type { ParsedLog } from './episode-log.ts'

/** The last step after which an episode can be forked. The step that ended it is not one. */
export function lastForkPosition({ turns, end }: ParsedLog, rows: readonly LogRow[]): number {
  const endedByStep = end !== undefined && rows.at(-1)?.kind === 'stepped'
  return endedByStep ? turns.length - 1 : turns.length
}

/** Forks an episode after a step, and returns the address where it is played. */
export async function forkEpisode(id: string, position: number, log: ParsedLog): Promise<string> {
  const forked = await callServer('POST /v1/episodes/{episode_id}/fork', {
    episode_id: id,
    position,
    labels: { ...log.opening.labels, run: 'played' },
    open_key: newOpenKey(),
  })
  return `/play/${forked.episode_id}`
}
