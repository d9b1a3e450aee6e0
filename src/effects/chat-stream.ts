import { z } from 'zod'
import { getChecker } from '../tools/checker.ts'
import {
  callIdOf,
  callName,
  type ReadCompletion,
  readArguments,
  readContent,
  readReasoning,
  readServerError,
  reasoningMember,
  TOOL_CALLS_MAX,
  usageMember,
  usageSchema,
} from './chat-completion.ts'
import type { ChatToolCall, CompletionResult } from './chat-message.ts'

/** The data of the event that ends a stream. */
export const END_MARK = '[DONE]'

const callDeltaSchema = z.object({
  index: z.int().min(0).optional().catch(undefined),
  id: z.string().nullish().catch(null),
  function: z
    .object({ name: z.string().nullish().catch(null), arguments: z.unknown().optional() })
    .nullish()
    .catch(null),
})
type CallDelta = z.infer<typeof callDeltaSchema>

const chunkSchema = z.object({
  usage: usageSchema,
  choices: z.array(
    z.object({
      index: z.number().optional(),
      delta: z
        .object({
          content: z.unknown().optional(),
          reasoning_content: z.unknown().optional(),
          reasoning: z.unknown().optional(),
          tool_calls: z.array(callDeltaSchema).nullish(),
        })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
})

/** What the stream's reader should do after an event. */
type StreamProgress =
  | { readonly status: 'more' }
  | { readonly status: 'done' }
  | Exclude<ReadCompletion, { status: 'read' }>

/** Puts a completion together from the deltas of its stream. */
interface ChatAssembly {
  /** Takes the data of one event. */
  add(data: string): StreamProgress
  /** Takes a parsed event, or a whole body as a single delta. */
  take(chunk: unknown): StreamProgress
  /** The completion so far, or undefined while the server has not said that it is complete. */
  finish(): Extract<ReadCompletion, { status: 'read' }> | undefined
  /** The content so far, complete or not. */
  soFar(): CompletionResult
}

interface PartialCall {
  id: string
  name: string
  pieces: (string | ChatToolCall['function']['arguments'])[]
}

/**
 * Makes an assembly for one stream; only its first choice is read.
 *
 * @param idOf the id of a call by the server's id, which may be empty, and the call's position
 */
export function createChatAssembly(
  idOf: (id: string, position: number) => string = callIdOf,
): ChatAssembly {
  const content: string[] = []
  const thoughts: string[] = []
  const calls = new Map<number, PartialCall>()
  let lastIndex = -1
  let finishReason: string | null = null
  let isDone = false
  let usage: z.infer<typeof usageSchema>

  const addCall = (delta: CallDelta): void => {
    // Without an index, each new id starts a new call.
    const isNew = typeof delta.id === 'string' && delta.id !== calls.get(lastIndex)?.id
    const index = delta.index ?? (isNew ? lastIndex + 1 : Math.max(lastIndex, 0))
    if (index >= TOOL_CALLS_MAX) return
    lastIndex = index
    const call = calls.get(index) ?? { id: '', name: '', pieces: [] }
    calls.set(index, call)
    // Only the first id and name count: some servers repeat both with every piece.
    if (call.id === '') call.id = delta.id ?? ''
    if (call.name === '') call.name = delta.function?.name ?? ''
    const piece = readArguments(delta.function?.arguments)
    if (piece !== '') call.pieces.push(piece)
  }

  const take = (chunk: unknown): StreamProgress => {
    const error = readServerError(chunk)
    if (error !== undefined) return error
    const checked = getChecker(chunkSchema).safeParse(chunk)
    if (!checked.success) {
      return { status: 'unreadable', what: 'sent an event that is no chat completion chunk' }
    }
    usage = checked.data.usage ?? usage
    for (const choice of checked.data.choices) {
      if ((choice.index ?? 0) !== 0) continue
      const text = readContent(choice.delta?.content)
      if (text !== '') content.push(text)
      thoughts.push(readReasoning(choice.delta ?? {}))
      for (const delta of choice.delta?.tool_calls ?? []) addCall(delta)
      finishReason = choice.finish_reason ?? finishReason
    }
    return { status: 'more' }
  }

  const soFar = (): CompletionResult => {
    const inOrder = [...calls].sort(([left], [right]) => left - right)
    const toolCalls = inOrder.map(([, call], position) => finishCall(call, idOf(call.id, position)))
    const reasoning = reasoningMember(thoughts.join(''))
    return { content: content.join(''), ...reasoning, toolCalls, finishReason }
  }

  return {
    add: (data) => {
      if (data.trim() === END_MARK) {
        isDone = true
        return { status: 'done' }
      }
      try {
        return take(JSON.parse(data))
      } catch {
        return { status: 'unreadable', what: 'sent an event that is not JSON in its stream' }
      }
    },
    take,
    finish: () => (isDone || finishReason !== null ? wholeAnswer(soFar(), usage) : undefined),
    soFar,
  }
}

const wholeAnswer = (completion: CompletionResult, usage: z.infer<typeof usageSchema>) =>
  ({ status: 'read', completion: { ...completion, ...usageMember(usage) } }) as const

function finishCall({ name, pieces }: PartialCall, id: string): ChatToolCall {
  const [singlePiece] = pieces
  const args =
    pieces.length === 1 && singlePiece !== undefined ? singlePiece : pieces.map(asText).join('')
  return {
    id,
    type: 'function',
    function: { name: callName(name), arguments: args },
  }
}

const asText = (piece: ChatToolCall['function']['arguments']): string =>
  typeof piece === 'string' ? piece : JSON.stringify(piece)
