import type { ToolSchema } from '../../client/types.ts'
import type { Action } from '../../env/message.ts'
import { nearestName } from '../../sim/nearest-name.ts'

/** The meaning of a player's line. */
type Input =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'command'; readonly name: CommandName }
  | { readonly kind: 'nothing' }
  /** A line that cannot be played, with the reason. */
  | { readonly kind: 'mistake'; readonly message: string }

const COMMANDS = ['help', 'hint', 'tools', 'undo', 'send', 'quit'] as const
export type CommandName = (typeof COMMANDS)[number]

/** How to write lines, for players. */
export const INPUT_HELP = `  tool_name name=value other="two words"   call a tool
  {"name": "tool_name", "arguments": {…}}  call a tool, in JSON
  any other text                           say it
  ?       what could be done here          :tools  the tools
  :undo   take back the last turn          :quit   leave
  :help   this text`

/** Parses a line. Values are JSON unless the tool expects text. */
export function readInput(line: string, tools: readonly ToolSchema[]): Input {
  const text = line.trim()
  if (text === '') return { kind: 'nothing' }
  if (text === '?') return { kind: 'command', name: 'hint' }
  if (text.startsWith(':')) return readCommand(text.slice(1))
  if (text.startsWith('{')) return readJson(text)
  const [, name = '', rest = ''] = /^([A-Za-z_][\w-]*)(?:\s+(.*))?$/s.exec(text) ?? []
  const tool = tools.find((candidate) => candidate.function.name === name)
  if (tool !== undefined) return readArguments(tool, rest)
  if (/^[A-Za-z_]\w*=/.test(rest)) return unknownTool(name, tools)
  return { kind: 'action', action: { content: text } }
}

function readCommand(word: string): Input {
  const name = COMMANDS.find((known) => known === word)
  if (name !== undefined) return { kind: 'command', name }
  const commandList = COMMANDS.map((command) => `:${command}`).join(', ')
  return { kind: 'mistake', message: `There is no command :${word}. Known: ${commandList}.` }
}

function unknownTool(name: string, tools: readonly ToolSchema[]): Input {
  const toolNames = tools.map((tool) => tool.function.name)
  const nearest = nearestName(name, toolNames)
  const hint =
    nearest === undefined ? `The tools: ${toolNames.join(', ')}.` : `Did you mean ${nearest}?`
  return { kind: 'mistake', message: `There is no tool "${name}". ${hint}` }
}

function readJson(text: string): Input {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    return { kind: 'mistake', message: `This is not JSON: ${(error as Error).message}` }
  }
  if (typeof value.name === 'string') {
    return toolCall(value.name, (value.arguments ?? {}) as Record<string, unknown>)
  }
  if ('content' in value || 'tool_calls' in value || 'text' in value) {
    return { kind: 'action', action: value as Action }
  }
  const message = 'JSON must have "name" and "arguments", or be a whole turn with "tool_calls".'
  return { kind: 'mistake', message }
}

/** `name=value`; a value is a word, or text in double quotes, or JSON. */
const ARGUMENT = /\s*([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|\S*)/y

function readArguments(tool: ToolSchema, argumentText: string): Input {
  const args: Record<string, unknown> = {}
  ARGUMENT.lastIndex = 0
  while (argumentText.slice(ARGUMENT.lastIndex).trim() !== '') {
    const position = ARGUMENT.lastIndex
    const [, name = '', value = ''] = ARGUMENT.exec(argumentText) ?? []
    if (name === '') {
      const remainder = argumentText.slice(position).trim()
      const message = `Write arguments as name=value, starting at: ${remainder}`
      return { kind: 'mistake', message: `${message}\n${toolUsage(tool)}` }
    }
    args[name] = readValue(value, propertyType(tool, name))
  }
  return toolCall(tool.function.name, args)
}

function readValue(text: string, type: unknown): unknown {
  if (type === 'string' && !text.startsWith('"')) return text
  if (type === 'array' && !text.startsWith('[')) {
    return text === '' ? [] : text.split(',').map((item) => readValue(item, 'string'))
  }
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so the value is text. The environment reports it if it expected another type.
    return text
  }
}

interface Property {
  readonly type?: unknown
  readonly description?: unknown
  readonly enum?: unknown
  readonly items?: Property
}

const toolProperties = (tool: ToolSchema): Readonly<Record<string, Property>> =>
  (tool.function.parameters.properties ?? {}) as ReturnType<typeof toolProperties>

const propertyType = (tool: ToolSchema, name: string): unknown => toolProperties(tool)[name]?.type

/** How to write a call of a tool. */
export function toolUsage(tool: ToolSchema): string {
  const { name, parameters } = tool.function
  const required = new Set((parameters.required ?? []) as string[])
  const parts = Object.entries(toolProperties(tool)).map(([key, { type }]) => {
    const placeholder = type === 'array' ? 'one,two,…' : typeof type === 'string' ? type : 'value'
    const text = `${key}=<${placeholder}>`
    return required.has(key) ? text : `[${text}]`
  })
  return [name, ...parts].join(' ')
}

/** A tool's purpose, and the known values of its arguments. */
export function aboutTool(tool: ToolSchema): readonly string[] {
  const choices = Object.entries(toolProperties(tool)).flatMap(
    ([key, { enum: enumValues, items }]) => {
      const values = enumValues ?? items?.enum
      return Array.isArray(values) ? [`${key}: ${values.join(', ')}`] : []
    },
  )
  return [tool.function.description, ...choices]
}

const toolCall = (name: string, args: Record<string, unknown>): Input => ({
  kind: 'action',
  action: {
    tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args as never } }],
  },
})

/** An action in a player's notation. */
export function actionText(action: Action): string {
  if ('text' in action) return action.text
  const calls = (action.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    const object = typeof args === 'string' ? undefined : args
    const words = Object.entries(object ?? {}).map(
      ([key, value]) => `${key}=${JSON.stringify(value)}`,
    )
    return object === undefined ? `${name} ${args}` : [name, ...words].join(' ')
  })
  return [...(action.content ? [action.content] : []), ...calls].join('\n')
}
