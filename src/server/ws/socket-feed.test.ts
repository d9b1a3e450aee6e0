/** Guards that the operator learns why the feed of a socket ended. */
import { expect, it } from 'vitest'
import { Fault } from '../../wire/faults.ts'
import { Holding } from '../holdings.ts'
import { LOCAL } from '../principal.ts'
import type { FollowOptions } from './protocol.ts'
import { socketFeed } from './socket-feed.ts'

/** The errors that the operator reads after the second look of a feed, and whether it ended. */
async function afterFailure(error: Error): Promise<[string[], boolean]> {
  const logged: string[] = []
  let calls = 0
  let left = 0
  let looked = (): void => undefined
  const hasLooked = new Promise<void>((resolve) => {
    looked = resolve
  })
  const core = {
    nowMs: () => 0,
    log: { error: (fields: { error: string }) => void logged.push(fields.error) },
  }
  const call = (): Promise<{ cursor: string }> => {
    calls += 1
    if (calls === 1) return Promise.resolve({ cursor: '@1' })
    setImmediate(looked)
    return Promise.reject(error)
  }
  const feed = socketFeed({
    ...{ host: { call, core }, caller: LOCAL, holding: new Holding(100), lagBytes: 1 },
    sender: { send: () => undefined, backlogBytes: () => 0 },
    limit: { enter: () => undefined, leave: () => void left++ },
  } as unknown as FollowOptions)
  await feed.start({} as never)
  await hasLooked
  const hasEnded = left === 1
  feed.close()
  return [logged, hasEnded]
}

it('logs an error that ends the feed, and goes on after a temporary one', async () => {
  expect(await afterFailure(new TypeError('a bug'))).toEqual([['TypeError: a bug'], true])
  const busy = new Fault('store/unavailable', 'it is locked')
  expect(await afterFailure(busy)).toEqual([[], false])
})
