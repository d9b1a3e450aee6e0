import { type LinePoint, linePlot } from '../../src/train-bridge/plots/line-plot.ts'
import { heightAt } from '../../src/train-bridge/statistics/area.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed, colourOf } from './arms.ts'
import { curveOf, overSeeds } from './compare.ts'
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
      return own.length === 0
        ? []
        : [{ name: armNamed(arm).title, colour: colourOf(arm), points: meanCurve(own) }]
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

/**
 * The mean curve over seeds wherever one of them was evaluated, as far as all of them were
 * followed. Losses that draw tasks until enough are mixed evaluate each seed at places of its own.
 */
function meanCurve(records: readonly RunRecord[]): LinePoint[] {
  const curves = records.map((record) => curveOf(record, 'tasks_drawn'))
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
