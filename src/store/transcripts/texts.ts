import type { SteppedPayload } from '../../env/log.ts'
import type { ChatMessage, ToolCall } from '../../env/message.ts'
import type { Json } from '../../sim/json.ts'

/** A text of the transcript, readable by the agent and by everybody who may read its episode. */
export interface TranscriptText {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
}

type Payload = Partial<SteppedPayload> & { readonly messages?: readonly ChatMessage[] }

/**
 * Returns the texts of a row: the agent's messages and calls, and the answers to them. Excludes
 * system messages, which are the same in every episode, and anything that the agent cannot read.
 */
export function transcriptTexts(payload: string): TranscriptText[] {
  const { action, messages = [] } = JSON.parse(payload) as Payload
  const texts: TranscriptText[] = []
  if (action !== undefined) {
    for (const text of actionTexts(action)) texts.push({ role: 'assistant', text })
  }
  for (const { role, content } of messages) {
    if (role !== 'system') texts.push({ role, text: content })
  }
  return texts
}

function actionTexts(action: SteppedPayload['action']): string[] {
  if ('text' in action) return action.text === '' ? [] : [action.text]
  const { reasoning_content: thoughts, content, tool_calls: calls = [] } = action
  return [...[thoughts, content].filter((text) => !!text), ...calls.map(callText)] as string[]
}

/** The name of a call and its argument values, one per line, without JSON syntax. */
function callText({ function: { name, arguments: args } }: ToolCall): string {
  return [name, ...stringLeaves(typeof args === 'string' ? parsed(args) : args)].join('\n')
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function stringLeaves(value: Json | undefined): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null ? [] : Object.values(value).flatMap((member) => stringLeaves(member))
}
