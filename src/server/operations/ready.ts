import { StoreError } from '../../store/event-store.ts'
import type { Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { storeFault } from './rows.ts'
import { readStore } from './store-reads.ts'

/**
 * Confirms that episodes can be played.
 *
 * @throws Fault `store/unavailable`, `store/full`
 */
export async function checkReady(core: HostCore): Promise<Result<'server.ready'>> {
  const trouble = core.queue.trouble()
  // The store checks on each request whether its files exist.
  const wasGone = trouble instanceof StoreError && trouble.reason === 'gone'
  if (trouble !== undefined && !wasGone) throw storeFault(trouble)
  await readStore(() => core.store.ready())
  return { status: 'ready' }
}
