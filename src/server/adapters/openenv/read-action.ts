import { isObject } from '../../../tools/json-object.ts'
import { Fault, shown } from '../../../wire/faults.ts'

/** The content of a step request: an action, or a question for the tools. */
type StepRequest =
  | { readonly kind: 'list_tools' }
  | { readonly kind: 'action'; readonly action: unknown; readonly tool: string | undefined }

/**
 * Parses an action. `{message}` is the raw text of a model, and `{content, tool_calls}` a turn in
 * the OpenAI form. Actions of OpenEnv's tool environments are one tool call or a question for the
 * tools.
 *
 * @throws Fault `action/malformed`
 */
export function readAction(data: unknown): StepRequest {
  if (!isObject(data)) {
    throw new Fault('action/malformed', `the action must be an object, not ${shown(data)}`)
  }
  const { metadata: _, type, ...action } = data
  if (type === 'list_tools') return { kind: 'list_tools' }
  if (type === 'call_tool') return toolCall(action)
  if (typeof action.message === 'string' && Object.keys(action).length === 1) {
    return { kind: 'action', action: { text: action.message }, tool: undefined }
  }
  const typedAction = type === undefined ? action : { type, ...action }
  return { kind: 'action', action: typedAction, tool: undefined }
}

function toolCall({ tool_name: name, arguments: args = {} }: Readonly<Record<string, unknown>>) {
  if (typeof name !== 'string' || name === '') {
    throw new Fault('action/malformed', `tool_name must name a tool, not ${shown(name)}`)
  }
  const call = { id: 'call_1', type: 'function', function: { name, arguments: args } }
  return { kind: 'action', action: { tool_calls: [call] }, tool: name } as const
}
