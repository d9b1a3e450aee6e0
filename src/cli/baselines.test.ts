// Guards the command that measures a policy on all worlds: rows stored once, tokens counted.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { say, startOpenaiServer } from '../../test/openai-server.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { phoneLearner } from '../env/phone-call/players/learner/index.ts'
import { type BaselineRow, parseBaselineRows, rowKey } from '../train-bridge/baselines/row.ts'
import { LocalPolicy } from '../train-bridge/local/policy/policy.ts'
import { freshCheckpoint, writeCheckpoint } from '../train-bridge/local/training/checkpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-baselines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const out = (name: string): string[] => ['--out', join(folder, name)]
const few = ['--tasks', '2', '--rollouts', '2']
const baselines = (...words: string[]) => runCommand('baselines', ...words)
const rowsOf = (name: string): BaselineRow[] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BaselineRow)

it('adds a row for each level, and measures none of them again', async () => {
  const once = ['--policy', 'oracle', '--only', 'phone-seed', ...few, ...out('oracle')]
  const first = await baselines(...once)
  expect(first.code).toBe(0)
  const rows = rowsOf('oracle')
  expect(rows.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5])
  expect(rows.map(({ first_try }) => first_try.rate)).toEqual([1, 1, 1, 1, 1])
  expect(rows.map(({ all_of_k, tasks }) => [tasks, all_of_k?.k, all_of_k?.mean])).toEqual(
    rows.map(() => [2, 2, 1]),
  )
  // Two of two are no proof: Wilson's lower bound.
  expect(rows[0]?.all_of_k?.low).toBeCloseTo(0.342, 3)
  expect(first.out).toContain('| --- | ---: | --- | ---: |')
  const again = await baselines(...once)
  expect(again.out).toBe(first.out)
  expect(rowsOf('oracle')).toEqual(rows)
  expect((await baselines(...once, '--seed', '1')).code).toBe(0)
  expect(rowsOf('oracle')).toHaveLength(10)
})

it('plays only the worlds that a policy knows', async () => {
  const { err, code } = await baselines('--policy', 'habit', '--only', 'math', ...few)
  expect(code).toBe(2)
  expect(err).toContain('plays phone-call-v2 only')
  const unknown = await baselines('--policy', 'oracle', '--only', 'chess')
  expect([unknown.code, unknown.err.includes('phone-seed')]).toEqual([2, true])
})

it('plays only the levels that are named', async () => {
  const two = ['--level', '2', '--level', '4', '--only', 'phone-seed', ...few]
  expect((await baselines('--policy', 'oracle', ...two, ...out('levels'))).code).toBe(0)
  expect(rowsOf('levels').map(({ level }) => level)).toEqual([2, 4])
})

it('says if a model never calls the tools that a world needs', async () => {
  const server = await startOpenaiServer(say('Hello.'))
  try {
    const model = ['--policy', 'openai', '--model', 'm', '--base-url', server.baseUrl]
    const easy = [...few, '--level', '1', ...out('talker')]
    const phone = await baselines(...model, '--only', 'phone-seed', ...easy)
    expect(phone.err).toContain('phone-seed, level 1: no rollout called a tool')
    expect((await baselines(...model, '--only', 'math', ...easy)).err).not.toContain('no rollout')
  } finally {
    await server.close()
  }
})

it('counts the tokens of a model, and prices them', async () => {
  const server = await startOpenaiServer(say('The answer is \\boxed{0}'))
  try {
    const model = ['--policy', 'openai', '--model', 'm', '--base-url', server.baseUrl]
    const { code } = await baselines(...model, '--only', 'math', ...few, ...out('model'))
    expect(code).toBe(0)
    for (const { tokens, episodes } of rowsOf('model')) {
      // Without a failure before, each episode of this model is one turn of 1 + 1 tokens.
      expect(tokens).toEqual({ prompt: episodes, completion: episodes })
    }
    const cold = ['--temperature', '0', '--max-tokens', '9', '--thoughts', 'drop']
    await baselines(...model, ...cold, '--only', 'math', ...few, ...out('model'))
    const asked = rowsOf('model').map((row) => [row.temperature, row.max_tokens, row.thoughts])
    expect(new Set(asked.map(String)).size).toBe(2)
    const prices = ['--price-prompt', '1000', '--price-completion', '2000']
    const { out: text } = await baselines('table', join(folder, 'model'), ...prices)
    expect(text).toContain('| 1 + 1 | 3.00 |')
  } finally {
    await server.close()
  }
})

it('plays a checkpoint in its own world', async () => {
  const file = join(folder, 'checkpoint.bin')
  writeCheckpoint(file, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
  const policy = `checkpoint:${file}`
  const { code } = await baselines(
    '--policy',
    policy,
    '--only',
    'phone-seed',
    ...few,
    ...out('own'),
  )
  expect(code).toBe(0)
  expect(new Set(rowsOf('own').map((row) => row.policy))).toEqual(new Set([policy]))
  const { err } = await baselines('--policy', policy, '--only', 'math', ...few)
  expect(err).toContain('plays phone-call-v2 only')
})

it('measures a checkpoint again after its weights have changed', async () => {
  const file = join(folder, 'trained.bin')
  const measure = async (weight: number): Promise<number> => {
    const trained = new LocalPolicy(phoneLearner, 'linear', 1)
    trained.weights[0] = weight
    writeCheckpoint(file, freshCheckpoint(trained))
    const words = ['--only', 'phone-seed', '--level', '1', ...few, ...out('trained')]
    expect((await baselines('--policy', `checkpoint:${file}`, ...words)).code).toBe(0)
    return rowsOf('trained').length
  }
  expect([await measure(1), await measure(1), await measure(2)]).toEqual([1, 1, 2])
})

it('refuses a split that has no end', async () => {
  const { code, err } = await baselines('--policy', 'oracle', '--split', 'stream', ...few)
  expect(code).toBe(2)
  expect(err).toContain('the split "stream" of phone-call-v2 has no end')
})

it('stores no row that lacks rollouts', async () => {
  const gone = ['--policy', 'openai', '--model', 'm', '--base-url', 'http://127.0.0.1:9/v1']
  const { code, err } = await baselines(...gone, '--only', 'math', ...few, ...out('gone'))
  expect(code).toBe(1)
  expect(err).toContain('was not played')
  expect(() => rowsOf('gone')).toThrow('ENOENT')
})

it('reads the rows that the project publishes', () => {
  const rows = parseBaselineRows(readFileSync('experiments/baselines/rows.jsonl', 'utf8'))
  expect(new Set(rows.map(rowKey)).size).toBe(rows.length)
})

it('names the line that is no row', async () => {
  appendFileSync(join(folder, 'broken'), '\n{"format": 1}\n')
  const { code, err } = await baselines('table', join(folder, 'broken'))
  expect(code).toBe(2)
  expect(err).toContain('line 2 is no row of baselines')
})
