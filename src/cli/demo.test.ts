/** Guards a small demo: it trains both arms, draws curves, and its episodes can be replayed. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { phoneLearner } from '../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../train-bridge/local/policy/policy.ts'
import { freshCheckpoint, writeCheckpoint } from '../train-bridge/local/training/checkpoint.ts'
import { textChart } from './demo/chart.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('trains plainly and guided, draws both, and leaves episodes that replay', async () => {
  const small = ['--batches', '2', '--groups', '2', '--evaluate-every', '1']
  const initial = join(folder, 'initial.bin')
  writeCheckpoint(initial, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
  const { out, code } = await runCommand(
    ...[
      'demo',
      '--no-wait',
      '--out',
      folder,
      '--evaluate-tasks',
      '10',
      ...small,
      '--initial',
      initial,
    ],
  )
  expect(code).toBe(0)
  const line = /plain [\d.]+ % after 4 tasks; guided, clean-prompt loss [\d.]+ % after 4 tasks/
  expect(out).toMatch(line)
  expect(out).toMatch(/\* plain {3}o guided, clean-prompt loss {3}- best first attempt \(\d+ %\)/)
  const svg = readFileSync(join(folder, 'curves.svg'), 'utf8')
  for (const name of ['plain', 'guided', 'best first attempt']) expect(svg).toContain(name)
  const replayed = await runCommand('replay', '--all', '--db', join(folder, 'episodes.db'))
  expect(replayed.code).toBe(0)
  // Three evaluations of 10 tasks and two batches of 2 groups of 8, for both arms.
  expect(replayed.out).toMatch(/\b124\b/)
})

it('tells at Ctrl-C what there is, and ends', async () => {
  const out = join(folder, 'stopped')
  const initial = join(folder, 'first.bin')
  writeCheckpoint(initial, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
  const words = ['demo', '--out', out, '--evaluate-tasks', '5', '--groups', '2']
  const child = spawnCommand([...words, '--initial', initial, '--seconds', '600'])
  // Waits for the first line with figures.
  child.stdout.on('data', (text) => {
    if (/after 0 tasks/.test(String(text))) child.kill('SIGINT')
  })
  const { out: told, err, code } = await finished(child)
  expect(err).toMatch(/ending after the current step/)
  expect(told).toMatch(/curves: .*curves\.svg/)
  expect(told).not.toMatch(/still serving/)
  expect(code).toBe(0)
})

it('keeps the last episodes if the checkpoint is none', async () => {
  const [out, initial] = [join(folder, 'kept'), join(folder, 'text.bin')]
  mkdirSync(out)
  writeFileSync(join(out, 'episodes.db'), 'earlier')
  writeFileSync(initial, '{}')
  const { code, err } = await runCommand('demo', '--no-wait', '--out', out, '--initial', initial)
  expect(code).toBe(2)
  expect(err).toMatch(/^error: .*text\.bin: is no checkpoint of the local engine/)
  expect(readFileSync(join(out, 'episodes.db'), 'utf8')).toBe('earlier')
})

it('draws a chart as text', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 1 },
  ]
  const chart = textChart([{ name: 'up', points }], [{ name: 'half', value: 0.5 }], 'tasks')
  const lines = chart.split('\n')
  expect(lines[0]).toBe(` 100 % |${' '.repeat(62)}***`)
  expect(lines[8]).toMatch(/^ {2}50 % \|-+\*+-+$/)
  expect(lines.at(-2)).toMatch(/^ {8}0 tasks +100$/)
  expect(lines.at(-1)).toBe('        * up   - half (50 %)')
})
