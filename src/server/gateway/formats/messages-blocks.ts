import { z } from 'zod'
import {
  type AssistantTextMessage,
  answerMessage,
  type ModelToolCall,
  type TextMessage,
} from './chat-form.ts'
import {
  type BodyPart,
  contentSchema,
  openObject,
  partText,
  textOfContent,
  unsupported,
  validAt,
} from './parse-body.ts'
import { formatArguments } from './tool-input.ts'

type Path = readonly (string | number)[]

interface GivenMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly BodyPart[]
}

const callBlock = z.object({ id: z.string(), name: z.string(), input: openObject })
const resultBlock = z.object({
  tool_use_id: z.string(),
  content: contentSchema.nullish(),
  is_error: z.boolean().nullish(),
})

const TEXT_PARTS = { text: 'text' }
const TEXT_ONLY = 'Send text, tool_use and tool_result blocks only.'
const NO_REDACTED = 'Leave the block out: its content can be read by Anthropic only.'

/**
 * Converts Anthropic's messages to chat messages. One message with tool results becomes several.
 */
export const toMessages = (messages: readonly GivenMessage[]): TextMessage[] =>
  messages.flatMap(({ role, content }, index) => {
    const path = ['messages', index, 'content']
    if (role === 'assistant') return [toAssistant(content, path)]
    if (role === 'user') return userMessages(content, path)
    return [{ role, content: textOfContent(content, TEXT_PARTS, path) }]
  })

/** Tool results become separate messages. The texts between them keep their order. */
function userMessages(content: GivenMessage['content'], path: Path): TextMessage[] {
  if (typeof content === 'string') return [{ role: 'user', content }]
  const messages: TextMessage[] = []
  let texts: string[] = []
  const endText = (): void => {
    if (texts.length > 0) messages.push({ role: 'user', content: texts.join('\n') })
    texts = []
  }
  for (const [index, block] of content.entries()) {
    const blockPath = [...path, index]
    if (block.type === 'text') texts.push(partText(block, 'text', blockPath))
    else if (block.type === 'tool_result') {
      endText()
      messages.push(toToolResult(block, blockPath))
    } else throw unsupported([...blockPath, 'type'], block.type, TEXT_ONLY)
  }
  endText()
  return messages.length === 0 ? [{ role: 'user', content: '' }] : messages
}

function toToolResult(block: BodyPart, path: Path): TextMessage {
  const result = validAt(resultBlock, block, path)
  const text = textOfContent(result.content ?? '', TEXT_PARTS, [...path, 'content'])
  // The chat form has no member for failures, so the text must say it.
  const content = text === '' && result.is_error === true ? 'error' : text
  return { role: 'tool', tool_call_id: result.tool_use_id, content }
}

function toAssistant(blocks: GivenMessage['content'], path: Path): AssistantTextMessage {
  if (typeof blocks === 'string') return { role: 'assistant', content: blocks }
  const texts: string[] = []
  const thoughts: string[] = []
  const calls: ModelToolCall[] = []
  for (const [index, block] of blocks.entries()) {
    const blockPath = [...path, index]
    if (block.type === 'text') texts.push(partText(block, 'text', blockPath))
    else if (block.type === 'thinking') thoughts.push(partText(block, 'thinking', blockPath))
    else if (block.type === 'tool_use') calls.push(toToolCall(block, blockPath))
    else {
      const remedy = block.type === 'redacted_thinking' ? NO_REDACTED : TEXT_ONLY
      throw unsupported([...blockPath, 'type'], block.type, remedy)
    }
  }
  return answerMessage(texts.join('\n'), thoughts.join('\n'), calls)
}

function toToolCall(block: BodyPart, path: Path): ModelToolCall {
  const { id, name, input } = validAt(callBlock, block, path)
  return { id, type: 'function', function: { name, arguments: formatArguments(input) } }
}
