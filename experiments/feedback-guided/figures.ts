import { type LinePoint, linePlot } from '../../src/train-bridge/plots/line-plot.ts'
import { heightAt } from '../../src/train-bridge/statistics/area.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { overSeeds } from '../statistics/over-seeds.ts'
import { armNamed, colourOf, LABEL } from './arms.ts'
import { type Companies, curveOf } from './curve.ts'
import type { RunRecord } from './one-run.ts'
import { conditionTitle } from './plan.ts'

const MAIN = ['plain', 'guided', 'guided-clean', LABEL, 'placebo']

/** Arms that a figure shows together. More lines could not be distinguished. */
const GROUPS: readonly {
  readonly name: string
  readonly arms: readonly string[]
  /** The companies of its tasks. Default: known ones. */
  readonly of?: Companies
}[] = [
  { name: 'main', arms: MAIN },
  { name: 'unseen', arms: MAIN, of: 'unseen' },
  { name: 'schedules', arms: ['plain', 'guided-clean', 'clean-none', 'clean-half', 'waves'] },
  { name: 'weights', arms: ['plain', 'plain-16', 'guided-clean', 'unweighted', 'rltf-sd'] },
  { name: 'directions', arms: ['plain', 'guided-clean', 'curriculum', 'self-distillation'] },
  { name: 'critiques', arms: ['plain', 'guided-clean', 'one-field', 'vague', 'wrong', 'placebo'] },
]

const LABELS = { clean: 'clean success', unseen: 'clean success on unseen companies' } as const
const CEILINGS = { clean: 'known', unseen: 'unseen' } as const

export interface Figure {
  readonly file: string
  readonly svg: string
}

/** A figure of one condition. */
export interface Curves extends Figure {
  readonly condition: string
}

/** The curves of a condition: mean clean success over tasks drawn, with the ceilings. */
export function conditionFigures(condition: string, records: readonly RunRecord[]): Curves[] {
  return GROUPS.flatMap(({ name: group, arms, of = 'clean' }) => {
    const series = arms.flatMap((arm) => {
      const points = meanCurve(
        records.filter((record) => record.arm === arm),
        of,
      )
      return points.length === 0
        ? []
        : [{ name: armNamed(arm).title, colour: colourOf(arm), points }]
    })
    // Leaves out what other figures already show.
    if (series.length < (arms === MAIN ? 1 : 4)) return []
    const svg = linePlot({
      title: conditionTitle(condition),
      x: { label: 'tasks drawn', low: 0 },
      y: { label: LABELS[of], low: 0, high: 1, unit: 'percent' },
      series,
      levels: [
        {
          name: 'best first attempt',
          value: meanOrNull(records.map(({ ceilings }) => ceilings[CEILINGS[of]])) ?? 0,
        },
      ],
    })
    return [{ condition, file: `start-${condition.replace('.', '_')}-${group}.svg`, svg }]
  })
}

/**
 * The mean curve over seeds at every point where one of them was evaluated, up to the shortest run.
 * Losses that draw until enough groups are mixed evaluate each seed at different points.
 */
function meanCurve(records: readonly RunRecord[], of: Companies): LinePoint[] {
  const curves = records.map((record) => curveOf(record, 'tasks_drawn', of))
  if (curves.length === 0 || curves.some((curve) => curve.length < 2)) return []
  const end = Math.min(...curves.map((curve) => curve.at(-1)?.x ?? 0))
  const places = [...new Set(curves.flatMap((curve) => curve.map(({ x }) => x)))]
  return places
    .filter((x) => x <= end)
    .sort((left, right) => left - right)
    .map((x) => {
      const { mean: y, interval } = overSeeds(curves.map((curve) => heightAt(curve, x)))
      if (interval === null) return { x, y }
      return { x, y, low: Math.max(0, interval[0]), high: Math.min(1, interval[1]) }
    })
}
