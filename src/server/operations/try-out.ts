import type { JsonObject } from '../../sim/json.ts'
import { extractAnswer, gradeAnswer, parseExpression } from '../../sim/math/grading/index.ts'
import type { AnswerKey } from '../../sim/math/problem.ts'
import { Q_LIMITS } from '../../sim/q-problems/judge/limits.ts'
import type { RunAnswer } from '../../sim/q-problems/judge/request.ts'
import { Fault } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, ownerOf } from '../principal.ts'
import { performCounted } from './drive.ts'

/**
 * Runs q code on a console that nobody else sees, in the threads of the environment.
 *
 * @throws Fault `env/unavailable`
 */
export async function runQ(
  core: HostCore,
  caller: Caller,
  { code }: CheckedParams<'q.run'>,
): Promise<Result<'q.run'>> {
  const input = { op: 'run', code, limits: Q_LIMITS } as unknown as JsonObject
  const answer = await performCounted(core, { kind: 'q', input }, ownerOf(caller))
  if (answer.status === 'failed') throw new Fault('env/unavailable', answer.message)
  const { output, error, error_text } = answer.output as unknown as RunAnswer
  return { output, error, error_text }
}

/** Grades an answer, and says why. */
export function gradeMath({
  question,
  answer,
  ...right
}: CheckedParams<'math.grade'>): Result<'math.grade'> {
  const key: AnswerKey = { ...right, aliases: [] }
  const verdict = gradeAnswer(key, answer, { question })
  return { ...verdict, reasons: reasonsOf(key, answer, verdict) }
}

function reasonsOf(
  key: AnswerKey,
  answer: string,
  { correct, extracted, ambiguous }: ReturnType<typeof gradeAnswer>,
): string[] {
  if (extracted === null) return ['No final answer was found in the text.']
  const found = `The final answer that was found: ${extracted}`
  const reasons = [extracted === answer.trim() ? 'The text is taken as the answer.' : found]
  if (ambiguous) reasons.push('Different answers stood in places of equal rank: the last counts.')
  const isRead = key.kind !== 'expression' || parseExpression(extracted) !== null
  if (!isRead) reasons.push('It cannot be read as mathematics: it is compared as text.')
  const gold = extractAnswer({ ...key, gold: '' }, key.gold).text ?? key.gold
  reasons.push(correct ? `It equals ${gold}.` : `It does not equal ${gold}.`)
  return reasons
}
