import type { PromptMessage } from '../effects/chat-message.ts'
import type { ToolCall, Transcript } from '../env/message.ts'

/**
 * Converts a transcript for a chat server. Servers render the calls of earlier turns with the
 * model's template and refuse the whole conversation if one is broken. So a malformed call is
 * repaired just enough to be sent; the tool's answer after it explains the error.
 */
export function toPrompt(transcript: Transcript): readonly PromptMessage[] {
  return transcript.map(sendableMessage)
}

function sendableMessage(message: Transcript[number]): PromptMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: message.tool_call_id ?? '',
        content: message.content,
      }
    case 'assistant': {
      const { content, reasoning_content: thoughts, tool_calls: calls } = message
      const reasoningMember = thoughts === undefined ? {} : { reasoning_content: thoughts }
      if (calls === undefined || calls.length === 0)
        return { role: 'assistant', content, ...reasoningMember }
      const tool_calls = calls.map(sendableCall)
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        ...reasoningMember,
        tool_calls,
      }
    }
  }
}

function sendableCall({ id, function: { name, arguments: args } }: ToolCall): ToolCall {
  const safeName = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)
  return {
    id,
    type: 'function',
    function: {
      name: safeName === '' ? 'tool_call' : safeName,
      arguments: typeof args === 'string' ? sendableText(args) : JSON.stringify(args),
    },
  }
}

function sendableText(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // Broken JSON is wrapped below, like JSON that is not an object.
  }
  return JSON.stringify({ unreadable_arguments: text })
}
