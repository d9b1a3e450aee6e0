// Guards that a server is ready as soon as it can store again, and not before.
import { expect, it } from 'vitest'
import { StoreError, type StoreErrorReason } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { checkReady } from './ready.ts'

const coreWith = (failed: StoreErrorReason | undefined, now: StoreErrorReason | undefined) => {
  const error = (reason: StoreErrorReason | undefined) => reason && new StoreError(reason, 'no')
  const ready = async (): Promise<void> => {
    if (now !== undefined) throw error(now)
  }
  return { queue: { trouble: () => error(failed) }, store: { ready } } as unknown as HostCore
}

it('remembers a refused commit, but asks the store whether its files are there', async () => {
  await expect(checkReady(coreWith(undefined, undefined))).resolves.toEqual({ status: 'ready' })
  await expect(checkReady(coreWith('gone', undefined))).resolves.toEqual({ status: 'ready' })
  for (const [failed, now, code] of [
    ['gone', 'gone', 'store/unavailable'],
    ['io', undefined, 'store/unavailable'],
    ['full', undefined, 'store/full'],
    [undefined, 'busy', 'store/unavailable'],
  ] as const) {
    await expect(checkReady(coreWith(failed, now))).rejects.toMatchObject({ code })
  }
})
