import type { z } from 'zod'
import { DEPTH_MAX, isWithinDepth, type Json, type JsonObject } from '../sim/json.ts'
import type { Writable } from '../sim/writable.ts'
import { getChecker } from '../tools/checker.ts'
import type { Effectful } from '../tools/effect.ts'
import { type EffectAnswer, type EffectRequest, isGenerator } from '../tools/effect.ts'
import type { ToolSignature } from '../tools/tool.ts'
import { type DialectName, readRaw } from './dialects/index.ts'
import type { End } from './end.ts'
import type { Limits } from './limits.ts'
import { type Action, type ChatMessage, type ToolCall, toolAnswer } from './message.ts'
import type { PublicEvent } from './public-event.ts'
import type { Transition } from './transition.ts'

/** A call of a known tool with valid arguments. */
interface ValidCall<Arguments = unknown> {
  readonly status: 'valid'
  readonly id: string
  readonly name: string
  /** The schema that checked its arguments. */
  readonly parameters: z.ZodType
  readonly arguments: Arguments
}

/** A tool call after its name and arguments were checked. */
export type Call =
  | ValidCall
  | {
      readonly status: 'rejected'
      readonly id: string
      readonly name: string
      /** Why the call was not carried out; shown to the model. */
      readonly explanation: string
    }

/** One assistant turn, parsed and checked for the environment. */
export interface Turn {
  readonly content: string
  readonly calls: readonly Call[]
  /** Why the raw text could not be parsed; shown to the model. */
  readonly malformed?: string
}

/**
 * Parses an action and checks its calls against the tools and limits. Never throws: invalid calls
 * are returned as rejected.
 *
 * @param dialect the format of raw text
 */
export function readTurn(
  action: Action,
  tools: readonly ToolSignature[],
  limits: Limits,
  dialect?: DialectName,
): Turn {
  if ('text' in action) {
    const parsed = readRaw(action.text, tools, dialect)
    const turn = readCalls(parsed.content, parsed.calls, tools, limits)
    return parsed.malformed === undefined ? turn : { ...turn, malformed: parsed.malformed }
  }
  return readCalls(action.content ?? '', action.tool_calls ?? [], tools, limits)
}

function readCalls(
  content: string,
  calls: readonly ToolCall[],
  tools: readonly ToolSignature[],
  limits: Limits,
): Turn {
  return {
    content,
    calls: calls.map((call, index) =>
      index < limits.toolCallsPerTurnMax
        ? readCall(call, tools)
        : reject(call, `Only ${limits.toolCallsPerTurnMax} tool calls are carried out per turn.`),
    ),
  }
}

function readCall(call: ToolCall, tools: readonly ToolSignature[]): Call {
  const name = call.function.name
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) {
    const toolNames = tools.map((candidate) => candidate.name).join(', ')
    return reject(call, `There is no tool named "${shorten(name)}". The tools are: ${toolNames}.`)
  }
  const raw = readArguments(call.function.arguments)
  if (raw === undefined) {
    return reject(call, `The arguments of ${name} must be a JSON object.`)
  }
  const checked = getChecker(tool.parameters).safeParse(raw)
  if (!checked.success) {
    return reject(call, `The arguments of ${name} are not valid: ${explain(checked.error)}`)
  }
  const { parameters } = tool
  return { status: 'valid', id: call.id, name, parameters, arguments: checked.data }
}

function readArguments(args: string | JsonObject): Json | undefined {
  if (typeof args !== 'string') return args
  try {
    const parsed: unknown = JSON.parse(args)
    const readable = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return readable && isWithinDepth(parsed, DEPTH_MAX) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}

const reject = (call: ToolCall, explanation: string): Call => ({
  status: 'rejected',
  id: call.id,
  name: call.function.name,
  explanation,
})

function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`)
    .join('; ')
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** What an environment's handling of one call gives back to `eachCall`. */
export interface CallResult<State> {
  readonly state: State
  /** The tool's answer, as the model reads it. */
  readonly content: string
  readonly end?: End
  /** The answer in a form for programs; the call's id is added to each event. */
  readonly events?: readonly PublicEvent[]
  /** Details of the answer for the trainer; the model never reads them. */
  readonly note?: JsonObject | undefined
}

/** Carries out the calls of one tool. Made by `on`. */
export interface Handler<State> {
  readonly tool: string
  play(state: State, call: ValidCall): Effectful<CallResult<State>>
}

/** Makes the handler of a tool. `play` gets the state before the call and the checked arguments. */
export function on<Arguments, State>(
  tool: ToolSignature & { readonly parameters: z.ZodType<Arguments> },
  play: (state: State, args: Arguments) => Effectful<CallResult<State>>,
): Handler<State> {
  return {
    tool: tool.name,
    play(state, call) {
      if (isCallFor(tool, call)) return play(state, call.arguments)
      throw new Error(`turn: on(${tool.name}) has another schema than the environment's tool`)
    },
  }
}

type ArgumentSchema<Arguments> = { readonly parameters: z.ZodType<Arguments> }

/** Whether the call's arguments were checked by this tool's schema, and so have its type. */
const isCallFor = <Arguments>(
  { parameters }: ArgumentSchema<Arguments>,
  call: Call,
): call is ValidCall<Arguments> => call.status === 'valid' && call.parameters === parameters

/** The checked arguments of a call if it is a valid one of this tool. */
export const checkedArguments = <Arguments>(
  tool: ArgumentSchema<Arguments>,
  call: Call,
): Arguments | undefined => (isCallFor(tool, call) ? call.arguments : undefined)

/**
 * Carries out the calls of a turn in order and answers each with one tool message. A rejected call
 * gets its explanation. A call after the end of the episode is answered but not carried out.
 */
export function* eachCall<State>(
  state: State,
  turn: Turn,
  handlers: readonly Handler<State>[],
): Generator<EffectRequest, Transition<State>, EffectAnswer> {
  let current = state
  let end: End | undefined
  const messages: ChatMessage[] = []
  let events: PublicEvent[] | undefined
  let notes: JsonObject[] | undefined
  for (const call of turn.calls) {
    if (end !== undefined) {
      messages.push(toolAnswer(call, 'Not carried out: the episode was over before this call.'))
    } else if (call.status === 'rejected') {
      messages.push(toolAnswer(call, call.explanation))
    } else {
      const handler = handlers.find(({ tool }) => tool === call.name)
      if (handler === undefined)
        throw new Error(`turn: eachCall has no handler for the tool ${call.name}`)
      const callResult = handler.play(current, call)
      const result = isGenerator(callResult) ? yield* callResult : callResult
      current = result.state
      end = result.end
      messages.push(toolAnswer(call, result.content))
      if (result.events !== undefined) {
        events ??= []
        for (const event of result.events) events.push(eventOfCall(event, call.id))
      }
      if (result.note !== undefined) {
        notes ??= []
        notes.push({ call: call.id, tool: call.name, ...result.note })
      }
    }
  }
  const played: Writable<Transition<State>> = { state: current, messages }
  if (events !== undefined) played.events = events
  if (end !== undefined) played.end = end
  if (notes !== undefined) played.notes = notes
  return played
}

/**
 * Copies an event and adds the id of its call. The loop is faster than `{ ...event, call_id: id }`,
 * which would double the time of a call.
 */
function eventOfCall(event: PublicEvent, id: string): PublicEvent {
  const copy: Record<string, Json | undefined> = {}
  for (const name in event) copy[name] = event[name]
  copy.call_id = id
  return copy as PublicEvent
}
