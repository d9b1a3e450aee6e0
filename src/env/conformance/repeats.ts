import type { JsonObject } from '../../sim/json.ts'
import type { Action } from '../message.ts'
import { setupIn } from '../playthrough.ts'
import { type AnyTask, type Arena, playActions } from './arena.ts'
import { anyValid, callOf, parametersOf } from './arguments.ts'
import { actionOf, type Move } from './moves.ts'

/** The oracle's play that repeats start from. */
interface HonestPlay {
  readonly task: AnyTask
  readonly moves: readonly Move[]
  /** The oracle's reward, in thousandths. */
  readonly total: number
}

/** A way to repeat part of the work. */
interface Repeat {
  /** `undo, replace` */
  readonly name: string
  /** Whether each repetition is paid; undefined for plays in which it cannot be tried. */
  readonly isPaid: (play: HonestPlay) => boolean | undefined
}

/** How many moves that call a tool are repeated, in one play. */
const MOVES_MAX = 3
const CALLS_MAX = 8

/**
 * Ways to be paid repeatedly for one part of the work. A call of the oracle is repeated in one
 * turn, in many turns, or alternately with a call of another tool, such as one that undoes it. The
 * closing turn is the only other part of the work.
 */
export function repeatsIn(arena: Arena, plays: readonly HonestPlay[]): readonly Repeat[] {
  const used = [...new Set(plays.flatMap(({ moves }) => moves.flatMap(toolsIn)))]
  const isCommon = commonIn(plays)
  const way = (tool: string, name: string, loop: Loop): Repeat =>
    wayOf(arena, tool, { name, loop, isCommon })
  return used.flatMap((tool): readonly Repeat[] => [
    way(tool, `${tool} in one turn`, sameTurn),
    way(tool, tool, (move, times) => repeated(move, [move], times)),
    ...arena.tools.map(({ function: { name } }): Repeat => {
      const between = blindCall(arena, name)
      return way(tool, `${name}, ${tool}`, (move, times) => repeated(move, [between, move], times))
    }),
  ])
}

/** Plays that are compared, and the share from which on a move counts as common to all. */
const LOOKED_AT = 24
const COMMON = 0.25

/** Whether the oracle makes a move in many tasks: then nothing of it had to be worked out. */
function commonIn(plays: readonly HonestPlay[]): (move: Action) => boolean {
  const some = plays.slice(0, LOOKED_AT)
  const counts = new Map<string, number>()
  for (const { moves } of some) {
    for (const text of new Set(moves.map((move) => callsText(actionOf(move))))) {
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  return (move) => (counts.get(callsText(move)) ?? 0) > COMMON * some.length
}

/** The turns that make a move and repeat it a number of times. */
type Loop = (move: Action, times: number) => readonly Action[]

const repeated = (first: Action, turns: readonly Action[], times: number): readonly Action[] => [
  first,
  ...Array.from({ length: times }, () => turns).flat(),
]

/** Repeats the calls of a move in the same turn. */
function sameTurn(move: Action, times: number): readonly Action[] {
  if ('text' in move) return []
  const calls = move.tool_calls ?? []
  const all = Array.from({ length: Math.min(times + 1, CALLS_MAX) }, (_, at) =>
    calls.map((call) => ({ ...call, id: `${call.id}_${at}` })),
  )
  return [{ ...move, tool_calls: all.flat() }]
}

function blindCall({ tools }: Arena, name: string): Action {
  const tool = tools.find((one) => one.function.name === name)
  const given: JsonObject = Object.fromEntries(
    (tool === undefined ? [] : parametersOf(tool)).map(([key, schema]) => [key, anyValid(schema)]),
  )
  return { content: '', tool_calls: [callOf(name, given, 0, 90)] }
}

const toolsIn = ({ calls }: Move): readonly string[] => calls.map((call) => call.function.name)

interface Repeating {
  readonly loop: Loop
  readonly isCommon: (move: Action) => boolean
}

function wayOf(
  arena: Arena,
  tool: string,
  { name, ...repeating }: Repeating & { readonly name: string },
): Repeat {
  return {
    name,
    isPaid(play) {
      const indices = play.moves.flatMap((move, at) => (toolsIn(move).includes(tool) ? [at] : []))
      const tried = indices.filter((at) => at < play.moves.length - 1).slice(0, MOVES_MAX)
      if (tried.length === 0) return undefined
      return tried.some((at) => isPaidAgain(arena, play, at, repeating))
    },
  }
}

/**
 * Whether the reward rises with the number of repetitions, above the reward of the oracle's own
 * calls. Rewards for a loop of common moves without earlier work are blind play, which the search
 * judges.
 */
function isPaidAgain(
  arena: Arena,
  play: HonestPlay,
  at: number,
  { loop, isCommon }: Repeating,
): boolean {
  const { task, moves } = play
  const actions = moves.map(actionOf)
  const head = actions.slice(0, at)
  const move = actions[at] as Action
  const last = actions.at(-1) as Action
  const room = setupIn(arena, task).limits.turnsMax - at - 2
  const length = loop(move, 1).length - 1
  const most = length > 0 ? Math.floor(room / length) : CALLS_MAX
  const isInLoop = (action: Action): boolean => loop(move, 1).some((one) => isSameTurn(one, action))
  const payOf = (turns: readonly Action[]): number => playActions(arena, task, turns).total
  const rest = actions.slice(at + 1, -1).filter((one) => isSameTurn(one, move) || isInLoop(one))
  const control = payOf([...head, move, ...rest, last])
  const after = (times: number): number => payOf([...head, ...loop(move, times), last])
  if (most < 2 || after(most) <= control) return false
  const pays = [1, 2, Math.ceil(most / 2), most].map(after)
  const risen = new Set(pays.filter((pay) => pay > control))
  if (risen.size < 2) return false
  if (!isCommon(move)) return true
  const alone = payOf([...loop(move, most), last])
  return Math.max(...risen) - control > Math.max(0, alone)
}

const isSameTurn = (one: Action, other: Action): boolean => callsText(one) === callsText(other)

const callsText = (action: Action): string =>
  'text' in action
    ? action.text
    : JSON.stringify([
        action.tool_calls?.map((call) => [call.function.name, call.function.arguments]),
        action.tool_calls?.length ? '' : action.content,
      ])
