// Guards revisions: a log of another revision says so, keeps its recorded answers, and never fails.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useEnvironments } from '../src/cli/environments.ts'
import { storeSource } from '../src/cli/logs/store-source.ts'
import { reportText, verifyAll } from '../src/cli/replay/verify-all.ts'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { mock } from '../src/env/mock/index.ts'
import type { AnyEnvironment } from '../src/env/plugin.ts'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { LOCAL } from '../src/server/principal.ts'
import { openPinnedDatabase } from '../src/store/sqlite/pinned-database.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

const OLD = new URL('fixtures/stores/before-revisions.sql', import.meta.url)
/** The episodes of that store. */
const [CALL_OPEN, CALL_OVER] = [
  'ep_01a21fa41a5f460785acc6fa24f80985',
  'ep_01a21fa41a954bcfa67667a48cf8af86',
] as const
const [BOX, MEMBER] = [
  'ep_01a21fa41b0446dc87a3e2d3ede06231',
  'ep_01a21fa41b434cb5b2d8c2adfe6de7c1',
] as const

/** Stands for a world that has changed since: it plays nothing of these logs as it was recorded. */
const changed: AnyEnvironment = { ...mock, id: 'phone-call-v1' }
const HERE = [...ENVIRONMENTS, changed]
beforeAll(() => useEnvironments([{ environment: changed, modules: () => new Set() }]))
// Other tests share the process.
afterAll(() => useEnvironments([]))

const folder = mkdtempSync(join(tmpdir(), 'backchannel-revisions-'))
const servers: InProcessServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newPath = (): string => join(folder, `${files++}.db`)

function oldStore(): string {
  const path = newPath()
  const database = openPinnedDatabase(path)
  database.exec(readFileSync(OLD, 'utf8'))
  database.close()
  return path
}

async function serving(db: string, environments: readonly AnyEnvironment[] = HERE) {
  const server = await serveInProcess({
    config: configSchema.parse({ port: 0, db }),
    dataSets: builtInDataSets(),
    environments,
    log: SILENT_LOG,
  })
  servers.push(server)
  return server.host
}

const call = (name: string, given: object) => ({
  content: '',
  tool_calls: [
    { id: 'call_1', type: 'function' as const, function: { name, arguments: given as never } },
  ],
})
const read = call('read_code', {})

/** What is refused with. */
const faultOf = async (promise: unknown): Promise<{ code: string; message: string }> =>
  (promise as Promise<unknown>).then(
    () => ({ code: 'none', message: '' }),
    (error: { code: string; message: string }) => error,
  )

const OTHER = {
  code: 'episode/other_revision',
  message: expect.stringMatching(/ was recorded by revision 0 of .*; this program has revision 1$/),
  details: { revision: 0, revision_here: 1 },
}

describe('an episode that was recorded before revisions were stored', () => {
  it('is answered from its log, and not played on', async () => {
    const host = await serving(oldStore())
    const resumed = await host.call('episode.resume', LOCAL, { episode_id: CALL_OPEN })
    expect(resumed).toMatchObject({ revision: 0, revision_here: 1, next_seq: 2, closed: false })
    const again = await host.call('episode.step', LOCAL, {
      episode_id: CALL_OPEN,
      seq: 1,
      action: { content: 'Hello.' },
    })
    expect(again).toEqual(resumed.last)
    const next = { episode_id: CALL_OPEN, seq: 2, action: { content: 'Hello.' } }
    expect(await faultOf(host.call('episode.step', LOCAL, next))).toMatchObject(OTHER)
    const played = { episode_id: BOX, player: 'oracle' }
    expect(await faultOf(host.call('episode.continue', LOCAL, played))).toMatchObject(OTHER)
    const over = await host.call('episode.close', LOCAL, { episode_id: CALL_OVER })
    expect(over).toMatchObject({ end_reason: 'gave_up', reward: 0 })
    const rows = await host.call('episode.log', LOCAL, {
      ...{ episode_id: CALL_OVER, from: 0, public: true },
    })
    expect(rows[0]?.view).toMatchObject({ revision: 0 })
  })

  it('is called by its revision in lists and reports, if it plays the same or not', async () => {
    const host = await serving(oldStore())
    const { episodes } = await host.call('episode.list', LOCAL, {
      ...{ limit: 10, order: 'oldest', count: 'none' },
    })
    expect(episodes.map(({ revision }) => revision)).toEqual([0, 0, 0, 0])
    const checked = async (episode_id: string) => host.call('episode.replay', LOCAL, { episode_id })
    const both = { revision: 0, revision_here: 1 }
    expect(await checked(BOX)).toMatchObject({ verdict: 'verified', ...both })
    const reason = expect.stringMatching(/^recorded by revision 0 of phone-call-v1, before /)
    for (const id of [CALL_OPEN, CALL_OVER]) {
      expect(await checked(id)).toMatchObject({ verdict: 'other_revision', reason, ...both })
    }
  })

  it('is told to others by the rules that are here, or refused by its revision', async () => {
    const db = oldStore()
    const told = await (await serving(db)).call('episode.account', LOCAL, {
      episode_id: CALL_OVER,
    })
    expect(told).toMatchObject({ outcome: 'failed' })
    await servers.pop()?.stop()
    const environments = HERE.map((one) => ({
      ...one,
      teaching: {
        ...one.teaching,
        critique: () => {
          throw new TypeError('these rules know nothing of it')
        },
      },
    }))
    const host = await serving(db, environments)
    const asked = host.call('episode.account', LOCAL, { episode_id: CALL_OVER })
    expect(await faultOf(asked)).toMatchObject(OTHER)
  })

  it('is no defect for "replay --all"', async () => {
    const source = await storeSource(oldStore())
    const { text, defects } = await verifyAll(source)
    expect(text).toContain('2 verified, 2 played otherwise by another revision, 0 different')
    expect(text).toMatch(/other revision: recorded by revision 0 of phone-call-v1/)
    expect([defects, /TypeError|is not a function/.exec(text)]).toEqual([0, null])
    await source.close()
  })

  it('can be forked where it plays as recorded, and the fork is of this revision', async () => {
    const host = await serving(oldStore())
    const fork = await host.call('episode.fork', LOCAL, { episode_id: BOX, position: 1 })
    expect(fork).toMatchObject({ revision: 1, next_seq: 2 })
    const step = { episode_id: fork.episode_id, seq: 2, action: read }
    expect(await host.call('episode.step', LOCAL, step)).toMatchObject({ seq: 2 })
    const report = await host.call('episode.replay', LOCAL, { episode_id: fork.episode_id })
    expect(report).toMatchObject({ verdict: 'verified', revision: 1 })
    const other = host.call('episode.fork', LOCAL, { episode_id: CALL_OPEN, position: 1 })
    expect(await faultOf(other)).toMatchObject(OTHER)
  })

  it('can be closed, as no attempt', async () => {
    const db = oldStore()
    const host = await serving(db)
    const closed = await host.call('episode.close', LOCAL, { episode_id: CALL_OPEN })
    expect(closed).toMatchObject({ end_reason: 'abandoned', metrics: { success: 0, turns: 1 } })
    expect(await host.call('episode.close', LOCAL, { episode_id: CALL_OPEN })).toEqual(closed)
    const fault = await host.call('episode.close', LOCAL, { episode_id: BOX, fault: true })
    expect(fault).toMatchObject({ end_reason: 'client_fault', fault: true })
  })

  it('takes no other rollout into its group', async () => {
    const host = await serving(oldStore())
    const group = { run: 'old', id: 'g', size: 2, mode: 'feedback' as const, generation: 'one' }
    const open = (index: number, generation = 'one') =>
      host.call('episode.open', LOCAL, {
        ...{ env: 'mock-v1', split: 'train', index: 4 },
        group: { ...group, index, generation },
        wait: false,
      })
    const mixed = await faultOf(open(1))
    expect(mixed.code).toBe('group/mismatch')
    expect(mixed.message).toContain('has revision 0, this request has 1')
    expect(await open(0, 'two')).toMatchObject({ revision: 1 })
    const status = await host.call('episode.resume', LOCAL, { episode_id: MEMBER })
    expect(status).toMatchObject({ revision: 0 })
  })
})

describe('a later revision of an environment', () => {
  const next: AnyEnvironment = {
    ...mock,
    revision: 2,
    step: () => {
      throw new TypeError('this revision knows nothing of it')
    },
  }

  it('says which one recorded a log that it plays differently', async () => {
    const db = newPath()
    const first = await serving(db, [mock])
    const asked = { env: 'mock-v1', split: 'train', index: 0 }
    const { episode_id, revision } = await first.call('episode.open', LOCAL, asked)
    const answer = await first.call('episode.step', LOCAL, { episode_id, seq: 1, action: read })
    await servers.pop()?.stop()
    expect(revision).toBe(1)
    const host = await serving(db, [next])
    const report = await host.call('episode.replay', LOCAL, { episode_id })
    expect(report).toMatchObject({
      ...{ verdict: 'other_revision', revision: 1, revision_here: 2 },
      difference: { position: 1, path: '' },
    })
    expect(reportText(report)).toContain('recorded by revision 1 of mock-v1; this program has')
    const same = await host.call('episode.step', LOCAL, { episode_id, seq: 1, action: read })
    expect(JSON.stringify(same)).toBe(JSON.stringify(answer))
    const more = host.call('episode.step', LOCAL, { episode_id, seq: 2, action: read })
    expect(await faultOf(more)).toMatchObject({ details: { revision: 1, revision_here: 2 } })
  })

  it('is told from the same revision that plays otherwise, which is a difference', async () => {
    const db = newPath()
    const first = await serving(db, [mock])
    const asked = { env: 'mock-v1', split: 'train', index: 0 }
    const { episode_id } = await first.call('episode.open', LOCAL, asked)
    await first.call('episode.step', LOCAL, { episode_id, seq: 1, action: read })
    await servers.pop()?.stop()
    const host = await serving(db, [{ ...next, revision: 1 }])
    const report = await host.call('episode.replay', LOCAL, { episode_id })
    expect(report).toMatchObject({ verdict: 'different', difference: { position: 1 } })
    expect(reportText(report)).toContain('fails at position 1, where the log has an answer')
    const resumed = await host.call('episode.resume', LOCAL, { episode_id })
    expect(resumed).toMatchObject({ next_seq: 2, revision: 1 })
    const more = host.call('episode.step', LOCAL, { episode_id, seq: 2, action: read })
    expect((await faultOf(more)).code).toBe('episode/unverifiable')
  })
})
