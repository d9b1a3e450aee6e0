// Guards the news of episodes: pushed and asked for, filtered, to whom, and after a drop.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallSender } from '../src/client/call.ts'
import { Feed } from '../src/client/feed.ts'
import { BackchannelError, type Client, connect, type FeedChange } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'

let server: InProcessServer
let admin: Client
let alice: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
    ],
  })
  admin = await connect({ url: server.url, token: ADMIN })
  alice = await connect({ url: server.url, token: ALICE })
})
afterAll(async () => {
  await Promise.all([admin.close(), alice.close()])
  await server.stop()
})

const open = (client: Client, run = 'r') =>
  client.open({ env: 'mock-v1', split: 'train', index: 0, labels: { run } })

/** Reads a feed until everything is there that is waited for. */
async function until(feed: AsyncIterator<FeedChange>, enough: (all: FeedChange[]) => boolean) {
  const all: FeedChange[] = []
  while (!enough(all)) {
    const { value, done } = await feed.next()
    if (done === true) throw new Error('the feed ended')
    all.push(value)
  }
  return all
}
const changedIn = (all: readonly FeedChange[]): string[] =>
  all.flatMap(({ changed }) => changed.map(({ episode_id }) => episode_id))
const goneIn = (all: readonly FeedChange[]): string[] => all.flatMap(({ gone }) => gone)

it('sends what fits and what no longer does, and how much there was', async () => {
  const { cursor: since } = await admin.call('feed.read', {})
  const feed = admin.feed({ open: true, run: 'mine', since })[Symbol.asyncIterator]()
  const mine = await open(admin, 'mine')
  const other = await open(admin, 'another')
  const first = await until(feed, (all) => changedIn(all).includes(mine.id))
  expect(changedIn(first)).not.toContain(other.id)
  await mine.close()
  const second = await until(feed, (all) => goneIn(all).includes(mine.id))
  expect(second.at(-1)?.rates.closed).toBe(1)
  expect(first.reduce((sum, { rates }) => sum + rates.opened, 0)).toBeGreaterThan(0)
  await feed.return?.(undefined)
})

it('tells clients of their own alone, and takes no cursor that it did not give', async () => {
  const { cursor } = await alice.call('feed.read', {})
  expect(cursor).toMatch(/^~/)
  const own = await open(alice)
  await open(admin)
  const news = await alice.call('feed.read', { since: cursor })
  expect(news.changed.map(({ episode_id }) => episode_id)).toEqual([own.id])
  expect(news.rates).toEqual({ opened: 1, steps: 0, closed: 0, over_ms: null })
  const { cursor: plain } = await admin.call('feed.read', {})
  const page = await alice.call('episode.list', { order: 'updated', limit: 1 })
  const cut = cursor.slice(0, -16)
  for (const since of ['', '~forged', 'memory:1', plain, cut, `${cursor}A`, own.id, page.next]) {
    for (const name of ['feed.read', 'feed.watch'] as const) {
      const asked = alice.call(name, { since: since ?? '~' })
      await expect(asked).rejects.toMatchObject({ code: 'request/invalid' })
    }
  }
  expect(await admin.call('feed.read', { since: '~forged' })).toMatchObject({ lagged: true })
  expect(news.cursor.length).toBe(cursor.length)
  await expect(alice.call('feed.watch', { principal: 'admin' })).rejects.toMatchObject({
    code: 'auth/forbidden',
  })
})

it('begins anew, and says so, where the server has another store after a drop', async () => {
  const asked: unknown[] = []
  const call = async (_: string, params: { since?: string }) => {
    asked.push(params.since)
    if (params.since === undefined) return { cursor: '~new' }
    throw new BackchannelError('since', { code: 'request/invalid' })
  }
  const feed = new Feed({ call } as unknown as CallSender)
  const changes = feed.changes({ run: 'r' })
  const next = changes.next()
  await new Promise(setImmediate)
  feed.restart()
  expect((await next).value).toMatchObject({ lagged: true, cursor: '~new' })
  expect(asked).toEqual([undefined, '~new', undefined])
  feed.fail(new BackchannelError('over', { code: 'client/closed' }))
  await expect(changes.next()).rejects.toMatchObject({ code: 'client/closed' })
})

it('is asked for over HTTP too', async () => {
  const read = async (query: string) => {
    const headers = { authorization: `Bearer ${ADMIN}` }
    return (await (await fetch(`${server.url}/v1/feed?${query}`, { headers })).json()) as FeedChange
  }
  const { cursor } = await read('')
  const { id } = await open(admin, 'asked')
  const news = await read(`since=${encodeURIComponent(cursor)}&run=asked`)
  expect(changedIn([news])).toEqual([id])
})
