import { z } from 'zod'
import type { AssistantMessage, ChatMessage, ToolCall } from './chat-form.ts'
import {
  content,
  openObject,
  type Part,
  textOf,
  textOfContent,
  unsupported,
  validAt,
} from './parse-body.ts'
import { argumentsOf } from './tool-input.ts'

type Path = readonly (string | number)[]

interface GivenMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly Part[]
}

const callBlock = z.object({ id: z.string(), name: z.string(), input: openObject })
const resultBlock = z.object({
  tool_use_id: z.string(),
  content: content.nullish(),
  is_error: z.boolean().nullish(),
})

const TEXT_PARTS = { text: 'text' }
const TEXT_ONLY = 'Send text, tool_use and tool_result blocks only.'
const NO_REDACTED = 'Leave the block out: its content can be read by Anthropic only.'

/**
 * Converts Anthropic's messages to chat messages. One message with tool results becomes several.
 */
export const messagesOf = (given: readonly GivenMessage[]): ChatMessage[] =>
  given.flatMap(({ role, content: found }, index) => {
    const path = ['messages', index, 'content']
    if (role === 'assistant') return [assistantOf(found, path)]
    if (role === 'user') return userMessages(found, path)
    return [{ role, content: textOfContent(found, TEXT_PARTS, path) }]
  })

/** Tool results become separate messages. The texts between them keep their order. */
function userMessages(given: GivenMessage['content'], path: Path): ChatMessage[] {
  if (typeof given === 'string') return [{ role: 'user', content: given }]
  const messages: ChatMessage[] = []
  let texts: string[] = []
  const endText = (): void => {
    if (texts.length > 0) messages.push({ role: 'user', content: texts.join('\n') })
    texts = []
  }
  for (const [index, block] of given.entries()) {
    const at = [...path, index]
    if (block.type === 'text') texts.push(textOf(block, 'text', at))
    else if (block.type === 'tool_result') {
      endText()
      messages.push(resultOf(block, at))
    } else throw unsupported([...at, 'type'], block.type, TEXT_ONLY)
  }
  endText()
  return messages.length === 0 ? [{ role: 'user', content: '' }] : messages
}

function resultOf(block: Part, path: Path): ChatMessage {
  const found = validAt(resultBlock, block, path)
  const text = textOfContent(found.content ?? '', TEXT_PARTS, [...path, 'content'])
  // The chat form has no member for failures, so the text must say it.
  const content = text === '' && found.is_error === true ? 'error' : text
  return { role: 'tool', tool_call_id: found.tool_use_id, content }
}

function assistantOf(given: GivenMessage['content'], path: Path): AssistantMessage {
  if (typeof given === 'string') return { role: 'assistant', content: given }
  const texts: string[] = []
  const thoughts: string[] = []
  const calls: ToolCall[] = []
  for (const [index, block] of given.entries()) {
    const at = [...path, index]
    if (block.type === 'text') texts.push(textOf(block, 'text', at))
    else if (block.type === 'thinking') thoughts.push(textOf(block, 'thinking', at))
    else if (block.type === 'tool_use') calls.push(callOf(block, at))
    else {
      const remedy = block.type === 'redacted_thinking' ? NO_REDACTED : TEXT_ONLY
      throw unsupported([...at, 'type'], block.type, remedy)
    }
  }
  const content = texts.join('\n')
  const thought = thoughts.join('\n')
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

function callOf(block: Part, path: Path): ToolCall {
  const { id, name, input } = validAt(callBlock, block, path)
  return { id, type: 'function', function: { name, arguments: argumentsOf(input) } }
}
