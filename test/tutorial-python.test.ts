// Guards that the Python tutorial's code, taken from the page, is served, played and replayed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL } from '../src/server/principal.ts'
import type { RunningServer } from '../src/server/serve.ts'
import type { CheckedParams } from '../src/wire/operations.ts'
import { codeBlocks } from './support/documents.ts'
import { startServer } from './support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-stock-count-'))
let server: RunningServer

beforeAll(async () => {
  const source = codeBlocks('docs/writing-an-environment-in-python.md', 'python').join('\n\n')
  writeFileSync(join(folder, 'stock_count.py'), source)
  const world = { module: 'stock_count', folder, workers: 2 }
  server = await startServer({ environments: [{ python: world }] })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

type Given = CheckedParams<'episode.step'>['action']

const call = (name: string, given: Record<string, string | number>): Given => ({
  tool_calls: [{ id: 'call_1', type: 'function' as const, function: { name, arguments: given } }],
})

it('is listed with the tasks that it made, and what may be told of them', async () => {
  const { tasks } = await server.host.call('task.list', LOCAL, {
    env: 'stock-count-v1',
    split: 'val',
    from: 0,
    limit: 1,
    hidden: false,
  })
  expect(tasks).toEqual([{ id: 'val-000000', split: 'val', index: 0, difficulty: 1, shelves: 2 }])
})

it('is played to its end, and its log is consistent with its records', async () => {
  const { host } = server
  const opened = await host.call('episode.open', LOCAL, {
    env: 'stock-count-v1',
    split: 'val',
    index: 1,
  })
  const { episode_id } = opened
  expect(opened.messages.at(-1)?.content).toBe('How many boxes are there?')
  const step = (action: Given) => host.call('episode.step', LOCAL, { episode_id, action })
  let total = 0
  for (const shelf of ['left', 'right']) {
    const { messages } = await step(call('look', { shelf }))
    total += Number(/^\d+/.exec(messages[0]?.content ?? '')?.[0])
  }
  const refused = await step(call('look', { shelf: 'middle' }))
  expect(refused.messages[0]?.content).toMatch(/^The arguments of look are not valid/)
  const last = await step(call('report', { total }))
  expect(last).toMatchObject({ reward: 1, terminated: true })
  expect(last.info).toMatchObject({ end_reason: 'answered', metrics: { success: 1, looks: 2 } })
  const report = await host.call('episode.replay', LOCAL, { episode_id })
  expect(report).toMatchObject({ verdict: 'consistent', rows: 5 })
})
