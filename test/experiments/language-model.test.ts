// Guards the endpoints, the verdict and the tables of the experiment with a language model.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const FOLDER = 'experiments/language-model'
const START_BYTES_MAX = 16 * 2 ** 20
const EVALUATIONS = 16

const temporary = mkdtempSync(join(tmpdir(), 'backchannel-lm-'))
afterAll(() => rmSync(temporary, { recursive: true }))

function python(...words: string[]): string {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: FOLDER }
  const { stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', env })
  expect(stderr).toBe('')
  return stdout
}

/** A run whose success on unseen companies goes from 10 % to `end` in a straight line. */
function runOf(arm: string, seed: number, end: number, tokensPerBatch = 100) {
  const curve = Array.from({ length: EVALUATIONS }, (_, index) => {
    const batch = 4 * index
    const unseen = 0.1 + ((end - 0.1) * index) / (EVALUATIONS - 1)
    const known = batch % 20 === 0 ? { known: unseen } : {}
    return {
      batch,
      tasks: 32 * batch,
      tokens: tokensPerBatch * batch,
      depth: batch,
      unseen,
      ...known,
    }
  })
  return { arm, seed, failures: false, cpu_s: 60, curve }
}

type Run = ReturnType<typeof runOf>

function reportOf(runs: readonly Run[]): string {
  writeFileSync(join(temporary, 'runs.jsonl'), runs.map((run) => JSON.stringify(run)).join('\n'))
  return python(`${FOLDER}/run.py`, 'report', '--out', temporary)
}

/** Sixteen seeds of every arm; `spread` moves the ends of single seeds by so much. */
function complete(plain: number, guided: number, placebo: number, spread = 0): Run[] {
  return Array.from({ length: 16 }, (_, at) => [
    runOf('plain', at + 1, plain),
    runOf('guided', at + 1, guided + (at % 2 === 0 ? spread : -spread)),
    runOf('placebo', at + 1, placebo),
  ]).flat()
}

describe('the endpoints of the language model', () => {
  it('are areas under the curve, at equal tasks and at equal tokens', () => {
    // Guided ends 10 points higher, so 5 on average. It uses twice the tokens, so at equal tokens
    // it is read to the middle, where it has gained 10 of 20 points and 5 on average: as plain.
    const runs = [runOf('plain', 1, 0.2), runOf('guided', 1, 0.3, 200)]
    expect(reportOf(runs)).toContain('| `guided` − `plain` | 1 of 16 | 5.0 | - | 0.0 |')
  })

  it('have intervals over pairs, and leave out runs without a partner', () => {
    const runs = [
      ...[runOf('plain', 1, 0.2), runOf('guided', 1, 0.3)],
      ...[runOf('plain', 2, 0.2), runOf('guided', 2, 0.24), runOf('guided', 3, 0.9)],
    ]
    // Differences of 5 and 2 points: 3.5, and 12.706 or 6.314 times 1.5 for the bounds.
    expect(reportOf(runs)).toContain('| 2 of 16 | 3.5 [-15.6, 22.6] | -6.0 to 13.0 |')
  })

  it('count tasks to two high evaluations in a row, and all tasks of a censored run', () => {
    const up = { ...runOf('guided', 1, 0.1) }
    const values = [0.1, 0.4, 0.1, 0.4, 0.4, 0.1]
    const curve = up.curve.map((point, at) => ({ ...point, unseen: values[at] ?? 0.1 }))
    const script = `
import json, sys
from endpoints import need, ratio
up, flat = json.loads(sys.argv[1])
found = ratio([(up, flat)], 0.3)
print(need(up, 0.3), need(flat, 0.3).is_censored, found.arm_censored, found.base_censored)
print(round(2.718281828 ** found.logs.mean, 3))
`
    const argument = JSON.stringify([{ ...up, curve }, runOf('plain', 1, 0.2)])
    expect(python('-c', script, argument)).toBe(
      'Need(tasks=384, is_censored=False) True 0 1\n5.0\n',
    )
  })
})

describe('the verdict on the language model', () => {
  it.each([
    ['no useful help', complete(0.3, 0.31, 0.3)],
    ['helps', complete(0.2, 0.3, 0.22, 0.02)],
    ['inconclusive', complete(0.2, 0.3, 0.3, 0.02)],
  ])('is: %s', (expected, runs) => {
    expect(reportOf(runs)).toContain(`By the protocol: **${expected}**.`)
  })

  it('waits for all pairs', () => {
    expect(reportOf(complete(0.2, 0.3, 0.22).slice(0, -1))).toContain(
      '15 of 16 pairs exist, so there is no verdict.',
    )
  })

  it.each([
    [0.25, 'True'],
    // Plain never gets there, so the ratio has no upper bound.
    [0.5, 'False'],
  ])('on five times fewer tasks, with a threshold of %d: %s', (threshold, expected) => {
    const script = `
import json, sys
from endpoints import is_claim_refuted
print(is_claim_refuted([json.loads(line) for line in open(sys.argv[1])], ${threshold}))
`
    reportOf(complete(0.4, 0.8, 0.4, 0.02))
    expect(python('-c', script, join(temporary, 'runs.jsonl'))).toBe(`${expected}\n`)
  })
})

describe('what is published of the language model', () => {
  it('has a small start', () => {
    const start = `${FOLDER}/start/start.gz`
    if (!existsSync(start)) return
    expect(statSync(start).size).toBeLessThan(START_BYTES_MAX)
  })

  it('has the tables of its records', () => {
    const results = `${FOLDER}/results`
    if (!existsSync(`${results}/tables.md`)) return
    const script = `
import pathlib
import report
print(report.text_of(pathlib.Path('${results}')), end='')
`
    expect(python('-c', script)).toBe(readFileSync(`${results}/tables.md`, 'utf8'))
  })
})
