import {
  type GeneratedMathFeedback,
  generateMathFeedback,
  type MathFeedbackOptions,
  writeMathFeedback,
} from '../datasets/math-feedback.ts'
import { FINITE_SPLITS } from '../datasets/splits.ts'
import { type CopyingCount, countCopying } from '../sim/math/grading/form/copies.ts'
import { LEVELS } from '../sim/math/problems/draft.ts'
import { FAMILIES } from '../sim/math/problems/families.ts'
import { copyingText } from './copying-text.ts'
import { CommandError } from './errors.ts'
import { type GenerateFlags, reportFiles, sizesOf } from './generate-flags.ts'
import { startProgress } from './progress.ts'

export const MATH_SIZES = { train: 900, val: 180, test: 180 }

/** The tasks of a family in a split: how many there are of each level, from 1 up. */
interface FamilyCount {
  readonly split: string
  readonly family: string
  readonly levels: readonly number[]
}

/** Generates and writes mathematics tasks, and reports how many there are of each kind. */
export function generateMathFeedbackData(flags: GenerateFlags): void {
  if (flags.numCompanies !== undefined) {
    throw new CommandError('mathematics tasks have no companies', 'Leave out --num-companies.')
  }
  const options: MathFeedbackOptions = { seed: flags.seed, tasks: sizesOf(flags, MATH_SIZES) }
  const total = FINITE_SPLITS.reduce((sum, split) => sum + options.tasks[split], 0)
  const startMs = performance.now()
  const progress = startProgress({ label: 'tasks', total })
  const generated = generateMathFeedback(options, (done) => progress.update(done))
  progress.end()
  const seconds = (performance.now() - startMs) / 1000
  const manifest = writeMathFeedback(flags.outputDir, options, generated)
  reportFiles(`${total} tasks`, flags, manifest.files, seconds)
  const counts = countsOf(generated)
  const { repeated } = generated
  const copying = copyingIn(generated)
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ counts, repeated_questions: repeated, copying }, null, 1)}\n`
      : `${reportText(counts, repeated)}\n${copyingText(copying)}\n`,
  )
}

const countsOf = ({ tasks }: GeneratedMathFeedback): FamilyCount[] =>
  FINITE_SPLITS.flatMap((split) =>
    FAMILIES.map(({ name }) => {
      const own = tasks[split].filter(({ dataset }) => dataset === name)
      const levels = LEVELS.map((level) => own.filter((task) => task.difficulty === level).length)
      return { split, family: name, levels }
    }),
  )

/** More tasks than these tell no more of a family, and cost a millisecond each. */
const COPIED_MAX = 2_000

const copyingIn = ({ tasks }: GeneratedMathFeedback): CopyingCount[] =>
  countCopying(FINITE_SPLITS.flatMap((split) => tasks[split]).slice(0, COPIED_MAX))

/** The report as a table for people. */
function reportText(
  counts: readonly FamilyCount[],
  repeated: GeneratedMathFeedback['repeated'],
): string {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
  const lines = ['', row('split', 'family', ['level 1', '2', '3', '4', '5', 'all'])]
  for (const split of FINITE_SPLITS) {
    const own = counts.filter((count) => count.split === split)
    for (const { family, levels } of own) lines.push(row(split, family, [...levels, sum(levels)]))
    const all = LEVELS.map((_, index) => sum(own.map(({ levels }) => levels[index] as number)))
    lines.push(row(split, 'all', [...all, sum(all)]))
  }
  const again = FINITE_SPLITS.map((split) => `${split} ${repeated[split]}`).join(', ')
  return [...lines, '', `Questions that a split has more than once: ${again}.`, ''].join('\n')
}

const row = (split: string, family: string, cells: readonly (string | number)[]): string =>
  split.padEnd(7) + family.padEnd(20) + cells.map((cell) => String(cell).padStart(8)).join('')
