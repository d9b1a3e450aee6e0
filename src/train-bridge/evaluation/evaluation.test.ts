/** Guards how rollouts are assessed: known results, separate conditions, failures in no figure. */
import { describe, expect, it } from 'vitest'
import { assess } from './assess.ts'
import { evaluationMarkdown } from './markdown.ts'
import { evaluationPlots } from './plots.ts'
import { type EvaluatedRollout, type EvaluationFailure, summariseConduct } from './rollout.ts'
import { summariseEvaluation } from './summarise.ts'

/** A rollout of task `index`, with optional further members. */
function rollout(index: number, success: boolean, more: Partial<EvaluatedRollout> = {}) {
  return {
    split: 'val',
    index,
    level: 1,
    rollout: 0,
    critiques: 0,
    episode_id: `ep_${index}`,
    task: `val-${index}`,
    success,
    reward: success ? 1 : 0.2,
    end_reason: success ? 'completed' : 'gave_up',
    attempts_shown: 0,
    metrics: { success: success ? 1 : 0, turns: 4 },
    conduct: { turns: ['look'], tools: ['look'] },
    ...more,
  } satisfies EvaluatedRollout
}

const OPTIONS = { seed: 1, critiques: 0 }

describe('the assessment', () => {
  it('reports each split as a whole, and then its levels', () => {
    const segments = assess(
      [
        rollout(0, true),
        rollout(1, false, { level: 3 }),
        rollout(0, true, { split: 'test' }),
        rollout(2, true, { level: 3 }),
      ],
      OPTIONS,
    )
    const told = segments.map(({ split, level, clean }) => [split, level, clean.successes])
    expect(told).toEqual([
      ['val', null, 2],
      ['val', 1, 1],
      ['val', 3, 1],
      ['test', null, 1],
    ])
    expect(segments[0]).toMatchObject({
      tasks: 3,
      clean: { trials: 3, rate: 2 / 3 },
      clean_by_task: null,
      reward: { mean: expect.closeTo(2.2 / 3, 12) },
      end_reasons: { completed: 2, gave_up: 1 },
      metrics: { success: 2 / 3, turns: 4 },
    })
  })

  it('never counts an attempt with critiques as clean', () => {
    const rollouts = [
      rollout(0, false),
      rollout(0, false, { critiques: 1 }),
      rollout(0, true, { critiques: 2 }),
      rollout(1, true),
      rollout(2, false),
      rollout(2, true, { critiques: 1, reward: 0.9 }),
      // Its chain broke off after the first try, so it does not count for critiques.
      rollout(3, false),
    ]
    const [segment] = assess(rollouts, { seed: 1, critiques: 2 })
    expect(segment).toMatchObject({
      tasks: 4,
      clean: { successes: 1, trials: 4 },
      first_try: { successes: 1, trials: 4 },
      reward: { mean: 0.4 },
      with_feedback: [
        {
          critiques: 1,
          shown: { successes: 1, trials: 2 },
          shown_reward: 0.55,
          solved_by: { successes: 2, trials: 3 },
        },
        {
          critiques: 2,
          shown: { successes: 1, trials: 1 },
          solved_by: { successes: 3, trials: 3 },
        },
      ],
    })
  })

  it('reports clean success on the tasks of guided attempts', () => {
    const rollouts = [
      rollout(0, false),
      rollout(0, true, { critiques: 1 }),
      rollout(0, true, { rollout: 1 }),
      rollout(0, false, { rollout: 2 }),
      rollout(1, true),
      rollout(1, true, { rollout: 1 }),
    ]
    const [segment] = assess(rollouts, { seed: 1, critiques: 1 })
    const [feedback] = segment?.with_feedback ?? []
    expect(feedback?.shown).toMatchObject({ successes: 1, trials: 1 })
    expect(feedback?.same_tasks_clean).toMatchObject({ successes: 1, trials: 2 })
    expect(segment?.first_try).toMatchObject({ successes: 1, trials: 2 })
    expect(segment?.clean).toMatchObject({ successes: 4 - 1, trials: 5 })
  })

  it('computes pass@k and diversity over tasks with enough rollouts', () => {
    const other = { conduct: { turns: ['ask'], tools: ['ask'] } }
    const rollouts = [
      rollout(0, true),
      rollout(0, false, { rollout: 1, ...other }),
      rollout(0, false, { rollout: 2 }),
      rollout(1, false),
      rollout(1, false, { rollout: 1 }),
    ]
    const [segment] = assess(rollouts, OPTIONS)
    const passes = segment?.pass_at_k.map(({ k, mean }) => [k, mean])
    expect(passes?.map(([k]) => k)).toEqual([1, 2, 3])
    expect(passes?.[0]?.[1]).toBeCloseTo((1 / 3 + 0) / 2, 12)
    expect(passes?.[1]?.[1]).toBeCloseTo((2 / 3 + 0) / 2, 12)
    expect(passes?.[2]?.[1]).toBe(1)
    const all = segment?.all_of_k.map(({ mean }) => mean)
    expect(all?.[0]).toBeCloseTo((1 / 3 + 0) / 2, 12)
    expect(all?.slice(1)).toEqual([0, 0])
    expect(segment?.diversity?.distinct_share).toBeCloseTo((2 / 3 + 1 / 2) / 2, 12)
    expect(segment?.diversity?.tool_distance).toBeCloseTo((2 / 3 + 0) / 2, 12)
    expect(segment?.clean_by_task?.[0]).toBeGreaterThanOrEqual(0)
  })

  it('resamples whole tasks, so that similar rollouts do not narrow the interval', () => {
    const tasks = Array.from({ length: 20 }, (_, index) => index)
    const once = tasks.map((index) => rollout(index, index % 2 === 0))
    const many = once.flatMap((one) => [0, 1, 2, 3].map((at) => ({ ...one, rollout: at })))
    const [single] = assess(once, OPTIONS)
    const [repeated] = assess(many, OPTIONS)
    expect(repeated?.reward).toEqual(single?.reward)
    const [low = 0, high = 0] = repeated?.clean_by_task ?? []
    const { clean } = repeated ?? {}
    expect(high - low).toBeGreaterThan((clean?.high ?? 0) - (clean?.low ?? 0))
  })
})

it.each([true, false])(
  'is as unsure of a rate of 0 or 1 over tasks as of pass@1: %s',
  (success) => {
    const tasks = Array.from({ length: 6 }, (_, index) => index)
    const reward = success ? 1 : 0
    const played = tasks.flatMap((index) =>
      [0, 1].map((at) => rollout(index, success, { rollout: at, reward })),
    )
    const [segment] = assess(played, OPTIONS)
    const { low, high } = segment?.pass_at_k[0] ?? {}
    expect((high ?? 0) - (low ?? 0)).toBeGreaterThan(0.3)
    expect(segment?.clean_by_task).toEqual([low, high])
    expect(segment?.reward).toEqual({ mean: reward, low, high })
    // Rewards that cancel out are no share.
    const cancelling = tasks.map((index) => rollout(index, success, { reward: (-1) ** index }))
    expect(assess(cancelling, OPTIONS)[0]?.reward.low).toBeLessThan(0)
  },
)

const failure: EvaluationFailure = {
  ...{ split: 'val', index: 9, level: 1, rollout: 0, critiques: 0, episode_id: null },
  reason: 'policy/timeout',
  message: 'late',
}
const SETUP = { policy: 'p|<b>', env: 'mock-v1', seed: 1, rollouts: 1, critiques: 1 }

describe('the report', () => {
  const data = {
    tasks: [0, 1, 9].map((index) => ({ split: 'val', index, level: 1 })),
    rollouts: [rollout(0, true), rollout(1, false), rollout(1, true, { critiques: 1 })],
    failures: [failure],
    partial: true,
  }
  const ceilings = [{ split: 'val', level: null, name: 'best', value: 0.9 }]
  const report = summariseEvaluation(data, { ...SETUP, ceilings })

  it('counts planned, played and failed rollouts', () => {
    expect(report).toMatchObject({
      rollouts_planned: 3,
      rollouts_played: 2,
      partial: true,
      infrastructure_failures: 1,
      failure_reasons: { 'policy/timeout': 1 },
    })
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('has a column for each condition', () => {
    const page = evaluationMarkdown(report, [{ file: 'a.svg', title: 'A' }])
    expect(page).toContain('# p\\|\\<b\\> on mock-v1\n')
    expect(page).toContain('| val | 2 | 50.0 % (9.5 to 90.5) | 50.0 % (9.5 to 90.5) | 100.0 % (')
    expect(page).toContain('**Stopped early: 2 of 3 rollouts were played.**')
    expect(page).toContain('**Not played and in no figure: 1 (policy/timeout 1).**')
    expect(page).toContain('![A](a.svg)')
  })

  it('has a plot for each split, with its ceiling', () => {
    const [plot, ...others] = evaluationPlots(report)
    expect(others).toEqual([])
    expect(plot?.file).toBe('success-val.svg')
    expect(plot?.svg).toContain('p|&lt;b&gt;: success on val of mock-v1')
    expect(plot?.svg).toMatch(/<line class="ceiling"/)
  })

  it('has no numbers without rollouts', () => {
    const empty = summariseEvaluation({ ...data, rollouts: [] }, SETUP)
    expect(empty.segments).toEqual([])
    expect(evaluationMarkdown(empty)).toContain('0 rollouts under the clean prompt')
    expect(evaluationPlots(empty)).toEqual([])
  })
})

it('compares actions without the ids of calls', () => {
  const turn = (id: string) => ({
    role: 'assistant' as const,
    content: 'so',
    tool_calls: [
      { id, type: 'function' as const, function: { name: 'look', arguments: { a: 1 } } },
    ],
  })
  const conduct = summariseConduct([{ role: 'user', content: 'u' }, turn('x'), turn('y')])
  expect(conduct).toEqual(summariseConduct([turn('1'), { role: 'user', content: 'v' }, turn('2')]))
  expect(conduct).toMatchObject({ tools: ['look', 'look'] })
})
