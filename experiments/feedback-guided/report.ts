import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { ARMS } from './arms.ts'
import { compareArms, type Row } from './compare.ts'
import { conditionFigures } from './figures.ts'
import type { RunRecord } from './one-run.ts'
import { tasksOf } from './plan.ts'
import { resultsPage, type Session } from './results-page.ts'
import type { Tuned } from './tuning.ts'
import { withVoid } from './void.ts'

/** All arms on one condition. */
export interface Section {
  readonly condition: string
  readonly start: { readonly clean: number; readonly unseen: number; readonly after_1: number }
  readonly ceilings: { readonly known: number; readonly unseen: number }
  readonly batches: number
  /** Tasks drawn, after which arms are compared, whatever each drew per batch. */
  readonly tasks: number
  readonly rows: readonly Row[]
}

/** Compares all runs except those of the grid, condition by condition. */
export function toSections(records: readonly RunRecord[]): Section[] {
  const tableRecords = records.filter(({ plan }) => plan !== 'tune')
  const keys = [...new Set(tableRecords.map(({ condition, batches }) => `${condition}/${batches}`))]
  return keys.sort().flatMap((key) => {
    const sectionRecords = tableRecords.filter(
      ({ condition, batches }) => `${condition}/${batches}` === key,
    )
    const [first] = sectionRecords
    if (first === undefined) return []
    const mean = (of: (record: RunRecord) => number): number =>
      meanOrNull(sectionRecords.map(of)) ?? 0
    return [
      {
        condition: first.condition,
        start: {
          clean: mean(({ start }) => start.clean),
          unseen: mean(({ start }) => start.unseen),
          after_1: mean(({ start }) => start.solved_by[1]?.success ?? 0),
        },
        ceilings: {
          known: mean(({ ceilings }) => ceilings.known),
          unseen: mean(({ ceilings }) => ceilings.unseen),
        },
        batches: first.batches,
        tasks: tasksOf(first.batches),
        rows: compareArms(
          sectionRecords,
          ARMS.map(({ name }) => name),
          tasksOf(first.batches),
        ),
      },
    ]
  })
}

/** Writes `results.json`, `results.md` and the figures from the records alone. */
export function writeReport(folder: string, records: readonly RunRecord[]): readonly Section[] {
  const sessions = readList(join(folder, 'sessions.json'))
  const tuned = readList(join(folder, 'learning-rates.json')) as Tuned[]
  const sections = withVoid(toSections(records), tuned)
  const results = { format: 1, sessions, learning_rates: tuned, sections }
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`)
  const figures = sections.flatMap(({ condition }) => {
    const conditionRecords = records.filter(
      (one) => one.plan !== 'tune' && one.condition === condition,
    )
    return conditionFigures(condition, conditionRecords)
  })
  for (const { file, svg } of figures) writeFileSync(join(folder, file), svg)
  const text = resultsPage(sections, figures, sessions as Session[], tuned)
  writeFileSync(join(folder, 'results.md'), text)
  return sections
}

const readList = (path: string): unknown[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown[]) : []
