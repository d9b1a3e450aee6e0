import type { Bar } from '../../../src/train-bridge/plots/bar-plot.ts'
import type { MeanOverSeeds } from '../../statistics/over-seeds.ts'
import { endsAt } from '../equal-tasks.ts'
import type { Figure } from '../figures.ts'
import type { RunRecord } from '../one-run.ts'
import type { Section } from '../report.ts'

/** What the experiment has come to, as questions are answered from it. */
export interface Findings {
  /** Without those of the grid. */
  readonly records: readonly RunRecord[]
  readonly sections: readonly Section[]
}

/** What is written into a page between the marks of this name, and the figures it shows. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly figures: readonly Figure[]
}

/** Starts of the main table, from the highest. */
export const STARTS = ['12-medium', '2-medium', '0.5-medium'] as const

/** The condition that most questions are asked under. */
export const USUAL = '2-medium'

/** Records of an arm on a condition. */
export const recordsOf = (
  { records }: Findings,
  condition: string,
  arm: string,
): readonly RunRecord[] => records.filter((one) => one.condition === condition && one.arm === arm)

/** The same, all of which ended after the tasks of their section. @throws Error if one has not */
export function endedOf(findings: Findings, condition: string, arm: string): readonly RunRecord[] {
  const own = recordsOf(findings, condition, arm)
  if (own.length > 0) endsAt(own, sectionOf(findings, condition)?.tasks ?? 0)
  return own
}

export const sectionOf = ({ sections }: Findings, condition: string): Section | undefined =>
  sections.find((one) => one.condition === condition)

export const barOf = ({ mean: value, interval }: MeanOverSeeds): Bar =>
  interval === null ? { value } : { value, low: interval[0], high: interval[1] }

/** A figure as pages show it. */
export const shown = (title: string, { file }: Figure): string => `![${title}](${file})`

/** A share in percent without an interval. */
export const share = (value: number): string => (100 * value).toFixed(1)
