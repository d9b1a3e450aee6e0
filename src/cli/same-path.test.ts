// Guards that no command writes over the file that it reads, and that devices and pipes stay.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logFileText, playedRows } from '../../test/support/played-episodes.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { generateData } from '../datasets/generate.ts'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import { seedWorld } from '../env/task-data.ts'
import { isSamePath } from './same-path.ts'

const scratch = mkdtempSync(join(tmpdir(), 'same-path-'))
const path = (name: string): string => join(scratch, name)
const logs = path('logs.jsonl')
const link = path('link.jsonl')

beforeAll(async () => {
  const sizes = { train: 1, val: 1, test: 1 }
  const { tasks } = generateData(mathFeedbackEnvironment, { seed: 5, sizes }).data
  const world = seedWorld(5)
  const [task] = tasks.train
  if (task === undefined) throw new Error('no task')
  const how = { environment: mathFeedbackEnvironment, task, world, policy: 'oracle', seed: 1 }
  const rows = await playedRows({ id: 'ep_1', ...how, run: 'first' })
  writeFileSync(logs, logFileText(world, [rows]))
  symlinkSync(logs, link)
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it('compares paths by where they lead', () => {
  expect(isSamePath(logs, relative('.', logs))).toBe(true)
  expect(isSamePath(logs, link)).toBe(true)
  expect(isSamePath(path('new/a'), path('new/b/../a'))).toBe(true)
  expect(isSamePath(path('new/a'), path('new/b'))).toBe(false)
})

it('refuses an output that is a source, or the other output', async () => {
  const before = readFileSync(logs)
  const [sft, attempts] = [
    ['export', '--format', 'sft'],
    ['convert', 'feedback-attempts'],
  ]
  const refused = [
    ['export', '--file', logs, '--out', link],
    [...sft, '--file', link, '--out', logs],
    [...sft, '--chat', logs, '--out', logs],
    [...attempts, '--file', logs, '--out', logs],
    [...attempts, '--db', logs, '--out', logs],
    ['convert', 'feedback-sft', logs, '--out', logs],
  ]
  for (const words of refused) {
    const { code, err } = await runCommand(...words)
    expect(code).toBe(2)
    expect(err).toContain('is also read, and would be lost')
  }
  const two = ['--holdout', '0.5', '--holdout-output', path('./x/../two.jsonl')]
  const { err } = await runCommand(...sft, '--file', logs, '--out', path('two.jsonl'), ...two)
  expect(err).toContain('are the same file')
  expect(readFileSync(logs)).toEqual(before)
})

it('writes rows into a pipe, and leaves an unused one in its place', async () => {
  const [main, unused] = [path('main'), path('unused')]
  for (const one of [main, unused]) execFileSync('mkfifo', [one])
  const copy = path('copy')
  const reader = spawn('sh', ['-c', `cat ${main} > ${copy}`])
  const words = ['--format', 'sft', '--file', logs, '--out', main]
  const holdout = ['--holdout', '0', '--holdout-output', unused]
  const { code, err } = await runCommand('export', ...words, ...holdout)
  await once(reader, 'close')
  expect({ code, err }).toEqual({ code: 0, err: `Wrote 1 row to ${main}.\nepisodes 1.\n` })
  expect(readFileSync(copy, 'utf8').trimEnd().split('\n')).toHaveLength(1)
  for (const one of [main, unused]) expect(lstatSync(one).isFIFO()).toBe(true)
})
