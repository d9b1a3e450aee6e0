import { extractAnswer } from '../../sim/math/grading/index.ts'
import { ANSWER_KINDS, type AnswerKey, type AnswerKind } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { parseHermes } from '../dialects/hermes.ts'
import type { AssistantMessage, Transcript } from '../message.ts'
import { NOT_WORKED_OUT, stateIt } from './prompts.ts'
import { FORMATS } from './tables/roles.ts'

/** A request for feedback as the agent saw it. */
export interface SeenAttempt {
  readonly answer: string
  readonly feedback: string
}

/** A turn of the agent. */
export interface SeenTurn {
  readonly content: string
  /** Whether it asked for feedback; so does a turn with other calls beside that. */
  readonly asks: boolean
}

/** What can be made out of a conversation. */
export interface SeenEpisode {
  /** The message with the problem, options and format included. */
  readonly problem: string
  readonly kind: AnswerKind
  /** How many options there are; 0 unless the kind is `choice`. */
  readonly options: number
  readonly attempts: readonly SeenAttempt[]
  /** How many answers were handed back to be worked out. */
  readonly returned: number
  /** Whether the agent was asked to state its answer in the form of the problem. */
  readonly asked: boolean
  /** The turns of the agent, in order. */
  readonly turns: readonly SeenTurn[]
  /** Tool answers so far, for ids that are new. */
  readonly toolAnswers: number
}

/** The messages that ask for the answer. */
const ASKING: ReadonlySet<string> = new Set(ANSWER_KINDS.map(stateIt))

/** Reads a conversation back, from what the agent could see alone. Total: odd text gives less. */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const attempts: SeenAttempt[] = []
  const turns: SeenTurn[] = []
  // The calls of the last turn that are not answered yet: answers come in the order of the calls.
  let open: readonly SeenCall[] = []
  let problem = ''
  let returned = 0
  let asked = false
  let toolAnswers = 0
  for (const message of transcript) {
    // Lessons of earlier attempts may stand before the problem, so the last message counts.
    if (message.role === 'user' && kindOf(message.content) !== undefined) problem = message.content
    if (message.role === 'user' && message.content === NOT_WORKED_OUT) returned += 1
    if (message.role === 'user' && ASKING.has(message.content)) asked = true
    if (message.role === 'assistant') {
      open = callsOf(message)
      const asks = open.some(({ answer }) => answer !== null)
      turns.push({ content: message.content, asks })
    }
    if (message.role !== 'tool') continue
    toolAnswers += 1
    const [call, ...others] = open
    if (call === undefined || call.id !== message.tool_call_id) continue
    open = others
    attempts.push({ answer: call.answer ?? '', feedback: message.content })
  }
  const kind = kindOf(problem) ?? 'expression'
  const options = kind === 'choice' ? [...problem.matchAll(/^[A-Z]\. /gm)].length : 0
  return { problem, kind, options, attempts, returned, asked, turns, toolAnswers }
}

const kindOf = (text: string): AnswerKind | undefined =>
  (Object.keys(FORMATS) as AnswerKind[]).find((kind) => text.endsWith(FORMATS[kind]))

interface SeenCall {
  readonly id: string
  /** Null unless it asks for feedback. */
  readonly answer: string | null
}

function callsOf({ content, tool_calls }: AssistantMessage): readonly SeenCall[] {
  // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
  const calls = tool_calls ?? parseHermes(content).calls
  return calls.map(({ id, function: called }) => {
    const isFeedback = called.name === getFeedback.name
    return { id, answer: isFeedback ? answerIn(called.arguments) : null }
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

/** The short answer that a text states, as anybody reads it; null if it states none. */
export function answerFoundIn({ kind, options }: SeenEpisode, text: string): string | null {
  const letters = Array.from({ length: options }, (_, index) => `option ${index + 1}`)
  const key: AnswerKey = { kind, gold: '', options: letters, aliases: [] }
  return extractAnswer(key, text).text
}
