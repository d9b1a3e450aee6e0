import { type Extracted, extractAnswer } from '../../sim/math/grading/index.ts'
import type { AnswerKey, AnswerKind } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { parseHermes } from '../hermes.ts'
import type { AssistantMessage, Transcript } from '../message.ts'
import { FORMATS } from './tables/roles.ts'

/** A request for feedback as the agent saw it. */
export interface SeenAttempt {
  readonly answer: string
  readonly feedback: string
}

/** What can be made out of a conversation. */
export interface SeenEpisode {
  /** The message with the problem, options and format included. */
  readonly problem: string
  readonly kind: AnswerKind
  /** How many options there are; 0 unless the kind is `choice`. */
  readonly options: number
  readonly attempts: readonly SeenAttempt[]
  /** The text of the last turn without calls; null if there was none. */
  readonly final: string | null
  /** Tool answers so far, for ids that are new. */
  readonly toolAnswers: number
}

/** Reads a conversation back, from what the agent could see alone. Total: odd text gives less. */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const attempts: SeenAttempt[] = []
  const submitted = new Map<string, string>()
  let problem = ''
  let final: string | null = null
  let toolAnswers = 0
  for (const message of transcript) {
    // Lessons of earlier attempts may stand before the problem, so the last message counts.
    if (message.role === 'user' && kindOf(message.content) !== undefined) problem = message.content
    if (message.role === 'assistant') {
      const calls = callsOf(message)
      for (const [id, answer] of calls) submitted.set(id, answer)
      final = calls.length === 0 ? message.content : null
    }
    if (message.role !== 'tool') continue
    toolAnswers += 1
    const answer = submitted.get(message.tool_call_id ?? '')
    if (answer !== undefined) attempts.push({ answer, feedback: message.content })
  }
  const kind = kindOf(problem) ?? 'expression'
  const options = kind === 'choice' ? [...problem.matchAll(/^[A-Z]\. /gm)].length : 0
  return { problem, kind, options, attempts, final, toolAnswers }
}

const kindOf = (text: string): AnswerKind | undefined =>
  (Object.keys(FORMATS) as AnswerKind[]).find((kind) => text.endsWith(FORMATS[kind]))

function callsOf({ content, tool_calls }: AssistantMessage): (readonly [string, string])[] {
  // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
  const calls = tool_calls ?? parseHermes(content).calls
  return calls.map(({ id, function: called }) => {
    const isFeedback = called.name === getFeedback.name
    return [id, isFeedback ? answerIn(called.arguments) : ''] as const
  })
}

function answerIn(given: unknown): string {
  let args = given
  if (typeof given === 'string') {
    try {
      args = JSON.parse(given)
    } catch {
      return ''
    }
  }
  const { current_answer: answer } = (args ?? {}) as { readonly current_answer?: unknown }
  return typeof answer === 'string' ? answer : ''
}

/** The short answer in a text, as somebody finds it who does not know the right one. */
export function answerFoundIn(seen: SeenEpisode, text: string): Extracted {
  const options = Array.from({ length: seen.options }, (_, index) => `option ${index + 1}`)
  const key: AnswerKey = { kind: seen.kind, gold: '', options, aliases: [] }
  return extractAnswer(key, text)
}
