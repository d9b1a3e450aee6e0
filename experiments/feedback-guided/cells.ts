import type { MeanOverSeeds } from '../statistics/over-seeds.ts'
import { countText, percent } from '../statistics/text.ts'
import type { Row } from './compare.ts'

/** A figure of a row in percent, or the reason why there is none. */
export const cellsOf =
  (row: Row, tasks: number) =>
  (value: MeanOverSeeds | null): string => {
    if (value !== null) return percent(value)
    return row.tasks_drawn < tasks ? `its record ends at ${countText(row.tasks_drawn)} tasks` : '–'
  }
