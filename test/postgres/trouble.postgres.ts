// Guards what happens where PostgreSQL cannot be reached, refuses, or is lost in the middle.
import { afterEach, describe, expect, it } from 'vitest'
import { stream } from '../../src/sim/random.ts'
import type { EventStore } from '../../src/store/event-store.ts'
import { PostgresStore } from '../../src/store/postgres.ts'
import { SampleEpisode } from '../../src/store/sample.contract.ts'
import { type CuttingProxy, startProxy } from './support/cutting-proxy.ts'
import { asOwner, newDatabase, newStore } from './support/databases.ts'

const PASSWORD = 'not-to-be-seen'
const opened: EventStore[] = []
const proxies: CuttingProxy[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const proxy of proxies.splice(0)) await proxy.close()
})

async function open(path: string, busyDeadlineMs?: number): Promise<PostgresStore> {
  const wait = busyDeadlineMs === undefined ? {} : { busyDeadlineMs }
  const store = await PostgresStore.open({ path, ...wait })
  opened.push(store)
  return store
}

const nameOf = (address: string): string => new URL(address).pathname.slice(1)

/** The address by another way, with a password that is never needed. */
function through(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  url.password = PASSWORD
  return url.href
}

async function behindProxy(): Promise<{ store: PostgresStore; proxy: CuttingProxy; path: string }> {
  const path = await newStore()
  const proxy = await startProxy({ port: Number(new URL(path).port) })
  proxies.push(proxy)
  return { store: await open(through(path, proxy.port)), proxy, path }
}

describe('a connection that is lost', () => {
  for (const when of ['before', 'after'] as const) {
    it(`${when} a batch was carried out leaves it stored, once`, async () => {
      const { store, proxy, path } = await behindProxy()
      const one = new SampleEpisode('one', { run: 'r', condition: 'clean' })
      const two = new SampleEpisode('two')
      await store.log.append([one.open(), two.open()])
      const stranger = new SampleEpisode('two').prefix(1).slice(1)
      const rows = [one.step('{"reward":0}'), one.close({ endReason: 'failed', success: false })]
      proxy.cutAt('{"reward":0}', when)
      const outcomes = await store.log.append([...rows, two.step()])
      expect(proxy.cuts).toBe(1)
      expect([...outcomes.values()]).toEqual([{ status: 'stored' }, { status: 'stored' }])
      const found = await (await open(path)).log.load('one')
      expect(found?.rows.map(({ hash }) => hash).slice(1)).toEqual(rows.map(({ hash }) => hash))
      // Only what was asked in doubt is taken for its own.
      const late = await store.log.append(stranger)
      expect(late.get('two')).toMatchObject({ status: 'conflict', reason: 'position' })
      const { runs } = await store.book.listRuns({ limit: 9 })
      expect(runs[0]?.conditions).toEqual([{ condition: 'clean', attempts: 1, total: 0 }])
    })
  }

  it('while another one stores a different row is a conflict', async () => {
    const { store, proxy, path } = await behindProxy()
    const other = await open(path)
    const mine = new SampleEpisode('one')
    const theirs = new SampleEpisode('one')
    await store.log.append([mine.open()])
    theirs.open()
    await other.log.append([theirs.step('{"reward":0,"by":"them"}')])
    proxy.cutAt('"by":"me"', 'before')
    const outcomes = await store.log.append([mine.step('{"reward":0,"by":"me"}')])
    expect(outcomes.get('one')).toMatchObject({ status: 'conflict', reason: 'position' })
    expect(proxy.cuts).toBe(1)
  })

  it('because the server ends its sessions is not noticed', async () => {
    const path = await newStore()
    const store = await open(path)
    const sample = new SampleEpisode('one')
    await store.log.append([sample.open()])
    for (let turn = 0; turn < 5; turn++) {
      await asOwner((client) =>
        client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'backchannel' AND datname = '${nameOf(path)}'`),
      )
      const outcomes = await store.log.append([sample.step()])
      expect(outcomes.get('one')).toEqual({ status: 'stored' })
      expect((await store.log.load('one'))?.rows).toHaveLength(turn + 2)
    }
  })
})

describe('says what is the matter, and no password', () => {
  const failure = async (path: string): Promise<{ reason: string; message: string }> => {
    const error = await PostgresStore.open({ path, busyDeadlineMs: 0 }).catch((given) => given)
    expect(error).toMatchObject({ name: 'StoreError' })
    expect(JSON.stringify([error, String(error), error.stack])).not.toContain(PASSWORD)
    expect(JSON.stringify(error.cause ?? null)).not.toContain(PASSWORD)
    return error
  }

  it('where nothing listens', async () => {
    const error = await failure(`postgres://me:${PASSWORD}@127.0.0.1:1/db`)
    expect(error).toMatchObject({ reason: 'io', retryable: true })
    expect(error.message).toContain('postgres://me@127.0.0.1:1/db')
    expect(error.message).toContain('cannot be reached')
  })

  it('where there is no such database', async () => {
    const url = new URL(await newDatabase())
    url.pathname = '/nowhere'
    url.password = PASSWORD
    expect((await failure(url.href)).message).toContain('createdb')
  })

  it('where the password is wrong', async () => {
    const path = await newDatabase()
    await asOwner((client) => client.query(`CREATE ROLE guarded LOGIN PASSWORD 'right'`))
    const url = new URL(path)
    url.username = 'guarded'
    url.password = PASSWORD
    const error = await failure(url.href)
    expect(error.message).toContain('refuses this user or password')
    url.password = ''
    expect((await failure(url.href)).message).toContain('refuses this user or password')
    url.searchParams.set('sslmode', 'verify-full')
    expect((await failure(url.href)).message).toContain('TLS')
  })

  it('where an address cannot be read', async () => {
    const error = await failure(`postgres://me:${PASSWORD}@[/db`)
    expect(error.message).toContain('cannot be read')
  })

  it('where a newer program made the tables, or nobody did', async () => {
    const path = await newStore()
    const change = 'UPDATE backchannel.schema_version SET version = 99'
    await asOwner((client) => client.query(change), path)
    expect(await failure(path)).toMatchObject({ reason: 'newer_schema', retryable: false })
    const empty = PostgresStore.open({ path: await newDatabase(), create: false })
    await expect(empty).rejects.toThrow('there is no event store')
  })

  it('where it may only be read, and where its tables were dropped', async () => {
    const path = await newStore()
    const alter = `ALTER DATABASE ${nameOf(path)} SET default_transaction_read_only = on`
    await asOwner((client) => client.query(alter))
    const rows = [new SampleEpisode('one').open()]
    const reader = await open(path)
    await expect(reader.log.append(rows)).rejects.toMatchObject({ reason: 'io' })
    const other = await newStore()
    const store = await open(other)
    await asOwner((client) => client.query('DROP SCHEMA backchannel CASCADE'), other)
    await expect(store.log.append(rows)).rejects.toMatchObject({ reason: 'gone' })
    await expect(store.log.load('one')).rejects.toMatchObject({ reason: 'gone' })
  })
})

it('waits for a server that another one keeps locked, and says so in the end', async () => {
  const path = await newStore()
  const store = await open(path, 0)
  await asOwner(async (client) => {
    await client.query('BEGIN; SELECT FROM backchannel.log_head FOR UPDATE')
    const rows = [new SampleEpisode('one').open()]
    await expect(store.log.append(rows)).rejects.toMatchObject({ reason: 'busy', retryable: true })
    await client.query('COMMIT')
    expect((await store.log.append(rows)).get('one')).toEqual({ status: 'stored' })
  }, path)
})

it('says that it is busy where connections are in use, not that it cannot be reached', async () => {
  const path = await newStore()
  const store = await open(path, 0)
  await store.log.append([new SampleEpisode('one').open()])
  const busy = { reason: 'busy', retryable: true, message: expect.not.stringContaining('reached') }
  await asOwner(async (client) => {
    await client.query('BEGIN; SELECT FROM backchannel.log_head FOR UPDATE')
    const appends = ['two', 'three'].map((name) =>
      expect(store.log.append([new SampleEpisode(name).open()])).rejects.toMatchObject(busy),
    )
    await Promise.all(appends)
    await client.query('COMMIT')
    await client.query('BEGIN; LOCK TABLE backchannel.episode IN ACCESS EXCLUSIVE MODE')
    const held = Array.from({ length: 8 }, () => store.log.load('one'))
    const waiting = store.log.load('one')
    await expect(waiting).rejects.toMatchObject(busy)
    await expect(waiting).rejects.toThrow('pg_stat_activity')
    await client.query('COMMIT')
    expect((await Promise.all(held)).every((found) => found?.rows.length === 1)).toBe(true)
  }, path)
})

it('commits to the disk, also where the server would not wait for it', async () => {
  const path = await newStore()
  await asOwner((client) =>
    client.query(`ALTER DATABASE ${nameOf(path)} SET synchronous_commit = off`),
  )
  const settingOf = async (address: string): Promise<unknown> => {
    const store = await open(address)
    await asOwner(async (client) => {
      await client.query(`CREATE OR REPLACE FUNCTION backchannel.listed_opening(payload text)
        RETURNS text LANGUAGE sql AS $$
        SELECT '{"labels":{"is":"' || current_setting('synchronous_commit') || '"}}' $$`)
    }, path)
    await store.log.append([new SampleEpisode(address.slice(-9)).open()])
    return (await store.log.list({ limit: 1 })).episodes[0]?.labels.is
  }
  expect(await settingOf(path)).toBe('on')
  expect(await settingOf(`${path}?synchronous_commit=off`)).toBe('off')
  await expect(open(`${path}?synchronous_commit=maybe`)).rejects.toThrow('is none of')
})

it('takes the longest names that clients may give, and text that it cannot hold', async () => {
  const store = await open(await newStore())
  const random = stream(1, 0, 'names')
  const long = (): string =>
    String.fromCodePoint(...Array.from({ length: 200 }, () => random.integer(0x10000, 0x1ffff)))
  const [run, id, generation] = [long(), long(), long()]
  const openKey = `group/${JSON.stringify([run, id, generation, 4_095])}`
  const group = { id, index: 4_095, generation }
  const named = new SampleEpisode('long', {
    ...{ run, group, openKey, taskId: long(), principal: 'p'.repeat(64), condition: 'clean' },
  })
  const strange = new SampleEpisode('strange', { openKey: 'a\0b\ud800', taskId: '\udfff' })
  const outcomes = await store.log.append([named.open(), strange.open()])
  expect([...outcomes.values()]).toEqual([{ status: 'stored' }, { status: 'stored' }])
  const key = { principal: 'p'.repeat(64), run, id }
  await store.book.saveHeartbeats([
    { group: key, generation, index: 4_095, begunMs: 1, lastHeartbeatMs: 2 },
  ])
  expect(await store.book.heartbeats(key)).toHaveLength(1)
  expect((await store.log.load('long'))?.summary.group).toEqual(group)
  const found = await store.log.load('strange')
  expect([found?.defect, found?.summary.openKey]).toEqual([null, 'a\ufffdb\ufffd'])
  const critique = { source: 'posted', text: 'a\0b\ud800', effect: null } as const
  expect(await store.book.putCritique('long', critique)).toEqual(critique)
})
