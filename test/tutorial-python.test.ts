// Guards that the Python tutorial's code, taken from the page, is served, played and replayed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL } from '../src/server/principal.ts'
import type { CheckedParams } from '../src/wire/operations.ts'
import { finished, spawnCommand } from './support/command-process.ts'
import { codeBlocks } from './support/documents.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-stock-count-'))
const WORLDS = fileURLToPath(new URL('./python-worlds', import.meta.url))
/** Classes of `critiquing.py`. */
const FAILING = ['Raises', 'Endless', 'Dies', 'NoText', 'Long']
let server: InProcessServer

beforeAll(async () => {
  const source = codeBlocks('docs/environments.md', 'python').join('\n\n')
  writeFileSync(join(folder, 'stock_count.py'), source)
  const world = { module: 'stock_count', folder, workers: 2 }
  const failing = FAILING.map((name) => {
    const module = `critiquing:${name}`
    return { python: { module, folder: WORLDS, workers: 1, deadline_ms: 500 } }
  })
  server = await startInProcess({ environments: [{ python: world }, ...failing] })
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

it('becomes rows to train on, by the configuration alone', async () => {
  const config = join(folder, 'backchannel.config.yaml')
  writeFileSync(config, `environments: [{ python: { module: stock_count, folder: ${folder} } }]\n`)
  const task = ['--env', 'stock-count-v1', '--split', 'val', '--count', '2']
  const out = ['--config', config, '--out', join(folder, 'rows.jsonl')]
  // A process of its own: the environments of a command line are those of its process.
  const written = await finished(spawnCommand(['export', '--format', 'rl', ...task, ...out]))
  expect([written.code, written.err]).toEqual([0, expect.stringContaining('Wrote 2 rows')])
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

/** Opens the next rollout of a group whose rollouts wait for each other. */
function openInGroup(env: string, index: number) {
  const group = {
    run: 'run',
    id: env,
    index,
    size: 2,
    generation: 'one',
    mode: 'feedback' as const,
  }
  const feedback = { clean_share: 0 }
  return server.host.call('episode.open', LOCAL, {
    env,
    split: 'train',
    index: 0,
    group: { ...group, feedback },
  })
}

/** What the second rollout of a group is told after the first one failed. */
async function toldAfterFailure(env: string): Promise<string> {
  const { episode_id } = await openInGroup(env, 0)
  await server.host.call('episode.close', LOCAL, { episode_id })
  const { messages } = await openInGroup(env, 1)
  return messages.map(({ content }) => content).join('\n')
}

it('tells the next rollout of a group what its critique says', async () => {
  expect(await toldAfterFailure('stock-count-v1')).toContain('Look at each shelf once and add')
})

it.each(['raises-critique-v1', 'endless-critique-v1', 'dies-critique-v1', 'no-text-critique-v1'])(
  'goes on with a group whose critique fails: %s',
  async (env) => {
    const told = await toldAfterFailure(env)
    expect(told).toContain('Say yes.')
    expect(told).not.toMatch(/SECRET|python\/|Traceback/)
  },
)

it('cuts a critique that has no end', async () => {
  const told = await toldAfterFailure('long-critique-v1')
  expect(told).toContain('Say yes. Say yes.')
  expect(told.length).toBeLessThan(20_000)
})

it('tells nobody but the operator what a function says when it fails', async () => {
  const { host } = server
  const open = { env: 'raises-critique-v1', split: 'train', index: 1 }
  const { episode_id } = await host.call('episode.open', LOCAL, open)
  const action = call('say', { word: 'no' })
  const step = async () => host.call('episode.step', LOCAL, { episode_id, action })
  const fault: unknown = await step().catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: expect.stringContaining('python/raised in step') })
  const rows = await host.call('episode.log', LOCAL, { episode_id, from: 1, public: false })
  expect(JSON.stringify([fault, rows])).not.toContain('SECRET')
})
