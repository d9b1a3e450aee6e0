// Guards that followers of a store go on after a failover to a standby that lacks the last rows.
import { expect, it } from 'vitest'
import { MemoryStore } from '../store/memory.ts'
import { SampleEpisode } from '../store/sample.contract.ts'
import { ChangeFeed } from './change-feed.ts'

it('reports new rows after the store has lost the last rows that it reported', async () => {
  const stores = [new MemoryStore(), new MemoryStore()] as const
  await stores[0].log.append(new SampleEpisode('one').prefix(8))
  const kept = new SampleEpisode('one')
  await stores[1].log.append(kept.prefix(2))
  let current: MemoryStore = stores[0]
  const feed = new ChangeFeed({
    changesSince: (cursor) => current.log.changesSince(cursor),
    othersSince: (cursor) => current.log.othersSince(cursor),
  })
  const positions: number[] = []
  const stop = await feed.listen((changes) => {
    positions.push(...changes.map(({ position }) => position))
  }, false)
  current = stores[1]
  await expect(feed.catchUp()).rejects.toMatchObject({ reason: 'lost' })
  await feed.catchUp()
  await current.log.append([kept.step()])
  await feed.catchUp()
  expect(positions).toEqual([3])
  stop()
})
