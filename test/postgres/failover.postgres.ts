// Guards what is kept where a standby takes the place of a PostgreSQL server that was lost.
import { afterEach, describe, expect, it } from 'vitest'
import { PostgresStore } from '../../src/store/postgres.ts'
import { SAMPLE_WORLD, SampleEpisode } from '../../src/store/sample.contract.ts'
import { type Cluster, type Standby, startCluster, startStandby } from './support/cluster.ts'
import { asOwner } from './support/databases.ts'

const EPISODES = 8
/** Rows that are acknowledged before the server is lost. */
const ROWS = 400

const clusters: Cluster[] = []
const stores: PostgresStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  for (const cluster of clusters.splice(0)) await cluster.remove()
})

async function open(cluster: Cluster, commit = ''): Promise<PostgresStore> {
  const path = `${cluster.address('postgres')}${commit}`
  const store = await PostgresStore.open({ path, busyDeadlineMs: 0 })
  stores.push(store)
  return store
}

/** A server and one that follows it; `names` says which standbys commits wait for. */
async function pair(names: string): Promise<{ primary: Cluster; standby: Standby }> {
  const primary = await startCluster(['fsync = off'])
  clusters.push(primary)
  const empty = await open(primary)
  await empty.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  await empty.close()
  const standby = await startStandby(primary)
  clusters.push(standby)
  await asOwner(async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await client.query('SELECT pg_reload_conf()')
    await follows((text) => client.query(text), names === '' ? 'async' : 'sync')
  }, primary.address('postgres'))
  return { primary, standby }
}

type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>

/** Waits until a standby follows in this state, and has all that was written. */
async function follows(query: Query, state: string): Promise<void> {
  const text = `SELECT FROM pg_stat_replication WHERE state = 'streaming'
    AND sync_state = '${state}' AND flush_lsn >= pg_current_wal_lsn()`
  for (let look = 0; look < 600; look++) {
    if ((await query(text)).rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no standby follows as ${state}`)
}

/** Plays on all episodes until the server is lost, and tells which hashes were acknowledged. */
async function playUntilLost(store: PostgresStore, lose: () => Promise<void>) {
  const acknowledged = new Map<string, string[]>()
  let rows = 0
  let lost: Promise<void> | undefined
  const play = async (sample: SampleEpisode, own: string[]): Promise<void> => {
    for (let row = sample.open(); ; row = sample.step()) {
      const outcomes = await store.log.append([row])
      if (outcomes.get(row.episode)?.status !== 'stored') throw new Error('a row was refused')
      own.push(row.hash)
      rows += 1
      if (rows >= ROWS) lost ??= lose()
    }
  }
  const players = Array.from({ length: EPISODES }, async (_, at) => {
    const own: string[] = []
    acknowledged.set(`episode ${at}`, own)
    await play(new SampleEpisode(`episode ${at}`), own).catch(() => undefined)
  })
  await Promise.all(players)
  await lost
  return acknowledged
}

/** Acknowledged rows that the store does not have. What it has must be whole. */
async function lostIn(store: PostgresStore, acknowledged: ReadonlyMap<string, string[]>) {
  let lost = 0
  for (const [episode, hashes] of acknowledged) {
    const found = await store.log.load(episode)
    expect(found?.defect ?? null).toBe(null)
    const kept = found?.rows.map(({ hash }) => hash) ?? []
    const common = Math.min(kept.length, hashes.length)
    expect(kept.slice(0, common)).toEqual(hashes.slice(0, common))
    lost += Math.max(0, hashes.length - kept.length)
  }
  expect((await store.check()).problems).toEqual([])
  return lost
}

describe('where commits wait for the standby', () => {
  for (const commit of ['on', 'remote_write', 'remote_apply']) {
    it(`(${commit}) no acknowledged row is lost`, async () => {
      const { primary, standby } = await pair('standby')
      const store = await open(primary, `?synchronous_commit=${commit}`)
      const acknowledged = await playUntilLost(store, () => primary.halt('SIGKILL'))
      standby.promote()
      expect(await lostIn(await open(standby), acknowledged)).toBe(0)
    })
  }
})

describe('where they do not', () => {
  it('only what the standby had not received is lost, and play goes on from the rest', async () => {
    const { primary, standby } = await pair('')
    const store = await open(primary)
    const acknowledged = await playUntilLost(store, () => primary.halt('SIGKILL'))
    standby.promote()
    const next = await open(standby)
    const lost = await lostIn(next, acknowledged)
    const all = [...acknowledged.values()].flat().length
    console.log(`asynchronous standby: ${lost} of ${all} acknowledged rows lost`)
    const late = new SampleEpisode('late')
    expect((await next.log.append([late.open()])).get('late')).toEqual({ status: 'stored' })
  })

  it('a standby that was away lacks all since then, and refuses what builds on it', async () => {
    const { primary, standby } = await pair('')
    const store = await open(primary)
    const sample = new SampleEpisode('one')
    await store.log.append([sample.open(), sample.step()])
    await asOwner(
      (client) => follows((text) => client.query(text), 'async'),
      primary.address('postgres'),
    )
    await standby.halt('SIGINT')
    await store.log.append([sample.step(), sample.step()])
    await primary.halt('SIGKILL')
    await standby.start()
    standby.promote()
    const next = await open(standby)
    expect((await next.log.load('one'))?.rows).toHaveLength(2)
    const outcomes = await next.log.append([sample.step()])
    expect(outcomes.get('one')).toMatchObject({ status: 'conflict' })
  })

  it('a server whose address leads to a standby is not ready', async () => {
    const { standby } = await pair('')
    const store = await open(standby)
    await expect(store.ready()).rejects.toThrow('standby')
  })
})
