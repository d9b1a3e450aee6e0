import { z } from 'zod'
import { answerMessage, type ModelToolCall, type TextMessage } from './chat-form.ts'
import {
  type BodyPart,
  contentSchema,
  partSchema,
  textOfContent,
  unsupported,
  validAt,
} from './parse-body.ts'

const role = z.enum(['user', 'assistant', 'system', 'developer'])
const messageItem = z.object({ role, content: contentSchema })
const callItem = z.object({ call_id: z.string(), name: z.string(), arguments: z.string() })
const outputItem = z.object({ call_id: z.string(), output: contentSchema })
const reasoningItem = z.object({
  summary: z.array(partSchema).nullish(),
  content: z.array(partSchema).nullish(),
})

const TEXT_PARTS = {
  ...{ input_text: 'text', output_text: 'text', text: 'text', refusal: 'refusal' },
  ...{ summary_text: 'text', reasoning_text: 'text' },
}

/** An assistant turn that is assembled from the items of one answer. */
interface Turn {
  reasoning?: string
  content?: string
  readonly calls: ModelToolCall[]
}

type Item = Omit<BodyPart, 'type'> & { readonly type?: string | undefined }

/**
 * Converts a list of items to messages. One answer consists of several items: thoughts, then text,
 * then calls. They become one assistant message again.
 */
export function toMessages(input: string | readonly Item[]): TextMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const messages: TextMessage[] = []
  let turn: Turn | undefined
  const endTurn = (): void => {
    if (turn !== undefined)
      messages.push(answerMessage(turn.content ?? '', turn.reasoning ?? '', turn.calls))
    turn = undefined
  }
  const turnWith = (mayHold: (current: Turn) => boolean): Turn => {
    if (turn !== undefined && !mayHold(turn)) endTurn()
    turn ??= { calls: [] }
    return turn
  }
  for (const [index, item] of input.entries()) {
    const piece = toPiece(item, ['input', index])
    if ('message' in piece) {
      endTurn()
      messages.push(piece.message)
    } else if ('call' in piece) turnWith(() => true).calls.push(piece.call)
    else if ('content' in piece) {
      turnWith((current) => current.content === undefined && current.calls.length === 0).content =
        piece.content
    } else {
      turnWith(isEmpty).reasoning = piece.reasoning
    }
  }
  endTurn()
  return messages
}

const isEmpty = ({ reasoning, content: text, calls }: Turn): boolean =>
  reasoning === undefined && text === undefined && calls.length === 0

/** The content of an item: a complete message, or a part of an assistant turn. */
type Piece =
  | { readonly message: TextMessage }
  | { readonly call: ModelToolCall }
  | { readonly content: string }
  | { readonly reasoning: string }

const WHOLE_ITEMS = 'Send the item itself: answers are not kept for later requests.'
const OWN_TOOLS = 'Send messages, function calls with their outputs, and reasoning only.'

function toPiece(item: Item, path: readonly (string | number)[]): Piece {
  switch (item.type) {
    case undefined:
    case 'message':
      return messagePiece(item, path)
    case 'function_call': {
      const { call_id, name, arguments: args } = validAt(callItem, item, path)
      return { call: { id: call_id, type: 'function', function: { name, arguments: args } } }
    }
    case 'function_call_output': {
      const { call_id, output } = validAt(outputItem, item, path)
      const text = textOfContent(output, TEXT_PARTS, [...path, 'output'])
      return { message: { role: 'tool', tool_call_id: call_id, content: text } }
    }
    case 'reasoning':
      return { reasoning: thoughtText(item, path) }
    case 'item_reference':
      throw unsupported([...path, 'type'], item.type, WHOLE_ITEMS)
    default:
      throw unsupported([...path, 'type'], item.type, OWN_TOOLS)
  }
}

function messagePiece(item: Item, path: readonly (string | number)[]): Piece {
  const validItem = validAt(messageItem, item, path)
  const text = textOfContent(validItem.content, TEXT_PARTS, [...path, 'content'])
  if (validItem.role === 'assistant') return { content: text }
  return { message: { role: validItem.role === 'user' ? 'user' : 'system', content: text } }
}

/** The thoughts of an item, or their summary if it has no other content. */
function thoughtText(item: Item, path: readonly (string | number)[]): string {
  const { content: thoughts, summary } = validAt(reasoningItem, item, path)
  const isWhole = thoughts != null && thoughts.length > 0
  const member = isWhole ? 'content' : 'summary'
  return textOfContent((isWhole ? thoughts : summary) ?? [], TEXT_PARTS, [...path, member])
}
