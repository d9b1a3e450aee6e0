// Guards that tables of episodes and steps contain what was played, and no hidden facts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logFileText, playedRows } from '../../test/support/played-episodes.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { generateData } from '../datasets/generate.ts'
import { readRows } from '../datasets/rows/read.ts'
import { EPISODE_COLUMNS } from '../datasets/tables/episode-table.ts'
import { STEP_COLUMNS } from '../datasets/tables/step-table.ts'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import { seedWorld } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tables-'))
const path = (name: string): string => join(scratch, name)
const tasks = generateData(mathFeedbackEnvironment, {
  seed: 5,
  sizes: { train: 6, val: 1, test: 1 },
}).data.tasks.train

beforeAll(async () => {
  const world = seedWorld(5)
  const episodes = tasks.flatMap((task, seed) =>
    ['oracle', 'student-stubborn'].map((policy) => {
      const id = `ep_${seed}_${policy}`
      const how = { environment: mathFeedbackEnvironment, task, world, policy, seed, run: policy }
      return playedRows({ id, ...how })
    }),
  )
  writeFileSync(path('logs.jsonl'), logFileText(world, await Promise.all(episodes)))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function tableOf(format: string, ...flags: string[]): Promise<JsonObject[]> {
  const output = path(`${format}-${flags.join('-')}.parquet`)
  const words = ['--format', format, '--file', path('logs.jsonl'), '--output', output, ...flags]
  expect(await runCommand('export', ...words)).toMatchObject({ code: 0 })
  const rows: JsonObject[] = []
  for await (const read of readRows(output)) {
    if (read.kind === 'bad') throw read.error
    rows.push(read.row.values as JsonObject)
  }
  return rows
}

it('has a row for each episode, whose reward and steps are those of its rows', async () => {
  const [episodes, steps] = [await tableOf('episodes'), await tableOf('steps')]
  expect(episodes).toHaveLength(2 * tasks.length)
  for (const episode of episodes) {
    expect(Object.keys(episode)).toEqual(Object.keys(EPISODE_COLUMNS))
    const own = steps.filter(({ episode_id: id }) => id === episode.episode_id)
    expect(own.map(({ seq }) => Number(seq))).toEqual(own.map((_, index) => index + 1))
    expect(own.filter(({ kind }) => kind === 'stepped')).toHaveLength(Number(episode.steps))
    const sum = own.reduce((so, { reward }) => so + Number(reward), 0)
    expect(sum).toBeCloseTo(Number(episode.reward), 9)
    const parts = Object.values(episode.parts as Record<string, number>)
    expect(parts.reduce((so, part) => so + part, 0)).toBeCloseTo(Number(episode.reward), 9)
    expect(own.at(-1)?.parts).toEqual(episode.parts)
    expect(own.at(-1)?.end).toBe(episode.end)
    expect(episode.success).toBe((episode.metrics as JsonObject).success === 1)
  }
  for (const step of steps) expect(Object.keys(step)).toEqual(Object.keys(STEP_COLUMNS))
})

it('takes the filters of logs', async () => {
  const won = await tableOf('episodes', '--success', 'true', '--run', 'oracle')
  expect(won).toHaveLength(tasks.length)
})

it('finds the run of a group in a file of logs, as in a store', async () => {
  const [world, task] = [seedWorld(5), tasks[0] as (typeof tasks)[number]]
  const how = { environment: mathFeedbackEnvironment, task, world, policy: 'oracle' }
  const [opened, ...others] = await playedRows({ id: 'ep_group', ...how })
  if (opened === undefined) throw new Error('no rows')
  const group = { run: 'trained', id: 'a', index: 0, size: 2, mode: 'independent' }
  const recorded = { ...group, generation: '1', condition: 'clean', feedback: null }
  const payload = JSON.stringify({ ...JSON.parse(opened.payload), group: recorded, labels: {} })
  const rows = [[{ ...opened, payload }, ...others], await playedRows({ id: 'ep_alone', ...how })]
  const logs = path('group.jsonl')
  writeFileSync(logs, logFileText(world, rows))
  const words = ['--format', 'episodes', '--file', logs, '--out', path('group-rows.jsonl')]
  expect(await runCommand('export', ...words, '--run', 'trained')).toMatchObject({ code: 0 })
  const [row, ...more] = readFileSync(path('group-rows.jsonl'), 'utf8').trim().split('\n')
  expect([JSON.parse(row ?? '').episode_id, more]).toEqual(['ep_group', []])
})

it('tells no answer that no agent wrote', async () => {
  const lost = await tableOf('steps', '--run', 'student-stubborn')
  expect(readFileSync(path('logs.jsonl'), 'utf8')).toContain('gold')
  const opened = await tableOf('episodes', '--run', 'student-stubborn')
  expect(JSON.stringify([lost, opened])).not.toMatch(/gold|solution|mistake"/)
})

it('has the columns that the page on questions names', () => {
  const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8')
  for (const [table, columns] of Object.entries({
    episodes: EPISODE_COLUMNS,
    steps: STEP_COLUMNS,
  })) {
    const names = Object.keys(columns).map((name) => `\`${name}\``)
    expect(page).toContain(`| ${table} | ${names.join(', ')} |`)
  }
})

it('refuses what has no effect', async () => {
  const words = ['--format', 'steps', '--output', path('x.parquet'), '--min-gap', '1']
  const { code, err } = await runCommand('export', ...words)
  expect(code).toBe(2)
  expect(err).toContain('--min-gap has no effect with --format steps')
})
