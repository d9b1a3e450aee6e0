import type { Json, JsonObject } from '../../sim/json.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Action, ToolCall } from '../message.ts'
import { findMembers } from './spans.ts'

/** The JSON schema members that determine a generated argument. */
export interface ParameterSchema {
  readonly type?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly ParameterSchema[]
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

type ParameterKind = 'text' | 'list' | 'object' | 'number' | 'flag'

/** The kind of a parameter's value; text if the schema does not restrict it. */
export function parameterKind(schema: ParameterSchema): ParameterKind {
  const { type = schema.anyOf?.[0]?.type } = schema
  const first = Array.isArray(type) ? type[0] : type
  if (first === 'array') return 'list'
  if (first === 'object') return 'object'
  if (first === 'integer' || first === 'number') return 'number'
  return first === 'boolean' ? 'flag' : 'text'
}

/** A valid value for a parameter, chosen without regard to its meaning. */
export function anyValid(schema: ParameterSchema): Json {
  const { enum: choices, minimum = -Infinity, maximum = Infinity } = schema
  if (choices?.[0] !== undefined) return choices[0]
  switch (parameterKind(schema)) {
    case 'number':
      return Math.min(Math.max(0, minimum), maximum)
    case 'flag':
      return true
    case 'list':
      return []
    case 'object':
      return {}
    case 'text':
      return ''
  }
}

/** Whether a parameter takes any text. */
export const isFreeText = (schema: ParameterSchema): boolean =>
  parameterKind(schema) === 'text' && schema.enum === undefined

/** The parameters of a tool by name. */
export const toolParameters = ({ function: { parameters } }: ToolSchema) =>
  Object.entries((parameters as ParameterSchema).properties ?? {})

/** The allowed items of a list, if the schema names them. */
export const itemChoices = ({ items }: ParameterSchema): readonly Json[] => items?.enum ?? []

/** The value under a name in the newest answer that contains it. */
export function memberNamed(answers: readonly string[], name: string, index = 0): Json | undefined {
  for (let answerIndex = answers.length - 1; answerIndex >= 0; answerIndex--) {
    const members = findMembers(answers[answerIndex] as string).filter(({ key }) => key === name)
    if (members.length > 0) return members.at(index)?.value
  }
  return undefined
}

/**
 * Builds a tool's arguments from one text: values of the same name from earlier answers, the text
 * for free parameters, and every allowed item for lists.
 */
export function filledWith(tool: ToolSchema, text: string, answers: readonly string[]): JsonObject {
  const filled: Record<string, Json> = {}
  for (const [name, schema] of toolParameters(tool)) {
    const value = valueFor(name, schema, text, answers)
    if (value !== undefined) filled[name] = value
  }
  return filled
}

function valueFor(
  name: string,
  schema: ParameterSchema,
  text: string,
  answers: readonly string[],
): Json | undefined {
  const answeredValue = memberNamed(answers, name)
  switch (parameterKind(schema)) {
    case 'text':
      return schema.enum?.[0] ?? (typeof answeredValue === 'string' ? answeredValue : text)
    case 'list':
      return itemChoices(schema).length > 0 ? itemChoices(schema) : [text]
    case 'object':
      return membersFor(schema, answers)
    case 'number':
      return 0
    case 'flag':
      return true
  }
}

/** The schema's members that an answer has provided. */
export function membersFor(schema: ParameterSchema, answers: readonly string[]): JsonObject {
  const filled: Record<string, Json> = {}
  for (const name of Object.keys(schema.properties ?? {})) {
    const answeredValue = memberNamed(answers, name)
    if (answeredValue !== undefined) filled[name] = answeredValue
  }
  return filled
}

/** A turn that calls a tool with arbitrary valid values. Number 90 keeps its id apart. */
export const blindTurn = (tool: ToolSchema, turn = 0): Action => {
  const values = toolParameters(tool).map(([name, schema]) => [name, anyValid(schema)] as const)
  return {
    content: '',
    tool_calls: [makeCall(tool.function.name, Object.fromEntries(values), turn, 90)],
  }
}

/** A call of a tool. The turn and the index make its id unique. */
export const makeCall = (name: string, args: JsonObject, turn: number, index = 0): ToolCall => ({
  id: `call_${turn + 1}_${index + 1}`,
  type: 'function',
  function: { name, arguments: args },
})
