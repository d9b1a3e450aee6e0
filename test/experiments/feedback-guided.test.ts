// Guards the experiment: what arms are told, how runs compare, and that results come from runs.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LABEL } from '../../experiments/feedback-guided/arms.ts'
import { compareArms, needed } from '../../experiments/feedback-guided/compare.ts'
import { retellWith } from '../../experiments/feedback-guided/critiques.ts'
import { conditionFigures } from '../../experiments/feedback-guided/figures.ts'
import type { RunRecord } from '../../experiments/feedback-guided/one-run.ts'
import { toSections, writeReport } from '../../experiments/feedback-guided/report.ts'
import {
  ratesBeyond,
  type Tuned,
  tune,
  tuneLabel,
  tuningJobs,
} from '../../experiments/feedback-guided/tuning.ts'
import { refuseTwoWorlds } from '../../experiments/feedback-guided/world-mark.ts'
import { judge } from '../../experiments/statistics/verdict.ts'
import type { Attempt } from '../../src/env/attempt.ts'
import { critiquePhoneCall } from '../../src/env/phone-call/critique.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import type { AskedDetail } from '../../src/sim/phone/department.ts'
import type { FailedRollout } from '../../src/train-bridge/local/rollouts/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-experiment-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A run that gains the same with every 160 tasks, up to 90 %, and ends after ten times as many. */
function runOf(arm: string, seed: number, gain: number, plan = 'main'): RunRecord {
  const points = Array.from({ length: 11 }, (_, at) => {
    const counts = { batch: 10 * at, tasks_drawn: 160 * at }
    const played = { episodes: 1_280 * at, turns: 6_400 * at }
    const clean = Math.min(0.9, gain * at)
    const tracked = { tokens: 9_000 * at, unseen: clean / 2 }
    return { ...counts, ...played, depth: 10 * at, cpu_seconds: at, clean, ...tracked }
  })
  const solved = [0, 1, 4].map((critiques) => ({ critiques, success: 0.5 + critiques / 10 }))
  const standing = { clean: 0.5, unseen: 0.4, solved_by: solved }
  return {
    ...{ plan, condition: '2-medium', arm, seed, learning_rate: 0.04, batches: 100 },
    ...{ start: standing, points, end: standing, levels: [{ level: 1, clean: 0.6 }] },
    ceilings: { known: 0.85, unseen: 0.85 },
  }
}

/** Runs of three learning rates, of which the largest is better by so much on each seed. */
const triedWith = (gains: readonly number[]): RunRecord[] =>
  gains.flatMap((gain, at) =>
    [0.02, 0.04, 0.08].map((rate) => {
      const more = rate === 0.08 ? gain : 0
      const grown = rate === 0.02 ? 0.02 : 0.04 + more
      return { ...runOf('plain', 9_001 + at, grown, 'tune'), learning_rate: rate }
    }),
  )

const RUNS = [1, 2, 3].flatMap((seed) => [runOf('plain', seed, 0.1), runOf('guided', seed, 0.2)])

describe('a comparison', () => {
  it('counts tasks to the first of two evaluations that are high enough', () => {
    expect(needed(runOf('plain', 1, 0.1), 'tasks_drawn', 0.7)).toEqual({
      amount: 1_120,
      censored: false,
    })
    const never = needed(runOf('plain', 1, 0.05), 'tasks_drawn', 0.7)
    expect(never).toEqual({ amount: 1_600, censored: true })
    const low = { ...runOf('plain', 1, 0.1), ceilings: { known: 0.6, unseen: 0.6 } }
    expect(needed(low, 'tasks_drawn', 0.7)?.amount).toBe(960)
  })

  it('pairs runs of the same seed, and says how many times less an arm needs', () => {
    const [plain, guided] = compareArms(RUNS, ['plain', 'guided', 'placebo'], 1_600)
    expect(plain?.arm).toBe('plain')
    const ratio = guided?.ratios.find(
      ({ measure, threshold }) => measure === 'tasks_drawn' && threshold === 0.5,
    )
    expect(ratio).toMatchObject({ pairs: 3, reading: 'exact', verdict: 'few' })
    expect(ratio?.ratio).toBeCloseTo(500 / 300)
  })

  it.each([
    [[1, 1.15], 'tie', 'open', 'open', 'open'],
    [[1.1, 1.9], 'open', 'open', 'open', 'open'],
    [[1.3, 1.9], 'fewer', 'fewer', 'open', 'open'],
    [[0.5, 0.7], 'more', 'open', 'more', 'open'],
  ] as const)('of %j over ten seeds decides by what was seen', (interval, ...expected) => {
    const readings = ['exact', 'at_least', 'at_most', 'either_way'] as const
    const ratio = Math.sqrt(interval[0] * interval[1])
    const told = readings.map((reading) => judge({ pairs: 10, ratio, interval, reading }))
    expect(told).toEqual(expected)
  })

  it('decides nothing with fewer than ten seeds', () => {
    const seen = { ratio: 0.6, interval: [0.5, 0.7], reading: 'exact' } as const
    expect(judge({ pairs: 9, ...seen })).toBe('few')
    expect(judge({ pairs: 10, ...seen })).toBe('more')
  })

  it('of runs of which neither arrived is not decided', () => {
    const seeds = Array.from({ length: 10 }, (_, at) => at + 1)
    const never = seeds.flatMap((seed) => [runOf('plain', seed, 0.01), runOf('guided', seed, 0.02)])
    const [, guided] = compareArms(never, ['plain', 'guided'], 1_600)
    expect(guided?.ratios.map(({ verdict }) => verdict)).not.toContain('tie')
  })

  it('draws the mean of seeds that were evaluated at different places', () => {
    const stretched = { ...runOf('plain', 2, 0.1) }
    const points = stretched.points.map((one) => ({ ...one, tasks_drawn: one.tasks_drawn + 30 }))
    const [figure] = conditionFigures('2-medium', [
      runOf('plain', 1, 0.1),
      { ...stretched, points },
    ])
    expect(figure?.svg).toMatch(/class="l s0" d="M[^"]{40,}"/)
  })

  it('takes the smallest learning rate that is about as good as the best', () => {
    const [tuned] = tune(triedWith([0.002, -0.001, 0.001]))
    expect(tuned).toMatchObject({ loss: 'grpo', arm: 'plain', learning_rate: 0.04 })
    expect(tuned?.seeds).toEqual([9_001, 9_002, 9_003])
    expect(ratesBeyond(tuned as Tuned)).toEqual([0.16])
    expect(toSections(triedWith([0]))).toEqual([])
  })

  it('takes the best learning rate where seeds agree that it is better', () => {
    const [tuned] = tune(triedWith([0.002, 0.0021, 0.0019]))
    expect(tuned?.learning_rate).toBe(0.08)
    expect(tune(triedWith([0.001]))[0]?.learning_rate).toBe(0.08)
  })

  it('takes the smallest weight of the label that is about as good as the best', () => {
    const ends = { 'label-0.0025': 0.03, 'label-0.005': 0.0398, 'label-0.01': 0.04, label: 0.02 }
    const tried = Object.entries(ends).flatMap(([arm, gain]) =>
      [0.001, 0, -0.001].map((more, at) => {
        const varied = arm === 'label-0.005' ? gain + more : gain
        return runOf(arm, 9_001 + at, varied, 'tune')
      }),
    )
    expect(tuneLabel(tried)).toBe('label-0.005')
    expect(tuneLabel([])).toBeUndefined()
  })

  it('goes on beyond the grid where the best is at its end, and only there', () => {
    const [edge] = tune(triedWith([0.002, 0.0021, 0.0019]))
    const inside: Tuned = { ...(edge as Tuned), arm: 'guided', learning_rate: 0.04 }
    const tried = [0.02, 0.04, 0.08].map((rate) => ({ learning_rate: rate, clean: 0.3 - rate }))
    const [first] = tuningJobs(
      [1],
      [
        edge as Tuned,
        { ...inside, tried: [{ learning_rate: 0.02, clean: 0.1 }, ...tried.slice(1)] },
      ],
    )
    const ratesOf = (arm: string) =>
      first?.runs.filter((run) => run.arm === arm).map(({ learningRate }) => learningRate)
    expect([ratesOf('plain'), ratesOf('guided')]).toEqual([[0.16], []])
    expect(ratesOf('label-0.01')).toEqual([0.02, 0.04, 0.08])
  })
})

describe('critiques', () => {
  const call = { phone_number: '1', service: 'refund', auth_info: {}, unavailable: [] }
  const billing = { company: 'Acme', department: 'Billing' }
  const refused = (missing: readonly AskedDetail[]): PhoneEvent => ({
    ...{ kind: 'refused', reason: 'details', ...billing, missing, held: false },
    ...{ call: { ...call, reference_number: '' }, wrong: [], not_unavailable: [] },
  })
  const abandoned: PhoneEvent = { kind: 'form_abandoned', fields: ['email', 'member_id'] }
  const outcome = {
    ...{ success: false, metrics: {} },
    end: { kind: 'truncated', reason: 'turn_limit' },
  } as const
  const failedOn = (id: string, seed: number): FailedRollout => ({
    ...{ task: { id, seed } as never, outcome },
    events: [
      refused([{ field: 'email', alternative: 'phone_number' }, { field: 'member_id' }]),
      refused([{ field: 'billing_zip' }]),
      abandoned,
    ],
  })
  const attempt: Attempt = {
    ...{ episode: 'e', index: 0, outcome: 'failed', did: 'one form.' },
    critique: critiquePhoneCall(failedOn('a', 5).events as readonly PhoneEvent[], outcome),
  }
  const task = failedOn('a', 5)
  const other = failedOn('b', 6)

  it('are weakened to one field, to nothing, or to other fields', () => {
    expect(attempt.critique).toContain(
      '- Billing also wanted: email (or phone_number instead), member_id.\n' +
        '- Billing also wanted: billing_zip.',
    )
    expect(retellWith('one_field')(attempt, task).critique).toBe(
      'The business was not done.\n' +
        '- The customer gave up on a form of 2 fields. Ask for fewer.\n' +
        '- Calls were made without details from the customer: send the form first.\n' +
        '- Billing also wanted: email (or phone_number instead).',
    )
    expect(retellWith('vague')(attempt, task)).toMatchObject({
      did: '',
      critique: 'The business was not done.\n- Something was missing.',
    })
    expect(retellWith('none')(attempt, task)).toEqual({ ...attempt, did: '', critique: '' })
    const wrong = retellWith('wrong')(attempt, task).critique
    expect(wrong).toMatch(/- Billing also wanted: \w+, \w+\.\n- Billing also wanted: \w+\.$/)
    expect(wrong).not.toMatch(/email|phone_number|member_id|: billing_zip/)
    expect(retellWith('wrong')(attempt, task).critique).toBe(wrong)
  })

  it('are those of another task in the placebo', () => {
    const retell = retellWith('other')
    expect(retell(attempt, task).critique).toBe('')
    const later = { ...attempt, critique: 'Of task b.', index: 1 }
    expect(retell(later, other)).toMatchObject({ critique: attempt.critique, index: 1 })
    expect(retell(attempt, task).critique).toBe('Of task b.')
    expect(retell(attempt, task).critique).toBe('Of task b.')
  })
})

describe('the report', () => {
  it('has a table and curves for each condition', () => {
    writeReport(folder, RUNS)
    const text = readFileSync(join(folder, 'results.md'), 'utf8')
    expect(text).toContain('| guided | 3 | 0.04 | 3, 3, 3 of 3 |')
    expect(text).toContain('start-2-medium-main.svg')
    expect(existsSync(join(folder, 'start-2-medium-main.svg'))).toBe(true)
  })

  it('that is checked in is what its records come to', () => {
    const results = 'experiments/feedback-guided/results'
    const lines = readFileSync(join(results, 'runs.jsonl'), 'utf8').trimEnd().split('\n')
    const records = lines.map((line) => JSON.parse(line) as RunRecord)
    const made = mkdtempSync(join(tmpdir(), 'backchannel-report-'))
    copyFileSync(join(results, 'sessions.json'), join(made, 'sessions.json'))
    writeFileSync(join(made, 'learning-rates.json'), JSON.stringify(tune(records)))
    writeReport(made, records)
    const page = (where: string): string => readFileSync(join(where, 'results.md'), 'utf8')
    expect(page(made)).toBe(page(results))
    rmSync(made, { recursive: true })
    expect(tuneLabel(records)).toBe(LABEL)
    refuseTwoWorlds(records.map(({ world }) => world))
    expect(records.every(({ world }) => world !== undefined)).toBe(true)
  })
})
