import type { ParamsAt } from '../../client/resources.ts'
import { callServer, newOpenKey } from './api.ts'

/** The player to start when the page of an episode opens. */
let pendingWatch: { readonly id: string; readonly player: string } | undefined

/** Opens an episode to play or to watch, and returns its address. */
export async function openTask(
  taskRef: Pick<ParamsAt<'POST /v1/episodes'>, 'env' | 'split' | 'index' | 'settings'>,
  { player }: { readonly player?: string } = {},
): Promise<string> {
  const { episode_id: id } = await callServer('POST /v1/episodes', {
    ...taskRef,
    labels: { run: player === undefined ? 'played' : `watched-${player}` },
    open_key: newOpenKey(),
  })
  pendingWatch = player === undefined ? undefined : { id, player }
  return `/play/${id}`
}

/** The player to watch in an episode. Read once, so that a reload plays nothing. */
export function takeWatchedPlayer(id: string): string | undefined {
  if (pendingWatch?.id !== id) return undefined
  const { player } = pendingWatch
  pendingWatch = undefined
  return player
}
