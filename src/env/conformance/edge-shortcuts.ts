import type { Json, JsonObject } from '../../sim/json.ts'
import type { Arena } from './arena.ts'
import { type ParameterSchema, parameterKind, toolParameters } from './arguments.ts'
import { edgeValues } from './edges.ts'
import { argumentsObject, type OracleMove } from './moves.ts'
import { commonestIn } from './sources.ts'
import { GARBAGE } from './substitutes.ts'

/** A shortcut that replaces an argument of the oracle by an edge value, or omits it. */
export interface EdgeWay {
  /** `order.quantity: 1000000000` */
  readonly name: string
  /** `order.quantity` */
  readonly parameter: string
  readonly tool: string
  /** The moves with the edge value; undefined if it equals the right value. */
  spoil(moves: readonly OracleMove[]): readonly OracleMove[] | undefined
  /** The moves with an ordinary wrong value. If that is paid too, the value does not matter. */
  decoy(moves: readonly OracleMove[]): readonly OracleMove[] | undefined
}

/** A value that more tasks share is a default, which a player may omit. */
const COMMON = 0.5
const VALUE_SHOWN_MAX = 40
/** The number of values of other tasks from which a decoy is chosen. */
const DECOYS = 12

/** A shortcut for every argument of the oracle and each of its edge values. */
export function edgeWays(
  { tools }: Arena,
  plays: readonly (readonly OracleMove[])[],
  constants: readonly string[],
): readonly EdgeWay[] {
  return tools.flatMap((tool): readonly EdgeWay[] => {
    const { name } = tool.function
    return toolParameters(tool).flatMap(([key, schema]) =>
      waysFor({ tool: name, key, schema }, plays, constants),
    )
  })
}

interface EdgeParameter {
  readonly tool: string
  readonly key: string
  readonly schema: ParameterSchema
}

function waysFor(
  { tool, key, schema }: EdgeParameter,
  plays: readonly (readonly OracleMove[])[],
  constants: readonly string[],
): readonly EdgeWay[] {
  const rightValues = plays.flatMap((moves) => valuesAt(moves, tool, key))
  const isFree = (schema.enum ?? []).length === 0
  if (rightValues.length === 0 || !isFree) return []
  const examples = rightValues.map((right) => ({ right, reading: NOTHING_READ }))
  const [common] = commonestIn(examples)
  if (common === undefined || common.share > COMMON) return []
  const parameter = `${tool}.${key}`
  const wrongValues = parameterKind(schema) === 'text' ? [GARBAGE] : rightValues.slice(0, DECOYS)
  const way = (name: string, value: Json | undefined): EdgeWay => ({
    name: `${parameter}: ${name}`,
    parameter,
    tool,
    spoil: (moves) => withValueAt(moves, { tool, key }, () => value),
    decoy: (moves) =>
      withValueAt(moves, { tool, key }, (right) =>
        wrongValues.find((other) => !isEqual(other, right)),
      ),
  })
  const values = edgeValues(schema, constants).filter((value) => isFarFrom(value, rightValues))
  return [
    way('left out', undefined),
    ...values.map((value) => way(JSON.stringify(value).slice(0, VALUE_SHOWN_MAX), value)),
  ]
}

const NOTHING_READ = { prompt: '', question: '', answers: [], lastTurn: '', turns: 0 }

const isEqual = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Excludes numbers near right ones, which may be right too, such as a time in a window. */
function isFarFrom(value: Json, rightValues: readonly Json[]): boolean {
  if (typeof value !== 'number') return typeof value === 'string'
  const numbers = rightValues.filter((rightValue) => typeof rightValue === 'number')
  if (numbers.length === 0) return false
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const span = most - least + 1
  const isBroken = !Number.isInteger(value) && numbers.every(Number.isInteger)
  return value < least - span || value > most + span || isBroken
}

const valuesAt = (moves: readonly OracleMove[], tool: string, key: string): readonly Json[] =>
  moves.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const value = argumentsObject(call.function.arguments)[key]
      return call.function.name === tool && value !== undefined ? [value] : []
    }),
  )

/** The moves with other values for a parameter; undefined if no move changes. */
function withValueAt(
  moves: readonly OracleMove[],
  { tool, key }: { readonly tool: string; readonly key: string },
  valueFor: (right: Json) => Json | undefined,
): readonly OracleMove[] | undefined {
  let changeCount = 0
  const spoilt = moves.map((move) => {
    const calls = move.calls.map((call) => {
      const { [key]: right, ...otherArguments } = argumentsObject(call.function.arguments)
      if (call.function.name !== tool || right === undefined) return call
      const value = valueFor(right)
      if (value !== undefined && isEqual(value, right)) return call
      changeCount += 1
      const changedArguments: JsonObject =
        value === undefined ? otherArguments : { ...otherArguments, [key]: value }
      return { ...call, function: { name: tool, arguments: changedArguments } }
    })
    return { ...move, calls }
  })
  return changeCount > 0 ? spoilt : undefined
}
