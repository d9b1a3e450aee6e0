import type { Json, JsonObject } from '../../sim/json.ts'
import type { Action, ChatMessage, ToolCall } from '../message.ts'
import { type Playthrough, playthrough, setupIn } from '../playthrough.ts'
import { type AnyTask, type Arena, playTurns } from './arena.ts'

/** A turn of the oracle with its answer. */
export interface OracleMove {
  readonly content: string
  readonly calls: readonly ToolCall[]
  readonly answers: readonly ChatMessage[]
}

/** The oracle's play of a task that it wins. */
export interface OraclePlay {
  readonly task: AnyTask
  readonly moves: readonly OracleMove[]
  /** Its reward, in thousandths. */
  readonly total: number
}

/** The oracle's turns in a task; undefined if it has no solution. */
export function oracleMoves(arena: Arena, task: AnyTask): readonly OracleMove[] | undefined {
  const { environment, world } = arena
  const setup = setupIn(arena, task)
  const moves: { content: string; calls: readonly ToolCall[] }[] = []
  const play = playthrough(setup, (conversation) => {
    const action = environment.audit.solve?.(task, world, conversation)
    if (action === undefined || 'text' in action) return undefined
    moves.push({ content: action.content ?? '', calls: action.tool_calls ?? [] })
    return action
  })
  if (play.answers.at(-1)?.metrics?.success !== 1) return undefined
  return moves.map((move, index) => ({ ...move, answers: play.answers[index]?.messages ?? [] }))
}

/** A text in a move: its answer, or an argument, with its tool and name. */
interface MoveText {
  /** `the answer`, `phone_call.request`, `phone_call.auth_info.email`. */
  readonly name: string
  readonly text: string
  readonly move: number
}

export const SUBMITTED_ANSWER = 'the answer'

/** Every text that the moves submit: string arguments, and the content of turns without calls. */
export const submittedTexts = (moves: readonly OracleMove[]): MoveText[] =>
  moves.flatMap(({ content, calls }, move): MoveText[] => {
    if (calls.length === 0) return [{ name: SUBMITTED_ANSWER, text: content, move }]
    return calls.flatMap(({ function: { name, arguments: args } }) =>
      textsIn(name, argumentsObject(args)).map((namedText) => ({ ...namedText, move })),
    )
  })

function textsIn(path: string, value: Json | undefined): { name: string; text: string }[] {
  if (typeof value === 'string') return [{ name: path, text: value }]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value as JsonObject).flatMap(([key, member]) =>
    textsIn(`${path}.${key}`, member),
  )
}

export const argumentsObject = (args: string | JsonObject): JsonObject =>
  typeof args === 'string' ? (JSON.parse(args) as JsonObject) : args

/** Replaces the submitted texts of a move. */
export function replaceTexts(
  move: OracleMove,
  replace: (name: string, text: string) => string,
): OracleMove {
  if (move.calls.length === 0) return { ...move, content: replace(SUBMITTED_ANSWER, move.content) }
  const calls = move.calls.map((call) => {
    const { name, arguments: args } = call.function
    const replaced = replacedIn(name, argumentsObject(args), replace) as JsonObject
    return { ...call, function: { name, arguments: replaced } }
  })
  return { ...move, calls }
}

function replacedIn(
  path: string,
  value: Json | undefined,
  replace: (name: string, text: string) => string,
): Json | undefined {
  if (typeof value === 'string') return replace(path, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [
      key,
      replacedIn(`${path}.${key}`, member, replace),
    ]),
  )
}

export const toAction = ({ content, calls }: OracleMove): Action =>
  calls.length === 0 ? { content } : { content, tool_calls: calls }

/** Plays moves of the oracle. */
export const playMoves = (arena: Arena, task: AnyTask, moves: readonly OracleMove[]): Playthrough =>
  playTurns(arena, task, moves.map(toAction))
