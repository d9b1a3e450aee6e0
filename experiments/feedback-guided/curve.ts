import type { CurvePoint } from '../../src/train-bridge/statistics/area.ts'
import type { RunRecord } from './one-run.ts'

/** What may be spent until a threshold is reached. */
export const MEASURES = [
  'tasks_drawn',
  'episodes',
  'turns',
  'tokens',
  'depth',
  'cpu_seconds',
] as const
export type Measure = (typeof MEASURES)[number]

/** Whose tasks success is measured on: companies that training meets, or others. */
export type Companies = 'clean' | 'unseen'

/** A run's success over what it had spent, as far as both were tracked. */
export const curveOf = (
  { points }: RunRecord,
  measure: Measure,
  of: Companies = 'clean',
): CurvePoint[] =>
  points.flatMap(({ [measure]: x, [of]: y }) =>
    x === undefined || y === undefined ? [] : [{ x, y }],
  )
