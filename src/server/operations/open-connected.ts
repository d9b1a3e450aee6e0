import { Fault } from '../../wire/faults.ts'
import type { EpisodeOpenRequest } from '../../wire/requests.ts'
import type { OpenResult } from '../../wire/results.ts'
import { type ConnectKey, connectedOpenKey } from '../connect-keys.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { type NewEpisode, requestDigest } from './begin.ts'
import { openPlanned } from './open-planned.ts'
import { readStore } from './store-reads.ts'

/** The bearer of a connect key. */
type Connected = Extract<Caller, { readonly kind: 'connect' }>

/**
 * Opens an episode with a connect key. Its open key contains the connect key's id. If the key
 * permits a number of episodes, the open key also contains the episode's number, so no server can
 * open the same number twice.
 *
 * @throws Fault `auth/forbidden` for anything that the key does not permit, and when all its
 *   episodes are open
 */
export async function openConnected(
  core: HostCore,
  caller: Connected,
  beginning: NewEpisode,
  { open_key: named, group }: EpisodeOpenRequest,
): Promise<OpenResult> {
  const { key } = caller
  if (key.episode !== null) throw forbiddenByKey('it is for one episode, and opens no others')
  if (group !== undefined) throw forbiddenByKey('it opens no rollouts of groups')
  const { episodes } = key
  if (episodes === null) {
    return openPlanned(core, caller, withOpenKey(beginning, key, named ?? beginning.id))
  }
  if (named !== undefined) {
    const message = 'a connect key for a number of episodes counts them, and takes no open_key'
    throw new Fault('request/invalid', message, { hint: 'Leave it out.' })
  }
  const firstFree = () => firstNumber(core, key, episodes)
  return core.openingNumbers.take(key.id, firstFree, async (number) => {
    if (number >= episodes)
      throw forbiddenByKey(`it was for ${episodes} episodes, which were opened`)
    const numbered = withOpenKey(beginning, key, number)
    // No other request has this digest. A caller that finds the number taken tries the next one.
    const digest = requestDigest({ episode: beginning.id })
    return openPlanned(core, caller, { ...numbered, requestDigest: digest }).catch(
      (error: unknown) => {
        if (error instanceof Fault && error.code === 'episode/key_reused') return undefined
        throw error
      },
    )
  })
}

const forbiddenByKey = (reason: string): Fault =>
  new Fault('auth/forbidden', `the connect key does not allow this: ${reason}`, {
    hint: 'Make another connect key.',
  })

const withOpenKey = (
  beginning: NewEpisode,
  key: ConnectKey,
  suffix: string | number,
): NewEpisode => ({
  ...beginning,
  index: { ...beginning.index, openKey: connectedOpenKey(key, suffix) },
})

/** The first number that no stored episode of a key has. */
async function firstNumber({ store }: HostCore, key: ConnectKey, end: number): Promise<number> {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high) >> 1
    const openKey = connectedOpenKey(key, middle)
    const holder = await readStore(() => store.log.findByOpenKey(key.principal, openKey))
    if (holder === undefined) high = middle
    else low = middle + 1
  }
  return low
}
