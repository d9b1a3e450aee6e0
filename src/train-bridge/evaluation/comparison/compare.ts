import { inParallel } from '../../rollouts/in-parallel.ts'
import { type AnswerSource, type ModelAnswer, StepFailure } from './answers.ts'
import type { ComparedPrompt } from './prompts.ts'
import type { RewardModel } from './reward.ts'

/** The result for one prompt, as stored in the file of rows. */
export interface ComparedRow {
  readonly prompt_id: string
  readonly prompt: string
  /** Null if it is missing. */
  readonly answer_a: string | null
  readonly answer_b: string | null
  readonly reward_a: number | null
  readonly reward_b: number | null
  /** `reward_a` minus `reward_b`; null unless both exist. */
  readonly difference: number | null
  /** The result of A against B. */
  readonly outcome: 'win' | 'tie' | 'loss' | null
  /** Whether the token limit truncated the answer; null if it is missing or a file does not say. */
  readonly cut_a: boolean | null
  readonly cut_b: boolean | null
  /** `answer_a/timeout`, `reward_b/unreadable`, … */
  readonly errors: readonly string[]
}

/** Inputs of a comparison. */
export interface ComparisonPlan {
  readonly prompts: readonly ComparedPrompt[]
  readonly a: AnswerSource
  /** The reference. */
  readonly b: AnswerSource
  readonly reward: RewardModel
  /** Largest difference of scores that counts as a tie. */
  readonly tieWithin: number
  /** Prompts at a time. */
  readonly concurrency: number
  readonly signal?: AbortSignal | undefined
  readonly onDone?: (done: number) => void
  /** Called with every failure, as text for people. */
  readonly onFailure?: (message: string) => void
}

/** The rows of the processed prompts, in order. */
export interface ComparisonData {
  readonly rows: readonly ComparedRow[]
  /** Whether it stopped early. */
  readonly partial: boolean
}

/** Asks both models for an answer to every prompt and scores both answers. */
export async function comparePrompts(plan: ComparisonPlan): Promise<ComparisonData> {
  const { prompts, concurrency, signal, onDone } = plan
  const rows = await inParallel(prompts, (prompt) => compareOne(plan, prompt), {
    concurrency,
    signal,
    ...(onDone === undefined ? {} : { onDone }),
  })
  const finishedRows = rows.filter((row) => row !== undefined)
  return { rows: finishedRows, partial: finishedRows.length < prompts.length }
}

/** Decimals to keep. Further ones are rounding errors of the subtraction. */
const DECIMALS = 9

/** Compares one prompt; undefined if it stopped on the way. */
async function compareOne(
  plan: ComparisonPlan,
  prompt: ComparedPrompt,
): Promise<ComparedRow | undefined> {
  const { a, b, reward, signal, tieWithin } = plan
  const errors: string[] = []
  const attempt = async <Result>(what: string, work: Promise<Result>): Promise<Result | null> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      errors.push(`${what}/${error.kind}`)
      if (signal?.aborted !== true) plan.onFailure?.(`${prompt.id}, ${what}: ${error.message}`)
      return null
    }
  }
  const [answerA, answerB] = await Promise.all([
    attempt('answer_a', a.answer(prompt, signal)),
    attempt('answer_b', b.answer(prompt, signal)),
  ])
  let rewards: readonly (number | null)[] = [null, null]
  // A score without its counterpart is useless, so it is not requested.
  if (answerA !== null && answerB !== null) {
    rewards = await Promise.all([
      attempt('reward_a', reward.score(prompt.text, answerA.text, signal)),
      attempt('reward_b', reward.score(prompt.text, answerB.text, signal)),
    ])
  }
  if (signal?.aborted === true && errors.length > 0) return undefined
  return toRow(prompt, [answerA, answerB], rewards, errors.sort(), tieWithin)
}

function toRow(
  { id, text }: ComparedPrompt,
  [a = null, b = null]: readonly (ModelAnswer | null)[],
  [rewardA = null, rewardB = null]: readonly (number | null)[],
  errors: readonly string[],
  tieWithin: number,
): ComparedRow {
  const difference =
    rewardA === null || rewardB === null ? null : Number((rewardA - rewardB).toFixed(DECIMALS))
  return {
    prompt_id: id,
    prompt: text,
    answer_a: a?.text ?? null,
    answer_b: b?.text ?? null,
    reward_a: rewardA,
    reward_b: rewardB,
    difference,
    outcome: difference === null ? null : toOutcome(difference, tieWithin),
    cut_a: a?.cut ?? null,
    cut_b: b?.cut ?? null,
    errors,
  }
}

function toOutcome(difference: number, tieWithin: number): 'win' | 'tie' | 'loss' {
  if (Math.abs(difference) <= tieWithin) return 'tie'
  return difference > 0 ? 'win' : 'loss'
}
