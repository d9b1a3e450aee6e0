import type { Action, ToolCall } from '../env/message.ts'
import type { JsonObject } from '../sim/json.ts'

/** One part of a message's content; only the types `text` and `refusal` are read. */
interface ContentPart {
  readonly type: string
  readonly text?: string | undefined
  readonly refusal?: string | undefined
}

/** A tool call as SDKs and servers write it: of a function, or of a custom tool. */
interface GivenCall {
  readonly id?: string | null | undefined
  readonly type?: 'function' | 'custom' | null | undefined
  readonly function?: GivenFunction | null | undefined
  readonly custom?: { readonly name: string; readonly input: string } | null | undefined
}

interface GivenFunction {
  readonly name: string
  readonly arguments?: string | JsonObject | null | undefined
}

/** One assistant turn as it enters: in the OpenAI form as the SDKs produce it, or raw text. */
export type GivenAction =
  | {
      readonly content?: string | readonly ContentPart[] | null | undefined
      readonly tool_calls?: readonly GivenCall[] | null | undefined
      readonly function_call?: GivenFunction | null | undefined
      readonly refusal?: string | null | undefined
      readonly audio?: { readonly transcript?: string | null | undefined } | null | undefined
      readonly reasoning_content?: unknown
      readonly reasoning?: unknown
    }
  | { readonly text: string }

/**
 * The turn in the form in which episodes are played and stored. Content parts become text. Without
 * content, the refusal or the transcript of the audio is the content. Missing arguments are empty.
 * Thoughts are the text of `reasoning_content`, or else of `reasoning`. All other members are
 * dropped.
 */
export function canonicalAction(given: GivenAction): Action {
  if ('text' in given) return given
  const action: { content?: string | null; reasoning_content?: string; tool_calls?: ToolCall[] } =
    {}
  const content = readContent(given)
  const thoughts = saidText(given.reasoning_content) ?? saidText(given.reasoning)
  const calls = readCalls(given)
  if (content !== undefined) action.content = content
  if (thoughts !== undefined) action.reasoning_content = thoughts
  if (calls !== undefined) action.tool_calls = calls
  return action
}

const saidText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

type GivenTurn = Exclude<GivenAction, { readonly text: string }>

function readContent({ content, refusal, audio }: GivenTurn): string | null | undefined {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return refusal ?? audio?.transcript ?? content
  return content
    .map(({ type, text, refusal: refused }) => {
      return (type === 'text' ? text : type === 'refusal' ? refused : undefined) ?? ''
    })
    .join('')
}

function readCalls({ tool_calls: calls, function_call: old }: GivenTurn) {
  if (calls !== undefined && calls !== null) return calls.map(canonicalCall)
  return old === undefined || old === null ? undefined : [canonicalCall({ function: old }, 0)]
}

function canonicalCall(given: GivenCall, index: number): ToolCall {
  const { id, function: called, custom } = given
  const name = called?.name ?? custom?.name ?? ''
  const argumentsText = called?.arguments ?? custom?.input
  const named = id === undefined || id === null || id === '' ? `call_${index + 1}` : id
  const isBlank = argumentsText === undefined || argumentsText === ''
  return {
    id: named,
    type: 'function',
    function: { name, arguments: isBlank ? '{}' : argumentsText },
  }
}
