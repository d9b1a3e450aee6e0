// Guards what lists of episodes show over HTTP and sockets: orders, filters, counts, and to whom.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Resources } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'

let server: InProcessServer
const ids: string[] = []

interface Page {
  readonly episodes: readonly Record<string, unknown>[]
  readonly next: string | null
  readonly total: unknown
}

async function list(query: string, token = ADMIN): Promise<Page> {
  const response = await fetch(`${server.url}/v1/episodes?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const page = await response.json()
  expect(response.status, JSON.stringify(page)).toBe(200)
  return page as Page
}
async function refusal(path: string, token: string): Promise<unknown> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { code?: string }).code
}
const idsOf = ({ episodes }: Page): unknown[] => episodes.map(({ episode_id }) => episode_id)

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
      { principal: 'bob', token: BOB },
    ],
  })
  for (const [at, token] of [ALICE, ALICE, BOB, ALICE].entries()) {
    const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
    const opened = await socket.call<Record<string, string>>('episode.open', {
      ...{ env: 'mock-v1', split: 'train', index: at, labels: { run: 'r', colour: `c${at}` } },
    })
    const episode_id = opened.episode_id as string
    ids.push(episode_id)
    if (at === 1) await socket.call('episode.close', { episode_id })
    await socket.close()
  }
})
afterAll(() => server.stop())

it('lists in every order, with labels, silence and malformed calls', async () => {
  expect(idsOf(await list('order=newest'))).toEqual([...ids].reverse())
  expect(idsOf(await list('order=oldest&limit=2'))).toEqual(ids.slice(0, 2))
  expect(idsOf(await list('order=reward'))).toEqual([ids[1]])
  expect(idsOf(await list('order=updated&open=true'))).toEqual([ids[3], ids[2], ids[0]])
  const [open, closed] = (await list('')).episodes
  expect(open).toMatchObject({ labels: { run: 'r', colour: 'c0' }, malformed_calls: null })
  expect(open?.silent_ms).toBeGreaterThanOrEqual(0)
  expect(closed).toMatchObject({ silent_ms: null, malformed_calls: 0 })
})

it('filters by ids, bounds and moments, and counts what there is', async () => {
  expect(idsOf(await list(`ids=${ids[2]},${ids[0]},nobody`))).toEqual([ids[0], ids[2]])
  expect(idsOf(await list('score_min=0.001'))).toEqual([])
  expect(idsOf(await list('opened_to=1'))).toEqual([])
  expect((await list('opened_from=1&count=exact')).total).toEqual({ count: 4, exact: true })
  expect((await list('count=estimate&open=true&limit=1')).total).toMatchObject({ count: 3 })
  expect((await list('')).total).toBeNull()
  expect(idsOf(await list(`order=newest&before=${ids[1]}`))).toEqual([ids[3], ids[2]])
})

it('shows others nothing but their own, and seals the places of their pages', async () => {
  const first = await list('order=updated&limit=1', ALICE)
  expect(idsOf(first)).toEqual([ids[3]])
  expect(first.next).toMatch(/^~[\w-]+$/)
  const rest = await list(`order=updated&after=${first.next}`, ALICE)
  expect(idsOf(rest)).toEqual([ids[1], ids[0]])
  expect((await list('count=exact&ids='.concat(ids.join(',')), BOB)).total).toEqual({
    ...{ count: 1, exact: true },
  })
})

it('takes of clients no place but their own, of the same order, as it was given', async () => {
  const sealed = String((await list('order=updated&limit=1', ALICE)).next)
  const second = String((await list(`order=updated&limit=1&after=${sealed}`, ALICE)).next)
  expect(second.length).toBe(sealed.length)
  const bytes = Buffer.from(sealed.slice(1), 'base64url')
  const shortTag = Buffer.concat([bytes.subarray(0, 16), bytes.subarray(28)])
  const others = ['', '~', '~AAAA', '~'.concat('A'.repeat(132)), '@1,1', '@9,9,9', 'ep_none']
  const forged = [...others, ids[0], sealed, `~${shortTag.toString('base64url')}`]
  for (const place of forged) {
    for (const query of [`after=${place}`, `before=${place}`]) {
      expect(await refusal(`/v1/episodes?order=updated&${query}`, BOB)).toBe('request/invalid')
    }
    expect(await refusal(`/v1/groups?after=${place}`, BOB)).toBe('request/invalid')
  }
  expect(await refusal(`/v1/episodes?order=newest&before=${sealed}`, ALICE)).toBe('request/invalid')
  expect(idsOf(await list(`order=newest&before=${ids[1]}`, ALICE))).toEqual([ids[3]])
  expect(idsOf(await list('order=newest&before=@2,2'))).toEqual([ids[3], ids[2]])
})

it('is the same over a socket and for the client', async () => {
  const asked = { order: 'newest', ids: ids.slice(0, 2) } as const
  const page = await new Resources({ url: server.url, token: ADMIN }).episodes(asked)
  expect(page.episodes.map(({ episode_id }) => episode_id)).toEqual([ids[1], ids[0]])
  const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${ADMIN}` })
  const { episodes } = await socket.call<Page>('episode.list', asked)
  expect(episodes.map(({ episode_id }) => episode_id)).toEqual([ids[1], ids[0]])
  await socket.close()
})

it('says that the episode at which a page ended may have been pruned, also to admins', async () => {
  for (const token of [ALICE, ADMIN]) {
    for (const path of ['episodes?after', 'episodes?before', 'groups?after']) {
      const url = `${server.url}/v1/${path}=ep_${'0'.repeat(32)}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(400)
      const { detail } = (await response.json()) as { detail: string }
      expect(detail).toMatch(/may have been pruned$/)
    }
  }
})

it('refuses an admin a text that is no cursor, and does not begin at the first page', async () => {
  for (const text of ['', 'x', '@', '@1', '~AAAA']) {
    expect(await refusal(`/v1/episodes?after=${text}`, ADMIN)).toBe('request/invalid')
  }
})
