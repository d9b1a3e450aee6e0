// Guards who is let in by a resume key over real sockets and HTTP: revoked, ended and expired keys.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect as connectClient } from '../src/client/index.ts'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { type ConfigInput, configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { DAY_MS, PLAY_GRACE_MS } from '../src/server/resume-keys.ts'
import { openStore } from '../src/store/open.ts'
import type { OpenResult } from '../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'
const ADMIN = 'admin-token-0123456789'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server of Alice, Bob and an admin, on a clock that tests move. */
async function start(
  db = ':memory:',
  clock = { ms: 20_000 * DAY_MS },
  limits: ConfigInput['limits'] = {},
) {
  const store = await openStore({ path: db, durability: 'process', nowMs: () => clock.ms })
  const tokens = [
    { principal: 'alice', token: ALICE },
    { principal: 'bob', token: BOB },
    { principal: 'admin', role: 'admin' as const, token: ADMIN },
  ]
  const config = configSchema.parse({ tokens, limits })
  const server = await serveInProcess({
    config,
    dataSets: builtInDataSets(),
    log: SILENT_LOG,
    store,
  })
  ends.push(() => server.stop())
  return { server, clock }
}

/** The status, code and body of a call over HTTP. */
async function http({ url }: InProcessServer, token: string, call: string, body?: unknown) {
  const [method, path] = call.split(' ')
  const response = await fetch(`${url}/v1/${path}`, {
    method: method as string,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, string>
  return { code: answer.code ?? 'none', answer }
}

async function connect(server: InProcessServer, token: string): Promise<RpcSocket> {
  const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
  ends.push(() => socket.close())
  return socket
}

const OPENING = { env: 'mock-v1', split: 'train', index: 3, open_key: 'mine' }
const action = { content: 'Is anybody there?' }
const keysOf = ({ resume_key, view_key }: Pick<OpenResult, 'resume_key' | 'view_key'>) => ({
  play: resume_key as string,
  view: view_key,
})

describe('revoked keys', () => {
  it('open nothing any more, over HTTP, in parameters, in batches and in forks', async () => {
    const { server } = await start()
    const alice = await connect(server, ALICE)
    const bob = await connect(server, BOB)
    const opened = await alice.call<OpenResult>('episode.open', OPENING)
    const other = await alice.call<OpenResult>('episode.open', { ...OPENING, open_key: 'other' })
    const { episode_id } = opened
    const path = `episodes/${episode_id}`
    for (const token of [BOB, opened.resume_key as string, opened.view_key]) {
      const { code } = await http(server, token, `POST ${path}/revoke`)
      expect(code).toBe(token === BOB ? 'episode/not_found' : 'auth/missing')
    }
    const renewed = (await http(server, ALICE, `POST ${path}/revoke`)).answer
    for (const key of Object.values(keysOf(opened))) {
      for (const call of [`GET ${path}`, 'GET environments', `GET ${path}/log`]) {
        expect([call, (await http(server, key, call)).code]).toEqual([call, 'auth/denied'])
      }
      expect((await http(server, key, `POST ${path}/steps`, { action })).code).toBe('auth/denied')
      const sent = { episode_id, resume_key: key }
      const params = {
        'episode.fork': { ...sent, position: 0 },
        'episode.step': { ...sent, action },
      }
      for (const method of ['episode.resume', 'episode.log', 'episode.watch', 'episode.close']) {
        expect([method, await bob.fault(method, sent)]).toEqual([method, 'episode/not_found'])
      }
      for (const [method, given] of Object.entries(params)) {
        expect([method, await bob.fault(method, given)]).toEqual([method, 'episode/not_found'])
      }
      const calls = ['episode.resume', 'episode.log'].map((method, at) => {
        const one = at === 0 ? sent : { episode_id: other.episode_id, resume_key: other.view_key }
        return { jsonrpc: '2.0', id: `${at}`, method, params: one }
      })
      const batch = (await bob.raw(JSON.stringify(calls))) as {
        error?: { data: { code: string } }
      }[]
      expect(batch.map(({ error }) => error?.data.code)).toEqual(['episode/not_found', undefined])
    }
    const fork = await alice.call<OpenResult>('episode.fork', { episode_id, position: 0 })
    const forked = { episode_id: fork.episode_id, resume_key: fork.view_key }
    expect(await bob.fault('episode.resume', forked)).toBe('none')
    expect(await bob.fault('episode.resume', { ...forked, resume_key: opened.view_key })).toBe(
      'episode/not_found',
    )
    const again = await alice.call<OpenResult>('episode.open', OPENING)
    for (const keys of [keysOf(renewed as never), keysOf(again)]) {
      expect((await http(server, keys.view, `GET ${path}`)).code).toBe('none')
      expect((await http(server, keys.play, `POST ${path}/steps`, { seq: 1, action })).code).toBe(
        'none',
      )
    }
  })

  it('are refused on sockets that they opened, and end the watches there', async () => {
    const { server } = await start()
    const alice = await connect(server, ALICE)
    const opened = await alice.call<OpenResult>('episode.open', OPENING)
    const { episode_id } = opened
    const { play, view } = keysOf(opened)
    const viewer = await connect(server, view)
    const player = await connect(server, play)
    const bob = await connect(server, BOB)
    await viewer.call('episode.watch', { episode_id })
    await bob.call('episode.watch', { episode_id, resume_key: view })
    await player.call('episode.step', { episode_id, action })
    const isOver = (socket: RpcSocket) => () => {
      expect(socket.others.at(-1)?.method).toBe('episode.watch_lagged')
    }
    const rows = ({ others }: RpcSocket) => others.filter(({ method }) => method === 'episode.row')
    for (const socket of [viewer, bob]) await expect.poll(() => rows(socket).length).toBe(2)
    await alice.call('episode.revoke', { episode_id })
    for (const socket of [viewer, player]) {
      expect(await socket.fault('episode.resume', { episode_id })).toBe('auth/denied')
      expect(await socket.fault('env.list', {})).toBe('auth/denied')
      expect(await socket.fault('episode.watch', { episode_id })).toBe('auth/denied')
      expect(await socket.fault('episode.step', { episode_id, action })).toMatch('auth/denied')
    }
    await alice.call('episode.step', { episode_id, action })
    for (const socket of [viewer, bob]) {
      await vi.waitFor(isOver(socket))
      expect(rows(socket)).toHaveLength(2)
      const last = socket.others.at(-1)?.params
      expect(last).toEqual({ episode_id, position: 2 })
    }
  })

  it('open no socket any more, and hold none open', async () => {
    const { server } = await start(undefined, undefined, { ping_interval_ms: 1_000 })
    const alice = await connect(server, ALICE)
    const { episode_id, view_key } = await alice.call<OpenResult>('episode.open', OPENING)
    const viewer = await connect(server, view_key)
    const closed = once(viewer.socket, 'close')
    await alice.call('episode.revoke', { episode_id })
    expect((await closed)[0]).toBe(1008)
    await expect(connect(server, view_key)).rejects.toThrow('401')
    expect(await alice.fault('env.list', {})).toBe('none')
  })

  it('are revoked by the client too, which has the new ones then', async () => {
    const { server } = await start()
    const client = await connectClient({ url: server.url, token: ALICE })
    ends.push(() => client.close())
    const episode = await client.open({ env: 'mock-v1', split: 'train', index: 3 })
    const old = [episode.resumeKey, episode.viewKey] as const
    await episode.revokeKeys()
    const path = `GET episodes/${episode.id}`
    for (const key of old) expect((await http(server, key as string, path)).code).not.toBe('none')
    for (const key of [episode.resumeKey, episode.viewKey]) {
      expect((await http(server, key as string, path)).code).toBe('none')
    }
  })

  it('stay revoked after a restart, and keys given since stay good', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backchannel-keys-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    const db = join(folder, 'keys.db')
    const first = await start(db)
    const alice = await connect(first.server, ALICE)
    const opened = await alice.call<OpenResult>('episode.open', OPENING)
    const path = `episodes/${opened.episode_id}`
    const one = (await http(first.server, ALICE, `POST ${path}/revoke`)).answer
    const two = (await http(first.server, ADMIN, `POST ${path}/revoke`)).answer
    await first.server.stop()
    const { server } = await start(db)
    const codes = async (keys: object) =>
      Promise.all(
        Object.values(keysOf(keys as never)).map(
          async (key) => (await http(server, key, `GET ${path}`)).code,
        ),
      )
    expect(await codes(opened)).toEqual(['auth/denied', 'auth/denied'])
    expect(await codes(one)).toEqual(['auth/denied', 'auth/denied'])
    expect(await codes(two)).toEqual(['none', 'none'])
    const foreign = await start()
    expect((await http(foreign.server, two.view_key as string, `GET ${path}`)).code).toBe(
      'auth/denied',
    )
  })

  it('of an episode that another process serves too are refused by both', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backchannel-keys-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    const db = join(folder, 'keys.db')
    const [here, there] = [await start(db), await start(db)]
    const alice = await connect(here.server, ALICE)
    const opened = await alice.call<OpenResult>('episode.open', OPENING)
    const { episode_id } = opened
    const player = await connect(there.server, opened.resume_key as string)
    await player.call('episode.step', { episode_id, action })
    await alice.call('episode.revoke', { episode_id })
    expect(await player.fault('episode.step', { episode_id, action })).toBe('auth/denied')
  })
})

describe('bearers of keys', () => {
  it('share the sockets and calls of the principal whose episodes they are for', async () => {
    const limits = { sockets_per_principal_max: 3, watches_per_principal_max: 1 }
    const { server } = await start(undefined, undefined, limits)
    const alice = await connect(server, ALICE)
    const ids: string[] = []
    const viewers: RpcSocket[] = []
    for (const open_key of ['one', 'two']) {
      const opened = await alice.call<OpenResult>('episode.open', { ...OPENING, open_key })
      ids.push(opened.episode_id)
      viewers.push(await connect(server, opened.view_key))
    }
    await expect(connect(server, ALICE)).rejects.toThrow('503')
    expect(await viewers[0]?.fault('episode.watch', { episode_id: ids[0] })).toBe('none')
    expect(await viewers[1]?.fault('episode.watch', { episode_id: ids[1] })).toBe(
      'capacity/watches',
    )
    await connect(server, BOB)
  })
})

describe('keys of an episode that is over', () => {
  it('repeat the last answer for an hour, then look for as long as a view key', async () => {
    const { server, clock } = await start()
    const alice = await connect(server, ALICE)
    const opened = await alice.call<OpenResult>('episode.open', OPENING)
    const { episode_id } = opened
    const { play, view } = keysOf(opened)
    const path = `episodes/${episode_id}`
    const step = { seq: 1, action }
    const played = await http(server, play, `POST ${path}/steps`, step)
    clock.ms += 3 * DAY_MS
    await alice.call('episode.close', { episode_id })
    clock.ms += PLAY_GRACE_MS - 1
    expect((await http(server, play, `POST ${path}/steps`, step)).answer).toEqual(played.answer)
    expect((await http(server, play, `POST ${path}/close`)).code).toBe('none')
    expect((await http(server, play, `POST ${path}/steps`, { action })).code).toBe('episode/closed')
    clock.ms += 1
    for (const call of ['steps', 'close']) {
      const body = call === 'steps' ? step : {}
      const { code } = await http(server, play, `POST ${path}/${call}`, body)
      expect([call, code]).toEqual([call, 'episode/not_found'])
    }
    const seen = (await http(server, play, `GET ${path}`)).answer
    expect(seen).toMatchObject({ resume_key: null, last: played.answer, view_key: view })
    clock.ms += 5 * DAY_MS
    expect((await http(server, play, `GET ${path}`)).code).toBe('auth/denied')
    expect((await http(server, ALICE, `POST ${path}/steps`, step)).code).toBe('none')
  })

  it('are not renewed by who has no more than a key', async () => {
    const { server, clock } = await start()
    const alice = await connect(server, ALICE)
    const { episode_id, view_key, resume_key } = await alice.call<OpenResult>(
      'episode.open',
      OPENING,
    )
    const viewer = await connect(server, view_key)
    clock.ms += 7 * DAY_MS
    const later = await viewer.call<OpenResult>('episode.resume', { episode_id })
    expect(later).toMatchObject({ view_key, resume_key: null })
    clock.ms += DAY_MS
    expect(await viewer.fault('episode.resume', { episode_id })).toBe('auth/denied')
    expect(await alice.fault('episode.resume', { episode_id, resume_key: view_key })).toBe('none')
    const player = await connect(server, resume_key as string)
    const mine = await player.call<OpenResult>('episode.resume', { episode_id })
    expect(mine).toMatchObject({ resume_key, view_key })
    const fresh = await alice.call<OpenResult>('episode.open', OPENING)
    expect((await http(server, fresh.view_key, `GET episodes/${episode_id}`)).code).toBe('none')
  })
})
