import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { CONNECT_ROOT } from '../connect-keys.ts'
import type { HostCore } from '../core.ts'
import { type Caller, listedPrincipal, queueName } from '../principal.ts'
import { loadUnchecked } from './load.ts'
import { findEntry } from './open.ts'
import { readStore } from './store-reads.ts'

const MINUTE_MS = 60_000

/**
 * Creates a key for clients without headers. The key is part of the path of their base address.
 *
 * @throws Fault `env/unknown`, `episode/not_found`, `store/unavailable`
 */
export async function connectOperation(
  core: HostCore,
  caller: Caller,
  { env, episode_id: episodeId, episodes, minutes }: CheckedParams<'key.connect'>,
): Promise<Result<'key.connect'>> {
  findEntry(core, env)
  const episode = episodeId ?? null
  const principal =
    episodeId === undefined
      ? queueName(caller)
      : await choosePlayer(core, caller, { env, episode: episodeId })
  const expiresMs = core.store.nowMs() + minutes * MINUTE_MS
  const scope = { principal, env, episode, episodes: episodes ?? null, expiresMs }
  const { id, text } = core.connectKeys.make(scope)
  const path = `${CONNECT_ROOT}/${text}`
  return {
    key_id: id,
    connect_key: text,
    env,
    episode_id: episode,
    episodes: scope.episodes,
    expires_ms: expiresMs,
    openenv: `${path}/openenv/${env}`,
    mcp: `${path}/mcp/${[env, ...(episode === null ? [] : [episode])].join('/')}`,
  }
}

/** The owner of an episode that the caller may play. */
async function choosePlayer(
  core: HostCore,
  caller: Caller,
  { env, episode }: { readonly env: string; readonly episode: string },
): Promise<string> {
  const { summary } = await loadUnchecked(core, episode, { caller, scope: 'play' }, { most: 0 })
  if (summary.environment === env) return summary.principal
  const message = `the episode ${shown(episode)} is one of ${summary.environment}`
  throw new Fault('episode/not_found', message)
}

/**
 * Revokes a connect key everywhere.
 *
 * @throws Fault `key/not_found`, `auth/forbidden`, `store/unavailable`, `store/full`
 */
export async function revokeKeyOperation(
  core: HostCore,
  caller: Caller,
  { key_id: id, principal: requestedPrincipal }: CheckedParams<'key.revoke'>,
): Promise<Result<'key.revoke'>> {
  const principal = listedPrincipal(caller, requestedPrincipal) ?? queueName(caller)
  if (!core.connectKeys.isOf(id, principal)) {
    throw new Fault('key/not_found', `there is no connect key ${shown(id)} for this caller`)
  }
  return { key_id: id, revoked_ms: await readStore(() => core.store.book.revoke(id)) }
}
