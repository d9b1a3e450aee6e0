import { armNamed } from './arms.ts'
import type { Row } from './compare.ts'
import { variantOf } from './plan.ts'
import type { Section } from './report.ts'
import type { Tuned } from './tuning.ts'

/** The rate that the grid chooses for a row; undefined if it chooses none. */
export function chosenFor(
  { arm }: Pick<Row, 'arm'>,
  condition: string,
  tuned: readonly Tuned[],
): number | undefined {
  const { loss = 'grpo', world } = variantOf(condition)
  const name = armNamed(arm).tunedAs ?? arm
  const gridResult = tuned.find(
    (one) => one.arm === name && one.loss === loss && one.world === world,
  )
  return gridResult?.learning_rate
}

/**
 * The sections with void verdicts: a verdict is void if the arm or plain training ran at another
 * learning rate than the grid now chooses. The grid has since been judged again, after equal tasks.
 */
export const withVoid = (sections: readonly Section[], tuned: readonly Tuned[]): Section[] =>
  sections.map((section) => {
    const isVoid = (row: Row): boolean => {
      const chosenRateNow = chosenFor(row, section.condition, tuned)
      return chosenRateNow !== undefined && chosenRateNow !== row.learning_rate
    }
    const isPlainVoid = section.rows.some((row) => row.arm === 'plain' && isVoid(row))
    const rows = section.rows.map((row): Row => {
      if (!isPlainVoid && !isVoid(row)) return row
      const ratios = row.ratios.map((ratio) => ({ ...ratio, verdict: 'void' as const }))
      return { ...row, ratios }
    })
    return { ...section, rows }
  })
