import type { SteppedPayload } from '../../env/log.ts'
import type { ChatMessage, ToolCall } from '../../env/message.ts'
import type { Json } from '../../sim/json.ts'

/** Something that was said, as the agent and everybody who may look at its episode can read it. */
export interface SaidText {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
}

type Payload = Partial<SteppedPayload> & { readonly messages?: readonly ChatMessage[] }

/**
 * What was said in a row: by the agent, to it, and in its calls. The rules of the environment are
 * left out, which every episode says alike, and whatever no agent reads: tasks, effects, details.
 */
export function textsOf(payload: string): SaidText[] {
  const { action, messages = [] } = JSON.parse(payload) as Payload
  const said: SaidText[] = []
  if (action !== undefined) {
    const { content, thoughts, calls } =
      'text' in action ? { content: action.text } : partsOf(action)
    if (thoughts) said.push({ role: 'assistant', text: thoughts })
    if (content) said.push({ role: 'assistant', text: content })
    for (const call of calls ?? []) said.push({ role: 'assistant', text: callText(call) })
  }
  for (const { role, content } of messages) {
    if (role !== 'system') said.push({ role, text: content })
  }
  return said
}

type Parts = Exclude<SteppedPayload['action'], { readonly text: string }>

const partsOf = ({ content, reasoning_content: thoughts, tool_calls: calls }: Parts) => ({
  ...{ content, thoughts, calls },
})

/** A call's arguments without the marks of JSON, under its name. */
function callText({ function: { name, arguments: given } }: ToolCall): string {
  return [name, ...leavesOf(typeof given === 'string' ? parsed(given) : given)].join('\n')
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function leavesOf(value: Json | undefined): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null ? [] : Object.values(value).flatMap((member) => leavesOf(member))
}
