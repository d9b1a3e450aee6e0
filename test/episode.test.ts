// Guards the main job: an episode over WebSocket is stored, repeated, resumed, forked and replayed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { mockTask } from '../src/env/mock/task.ts'
import type { CloseResult, OpenResult, ResumeResult, StepResult } from '../src/wire/results.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const servers: InProcessServer[] = []
const folders: string[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function start(db = ':memory:'): Promise<{ server: InProcessServer; rpc: RpcSocket }> {
  const server = await startInProcess({ db })
  servers.push(server)
  return { server, rpc: await RpcSocket.connect(server.url) }
}

const call = (name: string, given: object) => ({
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }],
})
const open = { env: 'mock-v1', split: 'train', index: 3 }
const { code } = mockTask('train', 3)

describe('an episode', () => {
  it('is opened, played to its end and closed', async () => {
    const { rpc } = await start()
    const opened = await rpc.call<OpenResult>('episode.open', open)
    expect(opened).toMatchObject({ env: 'mock-v1', seed: null, next_seq: 1, condition: 'clean' })
    expect(opened.messages.map((message) => message.role)).toEqual(['system', 'user'])
    expect(opened.tools.map((tool) => tool.function.name)).toEqual(['read_code', 'enter_code'])
    expect(JSON.stringify([opened.task, opened.messages, opened.tools])).not.toContain(code)
    const { episode_id } = opened
    const read = await rpc.call<StepResult>('episode.step', {
      episode_id,
      seq: 1,
      action: call('read_code', { milliseconds: 5 }),
    })
    expect(read.messages[0]?.content).toBe(`The label says ${code}.`)
    const won = await rpc.call<StepResult>('episode.step', {
      episode_id,
      seq: 2,
      action: call('enter_code', { code }),
    })
    expect(won).toMatchObject({ reward: 1, terminated: true, truncated: false })
    expect(won.info).toMatchObject({ score: 1, end_reason: 'completed', metrics: { success: 1 } })
    const closed = await rpc.call<CloseResult>('episode.close', { episode_id })
    expect(closed).toMatchObject({ reward: 1, end_reason: 'completed' })
  })

  it('follows the seq rule in its order', async () => {
    const { rpc } = await start()
    const { episode_id } = await rpc.call<OpenResult>('episode.open', open)
    const step = (seq: number | undefined, action: object, id = episode_id) => ({
      episode_id: id,
      ...(seq === undefined ? {} : { seq }),
      action,
    })
    const wrong = call('enter_code', { code: '0' })
    expect(await rpc.fault('episode.step', step(1, wrong, 'ep_none'))).toBe('episode/not_found')
    const first = await rpc.call<StepResult>('episode.step', step(1, wrong))
    expect(await rpc.call('episode.step', step(1, wrong))).toEqual(first)
    expect(await rpc.fault('episode.step', step(1, { content: 'x' }))).toBe('step/stale_seq')
    expect(await rpc.fault('episode.step', step(5, wrong))).toBe('step/future_seq')
    const slow = call('read_code', { milliseconds: 80 })
    const running = rpc.call<StepResult>('episode.step', step(2, slow))
    const same = rpc.call<StepResult>('episode.step', step(2, slow))
    expect(await rpc.fault('episode.step', step(2, wrong))).toBe('step/in_flight')
    expect(await rpc.fault('episode.step', step(undefined, wrong))).toBe('step/in_flight')
    expect(await same).toEqual(await running)
    await rpc.call('episode.step', step(3, call('enter_code', { code })))
    expect(await rpc.call('episode.step', step(1, wrong))).toEqual(first)
    expect(await rpc.fault('episode.step', step(4, wrong))).toBe('episode/closed')
  })

  it('is opened once for one key', async () => {
    const { rpc } = await start()
    const [one, two] = await Promise.all([
      rpc.call<OpenResult>('episode.open', { ...open, open_key: 'k' }),
      rpc.call<OpenResult>('episode.open', { ...open, open_key: 'k' }),
    ])
    expect(two).toEqual(one)
    const other = { ...open, index: 4, open_key: 'k' }
    expect(await rpc.fault('episode.open', other)).toBe('episode/key_reused')
  })

  it('is resumed from the log by another server on the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backchannel-'))
    folders.push(folder)
    const db = join(folder, 'episodes.db')
    const { server, rpc } = await start(db)
    const { episode_id } = await rpc.call<OpenResult>('episode.open', open)
    const action = call('enter_code', { code: '0' })
    const before = await rpc.call<StepResult>('episode.step', { episode_id, seq: 1, action })
    await server.stop()
    const { rpc: again } = await start(db)
    const resumed = await again.call<ResumeResult>('episode.resume', { episode_id })
    expect(resumed).toMatchObject({ next_seq: 2, closed: false, last: before })
    expect(resumed.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ])
    expect(await again.call('episode.step', { episode_id, seq: 1, action })).toEqual(before)
    const won = await again.call<StepResult>('episode.step', {
      episode_id,
      seq: 2,
      action: call('enter_code', { code }),
    })
    expect(won.info.score).toBe(0.9)
  })

  it('is forked at any step and goes its own way', async () => {
    const { rpc, server } = await start()
    const { episode_id } = await rpc.call<OpenResult>('episode.open', open)
    for (const seq of [1, 2]) {
      const action = call('enter_code', { code: '0' })
      await rpc.call('episode.step', { episode_id, seq, action })
    }
    const fork = { episode_id, position: 1, open_key: 'fork' }
    const forked = await rpc.call<ResumeResult>('episode.fork', fork)
    expect(forked).toMatchObject({ next_seq: 2, info: { score: -0.1 } })
    expect(await rpc.call('episode.fork', fork)).toEqual(forked)
    const won = await rpc.call<StepResult>('episode.step', {
      episode_id: forked.episode_id,
      seq: 2,
      action: call('enter_code', { code }),
    })
    expect(won.info.score).toBe(0.9)
    expect(await rpc.fault('episode.fork', { episode_id, position: 3 })).toBe('episode/no_position')
    expect(await rpc.fault('episode.fork', { ...fork, seed: 5 })).toBe('seed/unused')
    const report = await fetch(`${server.url}/v1/episodes/${forked.episode_id}/replay`, {
      method: 'POST',
    })
    expect(await report.json()).toMatchObject({ verdict: 'verified', rows: 3 })
  })

  it('is watched from any position without gap or repetition', async () => {
    const { rpc, server } = await start()
    const { episode_id } = await rpc.call<OpenResult>('episode.open', open)
    const action = call('enter_code', { code: '0' })
    await rpc.call('episode.step', { episode_id, seq: 1, action })
    const viewer = await RpcSocket.connect(server.url)
    expect(await viewer.call('episode.watch', { episode_id, from: 1 })).toEqual({
      episode_id,
      position: 1,
    })
    for (const seq of [2, 3]) await rpc.call('episode.step', { episode_id, seq, action })
    await viewer.call('env.list', {})
    const positions = viewer.others.map((row) => (row.params as { position: number }).position)
    expect(positions).toEqual([1, 2, 3])
  })

  it('plays many episodes in one frame', async () => {
    const { rpc } = await start()
    const ids = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const opened = await rpc.call<OpenResult>('episode.open', { ...open, index })
        return opened.episode_id
      }),
    )
    const batch = ids.map((episode_id, index) => ({
      jsonrpc: '2.0',
      id: `b${index}`,
      method: 'episode.step',
      params: { episode_id, action: call('enter_code', { code: '0' }) },
    }))
    const answers = (await rpc.raw(JSON.stringify(batch))) as { id: string; result: StepResult }[]
    expect(answers.map((answer) => [answer.id, answer.result.reward])).toEqual([
      ['b0', -0.1],
      ['b1', -0.1],
      ['b2', -0.1],
    ])
    const twice = (await rpc.raw(JSON.stringify([batch[0], batch[0]]))) as {
      error?: { data: { code: string } }
    }[]
    expect(twice[1]?.error?.data.code).toBe('request/not_batchable')
  })
})
