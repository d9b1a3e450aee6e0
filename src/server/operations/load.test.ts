// Guards that a stored log is checked for damage, and for writes of other servers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import { openPinnedDatabase } from '../../store/sqlite/pinned-database.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../wire/results.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-load-'))
let files = 0
const servers: InProcessServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const call = (name: string, given: object) => ({
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }],
})
const wrong = call('enter_code', { code: 'x' })
const TASK = { env: 'mock-v1', split: 'train', index: 3 }

async function connect(db: string): Promise<RpcSocket> {
  const server = await startInProcess({ db })
  servers.push(server)
  return RpcSocket.connect(server.url)
}

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const DAMAGE = [
  ['a payload', `UPDATE event SET payload = replace(payload, '"x"', '"y"') WHERE position = 1`],
  ['a hash', `UPDATE event SET hash = zeroblob(32) WHERE position = 2`],
  ['a row', `DELETE FROM event WHERE position = 1`],
  ['its last rows', `DELETE FROM event WHERE position > 1`],
  ['its principal', `UPDATE episode SET principal = 'other'`],
  ['its open key', `UPDATE episode SET open_key = 'other'`],
] as const

describe('an episode that is not as it was stored', () => {
  it.each(DAMAGE)('is neither served nor continued: %s', async (what, sql) => {
    const db = newPath()
    const rpc = await connect(db)
    const { episode_id } = await rpc.call<OpenResult>('episode.open', TASK)
    for (const seq of [1, 2]) await rpc.call('episode.step', { episode_id, seq, action: wrong })
    if (what === 'its last rows') await rpc.call('episode.close', { episode_id })
    await servers.pop()?.stop()
    const database = openPinnedDatabase(db)
    expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
    database.close()
    const again = await connect(db)
    const code = 'episode/damaged'
    for (const [method, more] of [
      ['episode.resume', {}],
      ['episode.step', { seq: 3, action: wrong }],
      ['episode.step', { seq: 1, action: wrong }],
      ['episode.fork', { position: 2 }],
      ['episode.close', {}],
    ] as const) {
      expect([method, await again.fault(method, { episode_id, ...more })]).toEqual([method, code])
    }
    const replay = `${servers[0]?.url}/v1/episodes/${episode_id}/replay`
    const report = (await (await fetch(replay, { method: 'POST' })).json()) as { verdict: string }
    expect(['broken_chain', 'verified', 'different']).toContain(report.verdict)
  })
})

describe('two servers on one store', () => {
  it('look at the head before they resume or close', async () => {
    const db = newPath()
    const one = await connect(db)
    const other = await connect(db)
    const { episode_id } = await one.call<OpenResult>('episode.open', TASK)
    await one.call('episode.step', { episode_id, seq: 1, action: wrong })
    const read = call('read_code', {})
    await other.call<StepResult>('episode.step', { episode_id, seq: 2, action: read })
    expect(await one.call<ResumeResult>('episode.resume', { episode_id })).toMatchObject({
      next_seq: 3,
    })
    await one.call('episode.step', { episode_id, seq: 3, action: wrong })
    expect(await other.call('episode.close', { episode_id })).toMatchObject({
      end_reason: 'client_closed',
      metrics: { turns: 3 },
    })
    expect(await one.call('episode.close', { episode_id, reason: 'turn_budget' })).toMatchObject({
      end_reason: 'client_closed',
    })
  })

  it('never apply an action without seq a second time', async () => {
    const db = newPath()
    const one = await connect(db)
    const other = await connect(db)
    const { episode_id } = await one.call<OpenResult>('episode.open', TASK)
    await one.call('episode.step', { episode_id, action: wrong })
    await other.call('episode.step', { episode_id, action: wrong })
    expect(await one.fault('episode.step', { episode_id, action: wrong })).toBe('step/conflict')
    expect(await other.call<ResumeResult>('episode.resume', { episode_id })).toMatchObject({
      next_seq: 3,
    })
    const same = { episode_id, seq: 3, action: wrong }
    await other.call('episode.step', same)
    expect(await one.call<StepResult>('episode.step', same)).toMatchObject({ seq: 3 })
  })

  it('answer a step with seq like a single server, whichever was first', async () => {
    const db = newPath()
    const [one, other] = [await connect(db), await connect(db)]
    const { episode_id } = await one.call<OpenResult>('episode.open', TASK)
    const step = (seq: number, action: object = wrong) => ({ episode_id, seq, action })
    const first = await one.call<StepResult>('episode.step', step(1))
    expect(await other.call('episode.step', step(1))).toEqual(first)
    for (const seq of [2, 3]) await other.call('episode.step', step(seq))
    // Behind by two: the next of all is neither stale nor in the future.
    expect(await one.call<StepResult>('episode.step', step(4))).toMatchObject({ seq: 4 })
    expect(await one.fault('episode.step', step(9))).toBe('step/future_seq')
    expect(await other.fault('episode.step', step(4, call('read_code', {})))).toBe('step/stale_seq')
    const both = [one, other].map((rpc) => rpc.call<StepResult>('episode.step', step(5)))
    const [left, right] = await Promise.all(both)
    expect(left).toEqual(right)
    await one.call('episode.close', { episode_id })
    expect(await other.fault('episode.step', step(6))).toBe('episode/closed')
  })
})
