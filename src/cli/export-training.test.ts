/** Guards training rows as users get them: files, manifests, filters and refusals. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logFileText, playedRows } from '../../test/support/played-episodes.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { generateData } from '../datasets/generate.ts'
import { sha256 } from '../datasets/manifest.ts'
import { readRows } from '../datasets/rows/read.ts'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import { seedWorld } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'

const scratch = mkdtempSync(join(tmpdir(), 'export-'))
const path = (name: string): string => join(scratch, name)
const logs = path('logs.jsonl')
const shown = {
  episode_id: 'ep_x',
  index: 0,
  outcome: 'failed',
  text: 'Attempt 1 (failed)',
} as const

beforeAll(async () => {
  const sizes = { train: 20, val: 1, test: 1 }
  const { tasks } = generateData(mathFeedbackEnvironment, { seed: 5, sizes }).data
  const world = seedWorld(5)
  const episodes = tasks.train.flatMap((task, index) =>
    ['oracle', 'student-stubborn', 'oracle', 'student'].map((policy, number) =>
      playedRows({
        id: `ep_${index}_${number}`,
        environment: mathFeedbackEnvironment,
        task,
        world,
        policy,
        seed: index,
        run: number === 0 ? 'first' : 'second',
        // The third repeats the first, the fourth saw an attempt, and one was abandoned.
        attempts: number === 3 ? [shown] : [],
        ...(index === 0 && number === 1 ? { turnsMax: 0 } : {}),
      }),
    ),
  )
  writeFileSync(logs, logFileText(world, await Promise.all(episodes)))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const exported = (format: string, ...words: string[]) =>
  runCommand('export', '--format', format, ...words)
const linesOf = (name: string): JsonObject[] =>
  readFileSync(path(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)
const manifestOf = (name: string) => JSON.parse(readFileSync(path(`${name}.manifest`), 'utf8'))

describe('sft', () => {
  it('writes conversations with success once, and says in a manifest what they are', async () => {
    const out = path('sft.jsonl')
    const { code, err } = await exported('sft', '--file', logs, '--output', out)
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^Wrote \d+ rows to .*sft\.jsonl, with /),
    ])
    const rows = linesOf('sft.jsonl')
    expect(rows.every(({ messages, tools }) => messages !== undefined && tools !== undefined)).toBe(
      true,
    )
    const manifest = manifestOf('sft.jsonl')
    expect(manifest.files).toEqual([
      {
        path: 'sft.jsonl',
        side: 'main',
        rows: rows.length,
        sha256: sha256(readFileSync(out)),
      },
    ])
    expect(manifest.counts.duplicates).toBeGreaterThanOrEqual(20)
    expect(manifest.source).toEqual({ kind: 'episodes', data_checksums: ['data'] })
    const again = readFileSync(`${out}.manifest`, 'utf8')
    await exported('sft', '--file', logs, '--output', out)
    expect(readFileSync(`${out}.manifest`, 'utf8')).toBe(again)
  })

  it.each(['jsonl', 'parquet'])('says the mode of thinking in every row: %s', async (ending) => {
    const name = `mode.${ending}`
    const words = ['--file', logs, '--thinking', 'off', '--count', '2', '--out', path(name)]
    expect((await exported('sft', ...words)).code).toBe(0)
    const rows = []
    for await (const read of readRows(path(name))) {
      if (read.kind === 'bad') throw read.error
      rows.push(read.row.values)
    }
    const given = { enable_thinking: false, thinking: false }
    const mode = { chat_template_kwargs: given, enable_thinking: false }
    expect(rows).toMatchObject([mode, mode])
    expect(manifestOf(name).options).toMatchObject({ thinking: false })
  })

  it('filters by run, reward, difficulty and condition, and limits the rows', async () => {
    const rowsOf = async (...words: string[]): Promise<number> => {
      const place = ['--output', path('few.jsonl'), '--keep-duplicates', '--success', 'any']
      const { code } = await exported('sft', '--file', logs, ...place, ...words)
      return code === 0 ? linesOf('few.jsonl').length : -1
    }
    expect(await rowsOf('--run', 'first')).toBe(20)
    expect(await rowsOf('--condition', 'guided')).toBe(20)
    expect(await rowsOf('--count', '7')).toBe(7)
    expect(await rowsOf('--success', 'false')).toBe(await rowsOf('--reward-max', '0.2'))
    const [easy, hard] = [await rowsOf('--difficulty', '1-2'), await rowsOf('--difficulty', '3-9')]
    expect(Math.max(easy, 0) + Math.max(hard, 0)).toBe(await rowsOf())
    expect(await rowsOf('--reward-min', '5')).toBe(-1)
  })

  it('holds tasks out, none of them on both sides', async () => {
    const sides = ['--holdout', '0.3', '--holdout-output', path('validation.jsonl')]
    const ran = await exported('sft', '--file', logs, '--output', path('train.jsonl'), ...sides)
    expect(ran.code).toBe(0)
    const tasksIn = (name: string) => new Set(linesOf(name).map(({ task_id: id }) => id))
    const [train, validation] = [tasksIn('train.jsonl'), tasksIn('validation.jsonl')]
    expect([...validation].filter((id) => train.has(id))).toEqual([])
    expect(train.size + validation.size).toBe(20)
    expect(manifestOf('train.jsonl').files).toHaveLength(2)
  })

  it('masks failed turns, per conversation or per turn', async () => {
    const words = ['--file', logs, '--mask-failed-turns', '--output', path('masked.jsonl')]
    const { err } = await exported('sft', ...words)
    expect(err).toMatch(/note: messages say in "train"/)
    const conversations = linesOf('masked.jsonl')
    const trained = conversations
      .flatMap(({ messages }) => messages as unknown as JsonObject[])
      .filter(({ train }) => train === true)
    await exported('sft', ...words, '--rows', 'turn')
    expect(linesOf('masked.jsonl').length).toBeLessThanOrEqual(trained.length)
    expect(Object.keys(linesOf('masked.jsonl')[0] ?? {})).toEqual([
      ...['prompt', 'completion', 'tools', 'episode_id', 'task_id', 'reward'],
    ])
  })

  it('writes Parquet with calls in the content, and no objects', async () => {
    const out = ['--output', path('sft.parquet')]
    expect((await exported('sft', '--file', logs, ...out)).code).toBe(0)
    for await (const read of readRows(path('sft.parquet'))) {
      if (read.kind === 'bad') throw read.error
      const { messages, tools } = read.row.values as { messages: JsonObject[]; tools: string }
      expect(Object.keys(messages[0] ?? {})).toEqual(['role', 'content'])
      expect(JSON.parse(tools)[0].function.name).toBe('get_feedback')
    }
    const refused = await exported('sft', '--file', logs, ...out, '--arguments', 'object')
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/do not fit Parquet/)])
  })
})

describe('preference', () => {
  it('writes pairs of one condition, and says why there are none', async () => {
    const words = ['--file', logs, '--output', path('pairs.jsonl')]
    expect((await exported('preference', ...words)).code).toBe(0)
    for (const row of linesOf('pairs.jsonl')) {
      expect(Number(row.chosen_reward) - Number(row.rejected_reward)).toBeGreaterThanOrEqual(0.1)
      expect(row.chosen_episode_id).not.toMatch(/_3$/)
    }
    const none = await exported('preference', ...words, '--condition', 'guided')
    expect(none.code).toBe(2)
    expect(none.err).toMatch(/nothing to write as --format preference: episodes 80, .*alone 20/s)
    expect(none.err).toMatch(/play tasks several times, or fork episodes/)
    const far = await exported('preference', ...words, '--min-gap', '9')
    expect(far.err).toMatch(/too close \d+/)
  })
})

describe('tasks', () => {
  it('become rows for verl, those for validation twice', async () => {
    const words = ['--env', 'phone-call-v2', '--split', 'val', '--count', '3']
    const settings = ['--settings', '{"reward_profile": "ladder"}']
    const out = ['--output', path('rl.jsonl')]
    expect((await exported('rl', ...words, ...settings, ...out)).code).toBe(0)
    const [row] = linesOf('rl.jsonl')
    expect(row).toMatchObject({
      data_source: 'phone-call-v2',
      agent_name: 'backchannel',
      reward_model: { style: 'rule', ground_truth: '' },
      extra_info: { index: 0, split: 'val', task_id: 'val-000000' },
    })
    const info = row?.extra_info as { env: string } | undefined
    const reference = JSON.parse(info?.env ?? '')
    const { data_checksum } = manifestOf('rl.jsonl').source
    expect(reference).toEqual({
      env: 'phone-call-v2',
      split: 'val',
      index: 0,
      data_checksum,
      settings: { reward_profile: 'ladder' },
    })
    expect((await exported('rl', ...words, ...out, '--validation')).code).toBe(0)
    const rows = linesOf('rl.jsonl')
    expect(rows.map(({ data_source: name }) => name)).toEqual(
      Array.from({ length: 3 }, () => ['phone-call-v2/clean', 'phone-call-v2/guided']).flat(),
    )
    const modes = rows.map(({ extra_info: info }) => JSON.parse((info as { env: string }).env))
    expect(modes.slice(0, 2)).toMatchObject([
      { purpose: 'validation', mode: 'independent' },
      { purpose: 'validation', mode: 'feedback' },
    ])
  })

  it('come from the endless split in any number, with some held out for validation', async () => {
    const words = [
      '--env',
      'math-feedback-v1',
      '--split',
      'stream',
      '--from',
      '900',
      '--count',
      '40',
    ]
    const sides = ['--holdout', '0.2', '--holdout-output', path('held.parquet')]
    const ran = await exported('rl', ...words, ...sides, '--output', path('stream.parquet'))
    expect(ran.code).toBe(0)
    const [main, held] = manifestOf('stream.parquet').files
    expect(main.rows + held.rows / 2).toBe(40)
    const prompts = await exported('prompts', ...words, '--output', path('prompts.jsonl'))
    expect(prompts.code).toBe(0)
    const [row] = linesOf('prompts.jsonl')
    const [message] = (row?.prompt ?? []) as unknown as JsonObject[]
    expect(message).toEqual({ role: 'user', content: row?.reference })
    expect(row).toMatchObject({ split: 'stream', index: 900, settings: '{}' })
  })
})

describe('a general chat', () => {
  const chat = path('chat.jsonl')
  const lines = Array.from({ length: 30 }, (_, index) => ({
    prompt: `Question ${index % 25}?`,
    chosen: [
      { role: 'user', content: `Question ${index % 25}?` },
      { role: 'assistant', content: 'Yes.' },
    ],
    rejected: 'No.',
    score_chosen: 5 + (index % 2),
    score_rejected: 5,
  }))

  it('becomes pairs, prompts and conversations, each prompt on one side', async () => {
    writeFileSync(chat, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const sides = ['--holdout', '0.3', '--holdout-output', path('chat-validation.jsonl')]
    const words = ['--chat', chat, '--output', path('out.jsonl'), ...sides]
    expect((await exported('preference', ...words, '--min-gap', '0.5')).code).toBe(0)
    const both = [...linesOf('out.jsonl'), ...linesOf('chat-validation.jsonl')]
    expect(both).toHaveLength(15)
    expect(both[0]).toEqual({
      prompt: [{ role: 'user', content: 'Question 1?' }],
      chosen: [{ role: 'assistant', content: 'Yes.' }],
      rejected: [{ role: 'assistant', content: 'No.' }],
    })
    const { score_chosen: _, ...unscored } = lines[0] as JsonObject
    const some = path('some-scores.jsonl')
    writeFileSync(some, [lines[1], unscored].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const to = ['--output', path('some-pairs.jsonl'), '--min-gap', '0.5']
    const { err } = await exported('preference', '--chat', some, ...to)
    expect(err).toContain('read 2, without scores 1')
    expect((await exported('prompts', ...words)).code).toBe(0)
    expect(linesOf('out.jsonl').length + linesOf('chat-validation.jsonl').length).toBe(25)
  })

  it('is refused by file, row and field, or its bad rows are left out', async () => {
    writeFileSync(chat, `${JSON.stringify(lines[0])}\n{"prompt": "x", "chosen": "y"}\n`)
    const words = ['--chat', chat, '--output', path('bad.jsonl')]
    const refused = await exported('preference', ...words)
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/chat\.jsonl, line 2, field rejected: is missing/)
    expect(existsSync(path('bad.jsonl'))).toBe(false)
    const { code, err } = await exported('preference', ...words, '--skip-bad')
    expect([code, err]).toEqual([0, expect.stringMatching(/note: .*field rejected.*bad rows 1/s)])
  })
})

it('refuses flags without effect, and leaves no half files', async () => {
  const out = ['--output', path('x.jsonl')]
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['rl', '--thinking', 'on', ...out], /--thinking has no effect with --format rl/],
    [['logs', '--min-gap', '1', ...out], /--min-gap has no effect with --format logs/],
    [['rl', '--success', 'true', ...out], /--success has no effect with --format rl/],
    [['sft', '--chat', 'x', '--env', 'y', ...out], /--env has no effect with --format sft --chat/],
    [['rl', '--chat', 'x', ...out], /--chat has no effect with --format rl/],
    [['sft', '--holdout', '0.1', ...out], /--holdout and --holdout-output belong together/],
    [['sft', '--output', '-'], /does not write to standard output/],
    [['rl', ...out], /no environment is named\nGive one with --env: mock-v1/],
    [['rl', '--env', 'phone-call-v2', '--split', 'x', ...out], /has no split x\nIts splits are/],
    [['rl', '--env', 'phone-call-v2', '--split', 'stream', ...out], /has no end\nSay how many/],
    [['rl', '--env', 'phone-call-v2', '--from', '499', '--count', '2', ...out], /no task 500/],
    [['rl', '--env', 'phone-call-v2', '--from', '500', ...out], /tasks 0 to 499, and no task 500/],
    [['rl', '--env', 'phone-call-v2', '--settings', '{', ...out], /not a JSON object/],
    [['rl', '--env', 'phone-call-v2', '--settings', '{"x": 1}', ...out], /--settings: .*x/],
    [['sft', '--file', logs, '--env', 'no-v1', ...out], /nothing to write .*: nothing was found/],
    [['sft', '--difficulty', '3-1', ...out], /Write a level such as 2/],
  ]
  for (const [words, message] of cases) {
    const { err, code } = await exported(...(words as [string, ...string[]]))
    expect(err).toMatch(message)
    expect(code).toBe(2)
  }
  expect(readdirSync(scratch).filter((name) => name.endsWith('.part'))).toEqual([])
})
