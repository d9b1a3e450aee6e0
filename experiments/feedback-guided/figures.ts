import { linePlot } from '../../src/train-bridge/plots/line-plot.ts'
import { bootstrapMean } from '../../src/train-bridge/statistics/bootstrap.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed } from './arms.ts'
import type { RunRecord } from './one-run.ts'
import { titleOf } from './plan.ts'

/** Arms that a figure shows together: more lines cannot be told apart. */
const GROUPS: readonly { readonly name: string; readonly arms: readonly string[] }[] = [
  { name: 'main', arms: ['plain', 'guided', 'guided-clean', 'placebo', 'label'] },
  { name: 'schedules', arms: ['plain', 'guided-clean', 'clean-none', 'clean-half', 'waves'] },
  { name: 'critiques', arms: ['plain', 'guided-clean', 'one-field', 'vague', 'wrong', 'placebo'] },
]

export interface Figure {
  readonly file: string
  readonly svg: string
}

/** A figure of one condition. */
export interface Curves extends Figure {
  readonly condition: string
}

/** The curves of a condition: mean clean success over tasks drawn, with the ceilings. */
export function figuresOf(condition: string, records: readonly RunRecord[]): Curves[] {
  return GROUPS.flatMap((group) => {
    const series = group.arms.flatMap((arm) => {
      const own = records.filter((record) => record.arm === arm)
      return own.length === 0 ? [] : [{ name: armNamed(arm).title, points: meanCurve(own) }]
    })
    // What other figures show already is not drawn again.
    if (series.length < 4 && group.name !== 'main') return []
    const svg = linePlot({
      title: titleOf(condition),
      x: { label: 'tasks drawn', low: 0 },
      y: { label: 'clean success', low: 0, high: 1, unit: 'percent' },
      series,
      levels: [
        {
          name: 'best first attempt',
          value: meanOf(records.map((one) => one.ceilings.known)) ?? 0,
        },
      ],
    })
    return [{ condition, file: `start-${condition.replace('.', '_')}-${group.name}.svg`, svg }]
  })
}

function meanCurve(records: readonly RunRecord[]) {
  const places = [...new Set(records.flatMap(({ points }) => points.map((one) => one.tasks_drawn)))]
  return places
    .sort((left, right) => left - right)
    .flatMap((x) => {
      const heights = records.flatMap(({ points }) =>
        points.filter((one) => one.tasks_drawn === x).map(({ clean }) => clean),
      )
      if (heights.length < records.length) return []
      const interval = bootstrapMean(heights, { seed: 1 })
      const y = meanOf(heights) ?? 0
      return [interval === null ? { x, y } : { x, y, low: interval[0], high: interval[1] }]
    })
}
