import type { JsonObject } from '../../sim/json.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { toolSchema } from '../../tools/tool.ts'
import type { PaperLine } from './paper-line.ts'

/** Attempts beyond the third are not used: the recipe trains two rounds of feedback. */
const ATTEMPTS_MAX = 3

/** Whether the arguments of a call are an object, or its JSON text. */
export type ArgumentsForm = 'object' | 'text'

/** Number of problems for each kind of conversation, and for each reason to leave one out. */
export interface SftCounts {
  readonly problems: number
  readonly correct_at_first: number
  readonly corrected_after_one: number
  readonly corrected_after_two: number
  /** Wrong in all attempts, of which at most three count. */
  readonly never_right: number
  /** An attempt, its text, its feedback or the question is missing. */
  readonly incomplete: number
}

type Kind = Exclude<keyof SftCounts, 'problems'>

const CORRECTED = ['correct_at_first', 'corrected_after_one', 'corrected_after_two'] as const

/** Conversations to train on, in order of their problems. */
interface SftRecords {
  readonly records: readonly JsonObject[]
  readonly counts: SftCounts
}

/**
 * Conversations that call `get_feedback`, from the attempts at problems. After the user's question,
 * each wrong attempt gives the assistant's call and the tool's feedback; the right answer follows
 * without a call. Of duplicate attempts, the first counts.
 */
export function sftRecords(lines: readonly PaperLine[], form: ArgumentsForm): SftRecords {
  const tools: JsonObject[] = [toolSchema(getFeedback) as unknown as JsonObject]
  const counts: Record<keyof SftCounts, number> = {
    problems: 0,
    correct_at_first: 0,
    corrected_after_one: 0,
    corrected_after_two: 0,
    never_right: 0,
    incomplete: 0,
  }
  const records: JsonObject[] = []
  for (const attempts of attemptsByProblem(lines)) {
    const { kind, messages } = conversation(attempts, form)
    counts.problems += 1
    counts[kind] += 1
    if (messages !== undefined) records.push({ messages, tools })
  }
  return { records, counts }
}

function attemptsByProblem(lines: readonly PaperLine[]): Iterable<ReadonlyMap<number, PaperLine>> {
  const problems = new Map<string, Map<number, PaperLine>>()
  for (const line of lines) {
    const attempts = problems.get(line.problem) ?? new Map<number, PaperLine>()
    problems.set(line.problem, attempts)
    if (line.iteration < ATTEMPTS_MAX && !attempts.has(line.iteration)) {
      attempts.set(line.iteration, line)
    }
  }
  return problems.values()
}

interface Conversation {
  readonly kind: Kind
  readonly messages?: JsonObject[]
}

function conversation(attempts: ReadonlyMap<number, PaperLine>, form: ArgumentsForm): Conversation {
  const question = [...attempts.values()].find((line) => line.question !== null)?.question
  if (question === undefined || question === null) return { kind: 'incomplete' }
  const messages: JsonObject[] = [{ role: 'user', content: question }]
  for (let iteration = 0; iteration < ATTEMPTS_MAX; iteration++) {
    const line = attempts.get(iteration)
    if (line === undefined) return { kind: classifyEnd(attempts, iteration) }
    if (line.response === '') return { kind: 'incomplete' }
    if (line.correct) {
      messages.push({ role: 'assistant', content: line.response })
      return { kind: CORRECTED[iteration] as Kind, messages }
    }
    if (line.feedback === null && iteration < ATTEMPTS_MAX - 1 && attempts.has(iteration + 1)) {
      return { kind: 'incomplete' }
    }
    messages.push(...wrongAttempt(line, iteration, form))
  }
  return { kind: 'never_right' }
}

/** A missing attempt between others makes the problem incomplete. */
const classifyEnd = (attempts: ReadonlyMap<number, PaperLine>, iteration: number): Kind =>
  iteration === 0 || Math.max(...attempts.keys()) > iteration ? 'incomplete' : 'never_right'

function wrongAttempt(line: PaperLine, iteration: number, form: ArgumentsForm): JsonObject[] {
  const { response, feedback } = line
  const args = { current_answer: response, reasoning: '' }
  const id = `call_${iteration + 1}`
  const { name } = getFeedback
  const functionCall = { name, arguments: form === 'text' ? JSON.stringify(args) : args }
  return [
    {
      role: 'assistant',
      content: response,
      tool_calls: [{ id, type: 'function', function: functionCall }],
    },
    { role: 'tool', content: feedback ?? '', tool_call_id: id, name },
  ]
}
