import type { MathTask } from '../../sim/math/problem.ts'
import { type AnyLevel, LEVELS, TOP_LEVEL } from '../../sim/math/problems/draft.ts'
import { COMPOSED, FAMILIES } from '../../sim/math/problems/families.ts'
import { type DataReport, FINITE_SPLITS, type PerSplit } from '../task-data.ts'
import { surveyCopying } from './survey.ts'

/** The number of tasks of a family in a split, by level from 1. */
interface FamilyCount {
  readonly split: string
  readonly family: string
  readonly levels: readonly number[]
}

type Tasks = PerSplit<readonly MathTask[]>

/** A sample of tasks is enough to measure copies; each task costs a millisecond. */
const COPIED_MAX = 2_000

/** Counts tasks by family and level, and what copying from their questions gains. */
export function dataReport(tasks: Tasks, repeated: PerSplit<number>): DataReport {
  const counts = countFamilies(tasks)
  const allTasks = FINITE_SPLITS.flatMap((split) => tasks[split])
  const copying = surveyCopying(allTasks.slice(0, COPIED_MAX))
  return {
    json: {
      counts: counts.map((count) => ({ ...count })),
      repeated_questions: { ...repeated },
      ...copying.json,
    },
    text: `${reportText(counts, repeated)}\n${copying.text}`,
  }
}

/** Composed families have rows only if they were drawn; the others always have. */
const countFamilies = (tasks: Tasks): FamilyCount[] => {
  const drawn = new Set(FINITE_SPLITS.flatMap((split) => tasks[split].map((task) => task.dataset)))
  const families = [...FAMILIES, ...COMPOSED.filter(({ name }) => drawn.has(name))]
  const levelsDrawn = levelsIn(tasks)
  return FINITE_SPLITS.flatMap((split) =>
    families.map(({ name }) => {
      const ownTasks = tasks[split].filter(({ dataset }) => dataset === name)
      const levels = levelsDrawn.map(
        (level) => ownTasks.filter((task) => task.difficulty === level).length,
      )
      return { split, family: name, levels }
    }),
  )
}

/** The usual levels, and the top level if it was drawn. */
const levelsIn = (tasks: Tasks): readonly AnyLevel[] =>
  FINITE_SPLITS.some((split) => tasks[split].some(({ difficulty }) => difficulty === TOP_LEVEL))
    ? [...LEVELS, TOP_LEVEL]
    : LEVELS

/** The counts as a text table. */
function reportText(counts: readonly FamilyCount[], repeated: PerSplit<number>): string {
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((total, count) => total + count, 0)
  const levels = Math.max(...counts.map((count) => count.levels.length))
  const heads = Array.from({ length: levels }, (_, index) =>
    index === 0 ? 'level 1' : `${index + 1}`,
  )
  const lines = ['', row('split', 'family', [...heads, 'all'])]
  for (const split of FINITE_SPLITS) {
    const ownCounts = counts.filter((count) => count.split === split)
    for (const { family, levels: levelCounts } of ownCounts)
      lines.push(row(split, family, [...levelCounts, sum(levelCounts)]))
    const totals = heads.map((_, index) => sum(ownCounts.map(({ levels }) => levels[index] ?? 0)))
    lines.push(row(split, 'all', [...totals, sum(totals)]))
  }
  const repetitions = FINITE_SPLITS.map((split) => `${split} ${repeated[split]}`).join(', ')
  return [...lines, '', `Questions that a split has more than once: ${repetitions}.`, ''].join('\n')
}

const row = (split: string, family: string, cells: readonly (string | number)[]): string =>
  split.padEnd(7) + family.padEnd(20) + cells.map((cell) => String(cell).padStart(8)).join('')
