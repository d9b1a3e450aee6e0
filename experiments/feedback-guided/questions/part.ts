import type { Bar } from '../../../src/train-bridge/plots/bar-plot.ts'
import type { MeanOverSeeds } from '../../statistics/over-seeds.ts'
import { endsAt } from '../equal-tasks.ts'
import type { Figure } from '../figures.ts'
import type { RunRecord } from '../one-run.ts'
import type { Section } from '../report.ts'

/** The results of the experiment, from which questions are answered. */
export interface Findings {
  /** Without the runs of the grid. */
  readonly records: readonly RunRecord[]
  readonly sections: readonly Section[]
}

/** Text for a page between the marks of this name, and its figures. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly figures: readonly Figure[]
}

/** Starts of the main table, from the highest. */
export const STARTS = ['12-medium', '2-medium', '0.5-medium'] as const

/** The start of a condition, as pages call it. */
export const startName = (condition: string): string =>
  ({ '12': 'highest', '2': 'middle', '0.5': 'lowest' })[condition.split('-')[0] ?? ''] ?? ''

/** In the row of plain training, in place of a comparison with itself. */
export const REFERENCE = 'reference'

/** The condition of most questions. */
export const USUAL = '2-medium'

/** Records of an arm on a condition. */
export const recordsOf = (
  { records }: Findings,
  condition: string,
  arm: string,
): readonly RunRecord[] => records.filter((one) => one.condition === condition && one.arm === arm)

/**
 * As `recordsOf`, for runs that all ended after the tasks of their section.
 *
 * @throws Error if one has not
 */
export function endedRecords(
  findings: Findings,
  condition: string,
  arm: string,
): readonly RunRecord[] {
  const armRecords = recordsOf(findings, condition, arm)
  if (armRecords.length > 0) endsAt(armRecords, sectionOf(findings, condition)?.tasks ?? 0)
  return armRecords
}

export const sectionOf = ({ sections }: Findings, condition: string): Section | undefined =>
  sections.find((one) => one.condition === condition)

export const barOf = ({ mean: value, interval }: MeanOverSeeds): Bar =>
  interval === null ? { value } : { value, low: interval[0], high: interval[1] }

/** A figure in the form of the pages. */
export const imageLink = (title: string, { file }: Figure): string => `![${title}](${file})`

/** A share in percent without an interval. */
export const share = (value: number): string => (100 * value).toFixed(1)
