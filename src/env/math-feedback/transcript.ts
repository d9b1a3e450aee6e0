import type { AnswerKind } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { parseHermes } from '../dialects/hermes.ts'
import type { AssistantMessage, Transcript } from '../message.ts'
import type { AnswerForm } from './events.ts'
import { FORMATS } from './tables/roles.ts'

/** A request for feedback as the agent saw it. */
interface SeenAttempt {
  readonly answer: string
  readonly feedback: string
}

/** What a player can make out of a conversation. */
export interface SeenEpisode extends AnswerForm {
  /** The message with the problem, options and format included. */
  readonly problem: string
  readonly attempts: readonly SeenAttempt[]
  /** How many turns the agent has taken. */
  readonly turns: number
  /** Tool answers so far, for ids that are new. */
  readonly toolAnswers: number
}

/** Reads a conversation back, from what the agent could see alone. Total: odd text gives less. */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const attempts: SeenAttempt[] = []
  // The calls of the last turn that are not answered yet: answers come in the order of the calls.
  let open: readonly SeenCall[] = []
  let problem = ''
  let turns = 0
  let toolAnswers = 0
  for (const message of transcript) {
    // Lessons of earlier attempts may stand before the problem, so the last message counts.
    if (message.role === 'user' && kindOf(message.content) !== undefined) problem = message.content
    if (message.role === 'assistant') {
      open = callsOf(message)
      turns += 1
    }
    if (message.role !== 'tool') continue
    toolAnswers += 1
    const [call, ...others] = open
    if (call === undefined || call.id !== message.tool_call_id) continue
    open = others
    attempts.push({ answer: call.answer, feedback: message.content })
  }
  const kind = kindOf(problem) ?? 'expression'
  const listed = [...problem.matchAll(/^[A-Z]\. (.*)/gm)]
  const options = kind === 'choice' ? listed.map(([, option = '']) => option) : []
  return { problem, answer_kind: kind, options, attempts, turns, toolAnswers }
}

const kindOf = (text: string): AnswerKind | undefined =>
  (Object.keys(FORMATS) as AnswerKind[]).find((kind) => text.endsWith(FORMATS[kind]))

interface SeenCall {
  readonly id: string
  /** Empty unless it asks for feedback. */
  readonly answer: string
}

function callsOf({ content, tool_calls }: AssistantMessage): readonly SeenCall[] {
  // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
  const calls = tool_calls ?? parseHermes(content).calls
  return calls.map(({ id, function: called }) => {
    const isFeedback = called.name === getFeedback.name
    return { id, answer: isFeedback ? answerIn(called.arguments) : '' }
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
