import { wilson } from '../../../sim/wilson.ts'
import { bootstrapMean } from '../../statistics/bootstrap.ts'
import { meanOrNull } from '../../statistics/mean.ts'
import { tally } from '../../statistics/tally.ts'
import type { Estimate } from '../report.ts'
import type { ComparedRow, ComparisonData } from './compare.ts'

/** The report of a comparison in JSON. B is the reference. */
export interface ComparisonReport {
  readonly format: 1
  readonly kind: 'comparison'
  readonly model_a: string
  readonly model_b: string
  readonly reward_model: string
  readonly seed: number
  /** Whether it stopped before the last prompt. */
  readonly partial: boolean
  readonly prompts: number
  /** Rows of the file without a readable prompt. */
  readonly prompts_unreadable: number
  /** Prompts with a score for both answers. The figures up to `improvement` cover these. */
  readonly n_scored: number
  readonly wins: number
  readonly ties: number
  readonly losses: number
  /** Wins and half the ties ÷ scored, with its Wilson interval. */
  readonly win_rate: Estimate
  readonly tie_within: number
  readonly mean_reward: number | null
  readonly mean_reference_reward: number | null
  /** Mean difference between two answers to the same prompt, with its bootstrap interval. */
  readonly improvement: Estimate
  /** Mean characters of A's answers ÷ those of B's, over prompts that both answered. */
  readonly length_ratio: number | null
  readonly mean_length_a: number | null
  readonly mean_length_b: number | null
  readonly empty_answers_a: number
  readonly empty_answers_b: number
  /** Answers that the token limit truncated; null if a file does not say which. */
  readonly cut_answers_a: number | null
  readonly cut_answers_b: number | null
  /** Missing answers and scores, which are in no figure above. */
  readonly errors: Readonly<Record<string, number>>
}

/** Contents of a report besides the measurements. */
interface ComparisonSetup {
  readonly modelA: string
  readonly modelB: string
  readonly rewardModel: string
  readonly seed: number
  readonly tieWithin: number
  readonly prompts: number
  readonly unreadable: number
}

/** Summarises a comparison. The same rows and setup give the same report. */
export function summariseComparison(
  { rows, partial }: ComparisonData,
  setup: ComparisonSetup,
): ComparisonReport {
  const { seed } = setup
  const scoredRows = rows.filter(({ outcome }) => outcome !== null)
  const count = (countedOutcome: ComparedRow['outcome']): number =>
    scoredRows.filter(({ outcome }) => outcome === countedOutcome).length
  const differences = scoredRows.map(({ difference }) => difference ?? 0)
  const [low, high] = bootstrapMean(differences, { seed }) ?? [null, null]
  return {
    format: 1,
    kind: 'comparison',
    model_a: setup.modelA,
    model_b: setup.modelB,
    reward_model: setup.rewardModel,
    seed,
    partial,
    prompts: setup.prompts,
    prompts_unreadable: setup.unreadable,
    n_scored: scoredRows.length,
    wins: count('win'),
    ties: count('tie'),
    losses: count('loss'),
    win_rate: winRate(count('win') + count('tie') / 2, scoredRows.length),
    tie_within: setup.tieWithin,
    mean_reward: meanOrNull(scoredRows.map(({ reward_a: reward }) => reward ?? 0)),
    mean_reference_reward: meanOrNull(scoredRows.map(({ reward_b: reward }) => reward ?? 0)),
    improvement: { mean: meanOrNull(differences), low, high },
    ...lengths(rows),
    empty_answers_a: rows.filter(({ answer_a: answer }) => answer?.trim() === '').length,
    empty_answers_b: rows.filter(({ answer_b: answer }) => answer?.trim() === '').length,
    cut_answers_a: countCut(rows.map((row) => ({ answer: row.answer_a, cut: row.cut_a }))),
    cut_answers_b: countCut(rows.map((row) => ({ answer: row.answer_b, cut: row.cut_b }))),
    errors: tally(rows.flatMap(({ errors }) => errors)),
  }
}

function countCut(
  rows: readonly { readonly answer: string | null; readonly cut: boolean | null }[],
): number | null {
  const answered = rows.filter(({ answer }) => answer !== null)
  if (answered.some(({ cut }) => cut === null)) return null
  return answered.filter(({ cut }) => cut).length
}

function winRate(points: number, scoredCount: number): Estimate {
  if (scoredCount === 0) return { mean: null, low: null, high: null }
  const [low, high] = wilson(points, scoredCount)
  return { mean: points / scoredCount, low, high }
}

function lengths(rows: readonly ComparedRow[]) {
  const answerPairs = rows.flatMap(({ answer_a: a, answer_b: b }) =>
    a === null || b === null ? [] : [{ a: [...a].length, b: [...b].length }],
  )
  const mean_length_a = meanOrNull(answerPairs.map(({ a }) => a))
  const mean_length_b = meanOrNull(answerPairs.map(({ b }) => b))
  const hasLengths = mean_length_a !== null && mean_length_b !== null && mean_length_b > 0
  return {
    length_ratio: hasLengths ? mean_length_a / mean_length_b : null,
    mean_length_a,
    mean_length_b,
  }
}
