import type { CurvePoint } from '../../src/train-bridge/statistics/area.ts'
import type { RunRecord } from './one-run.ts'

/** What a run may spend to reach a threshold. */
export const MEASURES = [
  'tasks_drawn',
  'episodes',
  'turns',
  'tokens',
  'depth',
  'cpu_seconds',
] as const
export type Measure = (typeof MEASURES)[number]

/** The companies on which success is measured: those of training, or others. */
export type Companies = 'clean' | 'unseen'

/** A run's success over what it had spent, if both were tracked. */
export const curveOf = (
  { points }: RunRecord,
  measure: Measure,
  of: Companies = 'clean',
): CurvePoint[] =>
  points.flatMap(({ [measure]: x, [of]: y }) =>
    x === undefined || y === undefined ? [] : [{ x, y }],
  )
