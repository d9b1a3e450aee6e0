import type { ParamsAt } from '../../client/resources.ts'
import { call, openKey } from './api.ts'

/** The episode that a player is to be watched in, as soon as its page is there. */
let watching: { readonly id: string; readonly player: string } | undefined

/** Opens an episode for a person at play; gives the address to go to. */
export async function openTask(
  given: Pick<ParamsAt<'POST /v1/episodes'>, 'env' | 'split' | 'index' | 'settings'>,
  { player }: { readonly player?: string } = {},
): Promise<string> {
  const { episode_id: id } = await call('POST /v1/episodes', {
    ...given,
    labels: { run: player === undefined ? 'played' : `watched-${player}` },
    open_key: openKey(),
  })
  watching = player === undefined ? undefined : { id, player }
  return `/play/${id}`
}

/** The player to watch in an episode. Read once, so that a reload plays nothing. */
export function takeWatching(id: string): string | undefined {
  if (watching?.id !== id) return undefined
  const { player } = watching
  watching = undefined
  return player
}
