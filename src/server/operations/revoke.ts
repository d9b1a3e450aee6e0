import type { CheckedParams, Result } from '../../wire/operations.ts'
import { type Access, keysFor, toAccessFacts } from '../access.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { loadUnchecked } from './load.ts'
import { keyMembers } from './open-result.ts'
import { readStore } from './store-reads.ts'

/**
 * Revokes all keys of an episode everywhere, and returns new ones. It also works for a damaged
 * episode.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`, `store/full`
 */
export async function revokeOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id }: CheckedParams<'episode.revoke'>,
): Promise<Result<'episode.revoke'>> {
  const access: Access = { caller, scope: 'play' }
  const { summary } = await loadUnchecked(core, id, access, { most: 0 })
  await readStore(() => core.store.book.revoke(id))
  const keys = await keysFor(core, toAccessFacts(summary), access)
  return { episode_id: id, ...keyMembers(core, id, keys) }
}
