import {
  DEFAULT_DIALECT,
  type DialectName,
  readRaw,
  withThinkTags,
} from '../../env/dialects/index.ts'
import { withoutAttempts } from '../../env/group-block.ts'
import type { SteppedPayload } from '../../env/log.ts'
import type { ChatMessage, ToolCall } from '../../env/message.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { toolsIn } from '../../env/settings.ts'
import { markedThoughts } from '../../env/thoughts.ts'
import { DEPTH_MAX, isWithinDepth, type JsonObject } from '../../sim/json.ts'
import type { ToolSignature } from '../../tools/tool.ts'
import type { TrainingEpisode } from './episode.ts'
import { failedTurns } from './failed-turns.ts'
import { spacedJson } from './spaced-json.ts'

/** A tool call with readable arguments. */
export interface ReadableCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** One turn of the agent and its answers. */
export interface AgentTurn {
  /** The text of the turn as a model writes it, with calls and kept thoughts. */
  readonly text: string
  /** Its content without calls, with kept thoughts. */
  readonly content: string
  /** Its calls; undefined if they are unreadable, so that only `text` represents the turn. */
  readonly calls: readonly ReadableCall[] | undefined
  readonly failed: boolean
  readonly answers: readonly ChatMessage[]
}

/** An episode as the agent saw it. */
export interface TrainingConversation {
  readonly opening: readonly ChatMessage[]
  readonly turns: readonly AgentTurn[]
}

interface ConversationOptions {
  /** Keep the earlier attempts in an opening. */
  readonly keepAttempts: boolean
  /** Keep the thoughts of a turn. */
  readonly keepThoughts: boolean
}

/**
 * The conversation of an episode. Undefined if a model's text for one of its turns would be parsed
 * as another action, for example a structured turn whose content contains `<tool_call>`.
 */
export function toConversation(
  episode: TrainingEpisode,
  environment: AnyEnvironment,
  { keepAttempts, keepThoughts }: ConversationOptions,
): TrainingConversation | undefined {
  const { messages, attempts_shown: attempts } = episode.opened
  const failed = failedTurns(episode, environment)
  const turns: AgentTurn[] = []
  for (const [index, step] of episode.steps.entries()) {
    const { settings, dialect } = episode.opened
    const reading = { tools: toolsIn({ environment, settings }), dialect }
    const turn = agentTurn(step, reading, failed[index] === true, keepThoughts)
    if (turn === undefined) return undefined
    turns.push(turn)
  }
  return { opening: keepAttempts ? messages : withoutAttempts(messages, attempts), turns }
}

interface RawReading {
  readonly tools: readonly ToolSignature[]
  readonly dialect: DialectName | undefined
}

function agentTurn(
  { action, messages: answers }: SteppedPayload,
  { tools, dialect = DEFAULT_DIALECT }: RawReading,
  failed: boolean,
  keepThoughts: boolean,
): AgentTurn | undefined {
  if ('text' in action) {
    const { content: visible, calls: rawCalls, malformed } = readRaw(action.text, tools, dialect)
    const thoughts = keepThoughts ? markedThoughts(withThinkTags(action.text, dialect)) : ''
    const content = [thoughts, visible].filter((part) => part !== '').join('\n\n')
    const parsedCalls = malformed === undefined ? rawCalls.map(readCall) : [undefined]
    const calls = allOrNone(parsedCalls)
    const isWritten = dialect === DEFAULT_DIALECT
    if (keepThoughts && isWritten) {
      return { text: action.text.trim(), content, calls, failed, answers }
    }
    if (calls === undefined) return undefined
    return { text: hermesText(content, calls), content, calls, failed, answers }
  }
  const visible = (action.content ?? '').trim()
  const thoughts = (keepThoughts ? (action.reasoning_content ?? '') : '').trim()
  const content = thoughts === '' ? visible : `<think>\n${thoughts}\n</think>\n\n${visible}`.trim()
  const calls = allOrNone((action.tool_calls ?? []).map(readCall))
  if (calls === undefined) return undefined
  const text = hermesText(content, calls)
  return readsAs(text, visible, calls) ? { text, content, calls, failed, answers } : undefined
}

function readCall({ function: { name, arguments: args } }: ToolCall): ReadableCall | undefined {
  const value = typeof args === 'string' ? parseJson(args) : args
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (!isWithinDepth(value, DEPTH_MAX)) return undefined
  return { name, arguments: value as JsonObject }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const allOrNone = <Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.every((value) => value !== undefined) ? values : undefined

/** A turn as the templates of Qwen write it: the content, then each call on separate lines. */
function hermesText(content: string, calls: readonly ReadableCall[]): string {
  const callTexts = calls.map(
    (call) =>
      `<tool_call>\n{"name": ${JSON.stringify(call.name)}, ` +
      `"arguments": ${spacedJson(call.arguments)}}\n</tool_call>`,
  )
  return [...(content === '' ? [] : [content]), ...callTexts].join('\n')
}

function readsAs(text: string, content: string, calls: readonly ReadableCall[]): boolean {
  const reread = readRaw(text)
  const isUnchanged =
    JSON.stringify(allOrNone(reread.calls.map(readCall))) === JSON.stringify(calls)
  return isUnchanged && reread.content === content && reread.malformed === undefined
}
