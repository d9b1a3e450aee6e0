// Guards learning curves: how much a run had spent when it reached a threshold.
import { expect, it } from 'vitest'
import { curvesMarkdown, curvesPlots } from './present.ts'
import { readCurve } from './read-curve.ts'
import { reportCurves } from './report.ts'

/** A run that is evaluated after every batch of 10 tasks, 8 episodes and 5 turns each. */
function metricsOf(successes: readonly number[]): string {
  const lines = successes.flatMap((clean, batch) => [
    ...(batch === 0
      ? []
      : [{ kind: 'batch', batch, episodes: 80 * batch, turns: 400 * batch, depth: 40 }]),
    { kind: 'evaluation', batch, tasks_drawn: 10 * batch, tasks: 100, clean_success: clean },
  ])
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const SLOW = readCurve('slow', metricsOf([0.1, 0.3, 0.5, 0.4, 0.5, 0.6]))
const FAST = readCurve('fast', metricsOf([0.1, 0.5, 0.7, 0.8]))

it('sums what was spent, and skips unreadable lines', () => {
  expect(SLOW.evaluations[2]).toEqual({
    ...{ batch: 2, tasks_drawn: 20, episodes: 160, turns: 800, depth: 80 },
    ...{ seconds: 0, tasks: 100, clean: 0.5 },
  })
  const again = `${metricsOf([0.1, 0.2])}{"kind":"evaluation","batch":1,"tasks_drawn":10,`
  expect(readCurve('cut', again).evaluations).toHaveLength(2)
  const twice = `${metricsOf([0.1, 0.2])}${metricsOf([0.1, 0.3]).split('\n').at(-2)}\n`
  expect(readCurve('twice', twice).evaluations.map(({ clean }) => clean)).toEqual([0.1, 0.3])
})

it('replaces what was written after an earlier batch when a run is played again from there', () => {
  const killed = metricsOf([0.1, 0.2, 0.3, 0.4])
  const again = metricsOf([0.1, 0.5, 0.6])
  expect(readCurve('again', killed + again)).toEqual(readCurve('again', again))
  const resumed = again.split('\n').slice(3).join('\n')
  expect(readCurve('resumed', killed + resumed).evaluations).toEqual([
    ...readCurve('killed', killed).evaluations.slice(0, 2),
    ...readCurve('again', again).evaluations.slice(2),
  ])
})

it('counts the seconds of all starts of a run', () => {
  const lines = [3, 7, 2, 4].map((seconds, batch) => ({
    ...{ kind: 'evaluation', batch, tasks_drawn: batch, tasks: 1, clean_success: 0, seconds },
  }))
  const curve = readCurve('resumed', lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(curve.evaluations.map(({ seconds }) => seconds)).toEqual([3, 7, 9, 11])
})

it('counts up to the first of two consecutive evaluations above the threshold', () => {
  const [slow, fast] = reportCurves([SLOW, FAST], [0.7, 0.5]).runs
  expect(slow?.reached[0]).toMatchObject({ arrived: false, ratio_to_first: null })
  expect(slow?.reached[1]).toMatchObject({ arrived: true, spent: { tasks_drawn: 40 } })
  expect(fast?.reached[0]).toMatchObject({ arrived: true, ratio_to_first: null })
  expect(fast?.reached[1]).toMatchObject({ spent: { turns: 400 }, ratio_to_first: 4 })
})

it('compares runs after the same number of tasks', () => {
  const { runs, mean_until_tasks: tasks } = reportCurves([SLOW, FAST], [])
  expect(tasks).toBe(30)
  expect(runs.map((run) => run.clean_at_equal_tasks)).toEqual([0.4, 0.8])
  const page = curvesMarkdown(reportCurves([SLOW, FAST], []))
  expect(page).toContain('| at its last evaluation | after 30 tasks | mean to 30 tasks |')
  expect(page).toMatch(/\| slow \| 6 \| .* \| 40\.0 % \| 35\.0 % \|/)
})

it('shows curves as a page and a plot', () => {
  const report = reportCurves([SLOW, FAST], [0.7, 0.5])
  expect(report.mean_until_tasks).toBe(30)
  const page = curvesMarkdown(report, curvesPlots([SLOW, FAST]))
  expect(page).toMatch(/\| slow \| 6 \| 10\.0 % .* \| \\> 50 \| 40 \|/)
  expect(page).toMatch(/\| fast \| 4 .* \| 20 \| 10 \(4\.00\) \|/)
  expect(curvesPlots([SLOW, FAST])[0]?.svg).toContain('fast')
})
