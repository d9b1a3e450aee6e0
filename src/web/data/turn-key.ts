import type { ToolSchema } from '../../client/index.ts'
import type { LoggedTurn } from './episode-log.ts'
import { type AnsweredCall, stringsIn } from './tool-call.ts'

/** The required arguments of each tool that has some. */
type RequiredArguments = ReadonlyMap<string, readonly string[]>

const requiredArguments = (tools: readonly ToolSchema[]): RequiredArguments =>
  new Map(
    tools
      .map(({ function: tool }) => [tool.name, stringsIn(tool.parameters.required)] as const)
      .filter(([, names]) => names.length > 0),
  )

const normalize = (value: unknown): string =>
  typeof value === 'string'
    ? value.replaceAll(/\s+/g, ' ').trim().toLowerCase()
    : Array.isArray(value)
      ? value.map(normalize).sort().join(',')
      : (JSON.stringify(value) ?? '')

function callKey(
  { name, arguments: given, answer }: AnsweredCall,
  required: RequiredArguments,
): string {
  if (given === undefined) return `${name} ${normalize(answer)}`
  const identifying = required.get(name)?.map((argument) => given[argument])
  return `${name} ${normalize(identifying ?? Object.values(given))}`
}

/** The result of a call, so that a refused call and a successful one differ. */
const outcomeKey = ({ event }: AnsweredCall): string =>
  [event?.kind, event?.reason].filter((text) => typeof text === 'string').join(' ')

const turnKey = ({ calls, text }: LoggedTurn, required: RequiredArguments): string =>
  calls.length === 0
    ? `says ${normalize(text ?? '')}`
    : calls.map((call) => `${callKey(call, required)} ${outcomeKey(call)}`).join(' + ')

const toolsKey = ({ calls }: LoggedTurn): string =>
  calls.length === 0 ? 'says' : calls.map(({ name }) => name).join(' + ')

/** Compares turns by their actions and results. */
export interface TurnComparison {
  /** Equal turns have equal keys. */
  readonly keyOf: (turn: LoggedTurn) => string
  /** 1 for equal turns, 0.5 for turns that use the same tools, else 0. */
  readonly similarity: (one: LoggedTurn, other: LoggedTurn) => 0 | 0.5 | 1
}

/**
 * A comparison of turns. The required arguments of a tool identify an action, and its optional
 * arguments are details. Without a required argument, all arguments count.
 *
 * @param tools the tools of the episodes; an unknown tool counts as one without required arguments
 */
export function compareTurns(tools: readonly ToolSchema[]): TurnComparison {
  const required = requiredArguments(tools)
  /** An alignment compares each turn with all turns of the other episode. */
  const keys = new WeakMap<LoggedTurn, string>()
  const keyOf = (turn: LoggedTurn): string => {
    const key = keys.get(turn) ?? turnKey(turn, required)
    keys.set(turn, key)
    return key
  }
  return {
    keyOf,
    similarity: (one, other) =>
      keyOf(one) === keyOf(other) ? 1 : toolsKey(one) === toolsKey(other) ? 0.5 : 0,
  }
}

/** The number of the first turn that differs, from 1; undefined if none does. */
export function firstDifferingTurn(
  rollouts: readonly (readonly LoggedTurn[])[],
  { keyOf }: TurnComparison,
): number | undefined {
  const longest = Math.max(0, ...rollouts.map((turns) => turns.length))
  for (let index = 0; index < longest; index += 1) {
    const keys = new Set(
      rollouts.map(({ [index]: turn }) => (turn === undefined ? '' : keyOf(turn))),
    )
    if (keys.size > 1) return index + 1
  }
  return undefined
}
