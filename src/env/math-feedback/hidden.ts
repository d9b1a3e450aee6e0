import { isGold } from '../../sim/math/grading/index.ts'
import type { AnswerKey, MathTask } from '../../sim/math/problem.ts'
import { diagnose } from '../../sim/math/tutor/diagnose.ts'
import type { FindingKind } from '../../sim/math/tutor/finding.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import { stream } from '../../sim/random.ts'
import type { HiddenVariant } from '../audit.ts'
import type { MathState } from './state.ts'

/**
 * The same problem with another right answer. Feedback depends on the right answer only through its
 * finding. So the difference becomes visible at the first answer for which the two tasks have
 * different findings. Until then, both tasks look the same.
 */
export function buildHiddenVariant(
  task: MathTask,
  _world: MathWorld,
  seed: number,
): HiddenVariant<MathTask, MathState> | undefined {
  const gold = otherGold(task, seed)
  if (gold === undefined) return undefined
  const answer: AnswerKey = { ...task.answer, gold, aliases: [] }
  const mistakes = task.mistakes.filter((mistake) => !isGold(answer, mistake.answer))
  const variant: MathTask = { ...task, answer, mistakes, solution: null }
  return {
    task: variant,
    revealed: ({ attempts, returned }) =>
      returned.some((text) => differs(task, variant, text)) ||
      attempts.some(({ answer: submitted, finding }) =>
        task.answer.kind === 'choice'
          ? ABOUT_OPTIONS.has(finding.kind)
          : differs(task, variant, submitted),
      ),
  }
}

/** Findings that reveal something about the options. They appear only with confirmation. */
const ABOUT_OPTIONS: ReadonlySet<FindingKind> = new Set(['right', 'option', 'typical'])

function differs(task: MathTask, variant: MathTask, submitted: string): boolean {
  const [diagnosis, variantDiagnosis] = [diagnose(task, submitted), diagnose(variant, submitted)]
  return (
    diagnosis.finding.kind !== variantDiagnosis.finding.kind ||
    diagnosis.finding.note !== variantDiagnosis.finding.note
  )
}

function otherGold({ answer, mistakes }: MathTask, seed: number): string | undefined {
  const candidates = candidatesFor(answer, mistakes)
  const wrongAnswers = candidates.filter((candidate) => !isGold(answer, candidate))
  return wrongAnswers.length === 0
    ? undefined
    : stream(seed, 0, 'hidden-variant').pick(wrongAnswers)
}

function candidatesFor({ kind, gold, options }: AnswerKey, mistakes: MathTask['mistakes']) {
  const typical = mistakes.map(({ answer }) => answer)
  switch (kind) {
    case 'choice':
      return options.map((_, index) => String.fromCharCode(65 + index))
    case 'text':
      return ['Somewhere else', 'Somebody else']
    case 'hexadecimal':
      return [...typical, gold.slice(0, -1) + (gold.endsWith('7') ? '8' : '7')]
    case 'expression':
      // A whole number changes by one, so most answers keep their findings.
      return /^-?\d{1,40}$/.test(gold)
        ? [...typical, String(BigInt(gold) + 1n), String(BigInt(gold) - 1n)]
        : [...typical, '7', '\\frac{2}{7}']
  }
}
