// Guards the generate command and the progress bar.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { loadDataSets } from '../datasets/load.ts'
import { durationText, progressLine, startProgress } from './progress.ts'

const scratch = mkdtempSync(join(tmpdir(), 'generate-'))

const generate = (...flags: string[]) => runCommand('generate', ...flags)

const SMALL = ['--num-companies', '40', '--num_train_tasks', '40', '--num-val-tasks=10']

describe('generate', () => {
  afterEach(() => rmSync(join(scratch, 'data'), { recursive: true, force: true }))

  it('writes the data, reports on stderr, and prints the ceilings', async () => {
    const folder = join(scratch, 'data')
    const { out, err, code } = await generate(...SMALL, '--output_dir', folder)
    expect(code).toBe(0)
    expect(err).toMatch(/Wrote 40 companies and 150 tasks/)
    expect(out).toMatch(/train +all +40 /)
    expect(out).toMatch(/rarest factor of each of the 100 test tasks/)
    expect(readFileSync(join(folder, 'tasks/val.jsonl'), 'utf8').split('\n')).toHaveLength(11)
    const manifest = join(folder, 'manifest.json')
    const other = readFileSync(manifest, 'utf8').replace(/("world_sha256": ")..../, (text) =>
      text.replace(/....$/, '0000'),
    )
    writeFileSync(manifest, other)
    const checked = await runCommand('data', 'check', folder)
    expect(checked.code).toBe(1)
    expect(checked.out).toMatch(
      /its world has the hash .*, its manifest says 0000(?:.|\n)*\n1 defect\n$/,
    )
  })

  it('writes by default where it cannot meet the data that came along', async () => {
    const child = spawnCommand(['generate', ...SMALL, '--json'], scratch)
    const { err, code } = await finished(child)
    expect([code, err]).toEqual([0, expect.stringMatching(/to var\/data\/phone-call .*--data/)])
    expect(loadDataSets(join(scratch, 'var/data'))).toHaveLength(1)
  })

  it('prints JSON on request', async () => {
    const { out } = await generate(...SMALL, '--output-dir', join(scratch, 'data'), '--json')
    const report = JSON.parse(out) as { ceilings: object; factors: unknown[] }
    expect(Object.keys(report.ceilings)).toEqual(['train', 'val', 'test'])
    expect(report.factors).toHaveLength(100)
  })

  it('generates mathematics tasks and counts them by family and level', async () => {
    const folder = join(scratch, 'data')
    const math = ['--env', 'math-feedback-v1', '--num-train-tasks', '170', '--num_val_tasks', '85']
    const { out, err, code } = await generate(...math, '--output-dir', folder)
    expect(code).toBe(0)
    expect(err).toMatch(/Wrote 561 tasks .*generated in/)
    expect(out).toMatch(/train +fractions +2 +2 +2 +2 +2 +10\n/)
    expect(out).toMatch(/val +all +17 +17 +17 +17 +17 +85\n/)
    expect(out).toMatch(/more than once: train 0, val 0, test 0/)
    const again = await generate(...math, '--output-dir', folder, '--json')
    const report = JSON.parse(again.out) as { counts: object[]; repeated_questions: object }
    expect(report.counts).toHaveLength(51)
    expect(report.counts[0]).toEqual({
      split: 'train',
      family: 'multiplication',
      levels: [2, 2, 2, 2, 2],
    })
    const companies = await generate(...math, '--num-companies', '9', '--output-dir', folder)
    expect([companies.code, companies.err]).toEqual([2, expect.stringMatching(/not of math-f/)])
    const phone = await generate(...SMALL, '--output-dir', folder)
    expect([phone.code, phone.err]).toEqual([2, expect.stringMatching(/holds data of math/)])
  })

  it('ends with 2 on wrong usage and where it cannot write, naming the remedy', async () => {
    const usage = await generate('--num-companies', 'many')
    expect([usage.code, usage.err]).toEqual([2, expect.stringMatching(/number/)])
    expect((await generate('--env', 'chess-v1')).code).toBe(2)
    expect((await generate('--seeed', '3')).code).toBe(2)
    const place = await generate(...SMALL, '--output-dir', '/proc/nowhere')
    expect([place.code, place.err]).toEqual([2, expect.stringMatching(/another --out/)])
    const tiny = await generate('--num-companies', '2', '--output-dir', join(scratch, 'data'))
    expect([tiny.code, tiny.err]).toEqual([2, expect.stringMatching(/add companies/)])
  })
})

describe('progress', () => {
  it('redraws one line on a terminal and ends it', () => {
    let text = ''
    let now = 0
    const sink = { isTTY: true, write: (more: string) => (text += more) }
    const progress = startProgress({ label: 'tasks', total: 4, sink, nowMs: () => now })
    progress.update(1)
    progress.update(2)
    now = 200
    progress.update(3)
    progress.end()
    expect(text.split('\r').length).toBe(4)
    expect(text).not.toContain('2/4')
    expect(text.endsWith('\n')).toBe(true)
  })

  it('is quiet elsewhere, but for a line every few seconds', () => {
    const lines: string[] = []
    let now = 0
    const sink = { write: (line: string) => lines.push(line) }
    const progress = startProgress({ label: 'tasks', total: 10, sink, nowMs: () => now })
    progress.update(1)
    expect(lines).toEqual([])
    now = 6000
    progress.update(5)
    expect(lines).toEqual([`${progressLine('tasks', 5, 10, 6000)}\n`])
    expect(lines[0]).toContain('50% 5/10, 0.8/s, 6 s left')
  })

  it('says durations shortly', () => {
    expect([3.2, 200, 7500].map(durationText)).toEqual(['3 s', '3 min 20 s', '2 h 5 min'])
  })
})
