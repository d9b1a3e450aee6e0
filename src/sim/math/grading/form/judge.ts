import type { AnswerForm, AnswerKey, MathProblem } from '../../problem.ts'
import { readAnswer } from '../answer.ts'
import { Budget as Effort } from '../budget.ts'
import { finalNode } from '../final-node.ts'
import { gradeAnswer, isGold, parseExpression, parseGold, type ReadProse } from '../index.ts'
import { matches } from '../match.ts'
import type { Node } from '../node.ts'
import { finalSide, isEquation } from '../relation.ts'
import { childNodes, nodeCount, replaceNodes } from '../tree.ts'
import { factorCount, findFeatures, isForeign } from './features.ts'
import { type QuestionFormulas, questionFormulas } from './given.ts'
import { toSkeleton } from './skeleton.ts'
import { classifyAnswer } from './sort.ts'
import { findOperations, hasSolvedInequalities, isWorkedOut } from './worked.ts'

/**
 * The verdict on an answer. `unworked`: it leaves something to calculate, whatever its value.
 * `given`: its value is right, but it is a formula of the question or is arranged like one, and the
 * gold is another formula.
 */
export type Verdict = 'right' | 'wrong' | 'unworked' | 'given'

interface Judgement {
  readonly verdict: Verdict
  /** The final answer as written; `null` if there is none. */
  readonly extracted: string | null
  readonly ambiguous: boolean
  /** What a reader without the key finds; `null` if there is nothing. */
  readonly stated: string | null
}

/**
 * Judges value and form of the final answer of a text. Never throws.
 *
 * @param readProse reads texts that state none in an announced form
 */
export function judgeAnswer(problem: MathProblem, text: string, readProse?: ReadProse): Judgement {
  const { answer, question } = problem
  const options = readProse === undefined ? { question } : { question, readProse }
  const { correct, extracted, ambiguous, stated } = gradeAnswer(answer, text, options)
  const verdict = extracted === null ? 'wrong' : decideVerdict(problem, extracted, correct)
  return { verdict, extracted, ambiguous, stated }
}

/** Whether a short answer is right, and worked out as far as the gold. Never throws. */
export const isFinal = (problem: MathProblem, answer: string): boolean =>
  isGold(problem.answer, answer) && decideVerdict(problem, answer, true) === 'right'

/** The verdict on a short answer, once it is known whether its value is right. */
export function decideVerdict(problem: MathProblem, answer: string, isRight: boolean): Verdict {
  const { kind, gold } = problem.answer
  const isPlain = WHOLE.test(answer) && (!isRight || WHOLE.test(gold))
  if (kind !== 'expression' || answer === gold || isPlain) return isRight ? 'right' : 'wrong'
  const reading = readGold(problem)
  const node = finalNode(answer, reading.gold, parseExpression)
  if (node === null) return isRight ? 'right' : 'wrong'
  // The same answer twice is one answer, and so is a set of one.
  const parts = isSeveral(node) && !isSeveral(reading.gold) ? childNodes(node) : [node]
  if (parts.some((part) => isUnfinished(reading, part))) return 'unworked'
  if (!isRight) return 'wrong'
  if (isLiteralMatch(reading, node)) return 'right'
  // A part of a solution may be in the question: `y = 1` alone is not the required work.
  const isSolution = reading.gold?.kind === 'tuple' && isSeveral(node)
  return !isSolution && parts.some((part) => isGiven(reading, part)) ? 'given' : 'right'
}

const isSeveral = (node: Node | null): boolean => node?.kind === 'list' || node?.kind === 'set'

/** Most answers are whole numbers, which need no inspection. */
const WHOLE = /^-?\d{1,15}$/

/** Whether a short answer is written like the gold, except for spaces, order and units. */
export function isLiteralGold(problem: MathProblem, answer: string): boolean {
  const reading = readGold(problem)
  const node = finalNode(answer, reading.gold, parseExpression)
  return answer === problem.answer.gold || (node !== null && isLiteralMatch(reading, node))
}

/** The form of a finished answer to a problem. */
export const requiredForm = ({ answer, question }: MathProblem): AnswerForm =>
  answer.form ?? deriveForm(answer, question)

/** The form of the gold, for problems that do not state it. */
export function deriveForm(key: AnswerKey, question: string): AnswerForm {
  if (key.kind !== 'expression') return FORM_OF_KIND[key.kind]
  const gold = parseGold(key)
  if (gold === null) return 'words'
  if (!isWorkedOut(gold, findOperations(gold)) || !hasSolvedInequalities(gold)) return 'free'
  const sort = gold.kind === 'set' ? 'set' : classifyAnswer(gold)
  if (sort === 'number' && gold.kind === 'quotient') return 'fraction'
  if (sort !== 'expression') return sort
  const features = findFeatures(gold)
  if (/\bfactor/i.test(question) && features.has('brackets')) return 'factored'
  return EXPANDING.test(question) && !features.has('brackets') ? 'expanded' : 'expression'
}

const EXPANDING = /\b(?:expand|simplif|multipl|standard form)/i

const FORM_OF_KIND = { choice: 'option', text: 'words', hexadecimal: 'digits' } as const

/** What the form of answers to a problem depends on; computed once, and only if needed. */
class GoldReading {
  readonly problem: MathProblem
  readonly form: AnswerForm
  readonly gold: Node | null
  readonly goldOperations: ReadonlySet<string>
  #literals: ReadonlySet<string> | undefined
  #source: Source | undefined

  constructor(problem: MathProblem) {
    this.problem = problem
    this.form = requiredForm(problem)
    this.gold = parseGold(problem.answer)
    this.goldOperations = findOperations(this.gold)
  }

  /** The skeletons of the gold in all accepted forms. */
  get literals(): ReadonlySet<string> {
    const { aliases } = this.problem.answer
    this.#literals ??= new Set(
      [this.gold, ...aliases.map((alias) => readAnswer(alias).node)].flatMap((node) =>
        node === null ? [] : literalForms(node),
      ),
    )
    return this.#literals
  }

  /** The formulas of the question. */
  get source(): Source {
    if (this.#source === undefined) {
      const formulas = questionFormulas(this.problem.question)
      this.#source = { ...formulas, work: workOn(formulas, this.gold) }
    }
    return this.#source
  }
}

const goldReadings = new WeakMap<MathProblem, GoldReading>()

function readGold(problem: MathProblem): GoldReading {
  const reading = goldReadings.get(problem) ?? new GoldReading(problem)
  goldReadings.set(problem, reading)
  return reading
}

const literalForms = (node: Node): readonly string[] => {
  const side = node.kind === 'relation' && isEquation(node) ? [finalSide(node)] : []
  return [node, ...side].flatMap((form) => [toSkeleton(form), toSkeleton(withoutUnits(form))])
}

const withoutUnits = (node: Node): Node =>
  replaceNodes(node, (part) =>
    part.kind === 'quantity' || part.kind === 'degrees' ? part.operand : part,
  )

const hasSkeleton = (skeletons: ReadonlySet<string>, node: Node): boolean =>
  skeletons.has(toSkeleton(node)) || skeletons.has(toSkeleton(withoutUnits(node)))

const isLiteralMatch = (reading: GoldReading, node: Node): boolean =>
  hasSkeleton(reading.literals, node)

/** Brackets and powers that an expanded formula does not have. */
const UNEXPANDED = ['brackets', 'powers of one base', 'power of several', 'power of a power']

function isUnfinished({ form, gold, goldOperations }: GoldReading, node: Node): boolean {
  if (form === 'free') return false
  if (!isWorkedOut(node, goldOperations) || !hasSolvedInequalities(node)) return true
  if (form !== 'expanded' && form !== 'factored') return false
  const features = findFeatures(node)
  if (form === 'factored') return features.has('sum') || isLessFactored(gold, node)
  return UNEXPANDED.some((name) => features.has(name))
}

const isLessFactored = (gold: Node | null, node: Node): boolean =>
  gold !== null && factorCount(node) < factorCount(gold)

interface Source extends QuestionFormulas {
  /** `null` if no formula of the question has the right value. */
  readonly work: Work | null
}

/** Whether a formula of the right value is one of the question, or is arranged like one. */
function isGiven(reading: GoldReading, node: Node): boolean {
  const { skeletons, work } = reading.source
  if (hasSkeleton(skeletons, node)) return true
  if (work === null) return false
  if (nodeCount(node) > work.sizeMax) return true
  for (const name of findFeatures(node)) {
    if (work.removedFeatures.has(name) || (isForeign(name) && !work.goldFeatures.has(name)))
      return true
  }
  return work.removedFeatures.has('sum') && isLessFactored(reading.gold, node)
}

/** The work on a formula of the question that has the right value. */
interface Work {
  /** The features that the gold lacks. */
  readonly removedFeatures: ReadonlySet<string>
  /** The features that the gold has. */
  readonly goldFeatures: ReadonlySet<string>
  /** A much larger formula still contains the work. */
  readonly sizeMax: number
}

function workOn({ formulas }: QuestionFormulas, gold: Node | null): Work | null {
  if (gold === null) return null
  const equal = formulas.filter((formula) =>
    matches(gold, formula, { precision: 6, work: new Effort(WORK_UNITS) }),
  )
  if (equal.length === 0) return null
  const goldFeatures = findFeatures(gold)
  const questionFeatures = equal.flatMap((formula) => [...findFeatures(formula)])
  const removedFeatures = new Set(questionFeatures.filter((name) => !goldFeatures.has(name)))
  // A sum has to be factored only if the gold is factored.
  if (!goldFeatures.has('brackets')) removedFeatures.delete('sum')
  return { removedFeatures, goldFeatures, sizeMax: 2 * nodeCount(gold) + 6 }
}

const WORK_UNITS = 20_000
