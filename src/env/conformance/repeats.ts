import type { Action } from '../message.ts'
import { setupIn } from '../playthrough.ts'
import { type Arena, playActions } from './arena.ts'
import { blindTurn } from './arguments.ts'
import { type OracleMove, type OraclePlay, toAction } from './moves.ts'

/** A way to repeat part of the work. */
interface Repeat {
  /** `undo, replace` */
  readonly name: string
  /** Whether each repetition is paid; undefined for plays in which it cannot be tried. */
  readonly isPaid: (play: OraclePlay) => boolean | undefined
}

/** The most moves per play that are repeated. */
const MOVES_MAX = 3
const CALLS_MAX = 8

/**
 * Ways to be paid repeatedly for one part of the work. A call of the oracle is repeated in one
 * turn, in many turns, or alternately with a call of another tool, such as one that undoes it. The
 * closing turn is the only other part of the work.
 */
export function repeatsIn(arena: Arena, plays: readonly OraclePlay[]): readonly Repeat[] {
  const usedTools = [...new Set(plays.flatMap(({ moves }) => moves.flatMap(toolsIn)))]
  const isCommon = commonIn(plays)
  const way = (tool: string, name: string, loop: Loop): Repeat =>
    buildRepeat(arena, tool, { name, loop, isCommon })
  return usedTools.flatMap((tool): readonly Repeat[] => [
    way(tool, `${tool} in one turn`, sameTurn),
    way(tool, tool, (move, times) => repeated(move, [move], times)),
    ...arena.tools.map((other): Repeat => {
      const otherCall = blindTurn(other)
      return way(tool, `${other.function.name}, ${tool}`, (move, times) =>
        repeated(move, [otherCall, move], times),
      )
    }),
  ])
}

/** The number of plays to compare, and the share from which a move counts as common. */
const COMPARED_PLAYS_MAX = 24
const COMMON_SHARE = 0.25

/** Whether the oracle makes a move in many tasks, so that the move shows no understanding. */
function commonIn(plays: readonly OraclePlay[]): (move: Action) => boolean {
  const comparedPlays = plays.slice(0, COMPARED_PLAYS_MAX)
  const counts = new Map<string, number>()
  for (const { moves } of comparedPlays) {
    for (const text of new Set(moves.map((move) => callsText(toAction(move))))) {
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  return (move) => (counts.get(callsText(move)) ?? 0) > COMMON_SHARE * comparedPlays.length
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
  const all = Array.from({ length: Math.min(times + 1, CALLS_MAX) }, (_, index) =>
    calls.map((call) => ({ ...call, id: `${call.id}_${index}` })),
  )
  return [{ ...move, tool_calls: all.flat() }]
}

const toolsIn = ({ calls }: OracleMove): readonly string[] =>
  calls.map((call) => call.function.name)

interface Repeating {
  readonly loop: Loop
  readonly isCommon: (move: Action) => boolean
}

function buildRepeat(
  arena: Arena,
  tool: string,
  { name, ...repeating }: Repeating & { readonly name: string },
): Repeat {
  return {
    name,
    isPaid(play) {
      const indices = play.moves.flatMap((move, index) =>
        toolsIn(move).includes(tool) ? [index] : [],
      )
      const tried = indices
        .filter((moveIndex) => moveIndex < play.moves.length - 1)
        .slice(0, MOVES_MAX)
      if (tried.length === 0) return undefined
      return tried.some((moveIndex) => isPaidAgain(arena, play, moveIndex, repeating))
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
  play: OraclePlay,
  moveIndex: number,
  { loop, isCommon }: Repeating,
): boolean {
  const { task, moves } = play
  const actions = moves.map(toAction)
  const head = actions.slice(0, moveIndex)
  const move = actions[moveIndex] as Action
  const last = actions.at(-1) as Action
  const room = setupIn(arena, task).limits.turnsMax - moveIndex - 2
  const length = loop(move, 1).length - 1
  const repeatsMax = length > 0 ? Math.floor(room / length) : CALLS_MAX
  const isInLoop = (action: Action): boolean =>
    loop(move, 1).some((candidate) => isSameTurn(candidate, action))
  const payFor = (turns: readonly Action[]): number => playActions(arena, task, turns).total
  const repeatedLater = actions
    .slice(moveIndex + 1, -1)
    .filter((candidate) => isSameTurn(candidate, move) || isInLoop(candidate))
  const control = payFor([...head, move, ...repeatedLater, last])
  const payAfter = (times: number): number => payFor([...head, ...loop(move, times), last])
  if (repeatsMax < 2 || payAfter(repeatsMax) <= control) return false
  const pays = [1, 2, Math.ceil(repeatsMax / 2), repeatsMax].map(payAfter)
  const risen = new Set(pays.filter((pay) => pay > control))
  if (risen.size < 2) return false
  if (!isCommon(move)) return true
  const payAlone = payFor([...loop(move, repeatsMax), last])
  return Math.max(...risen) - control > Math.max(0, payAlone)
}

const isSameTurn = (left: Action, right: Action): boolean => callsText(left) === callsText(right)

const callsText = (action: Action): string =>
  'text' in action
    ? action.text
    : JSON.stringify([
        action.tool_calls?.map((call) => [call.function.name, call.function.arguments]),
        action.tool_calls?.length ? '' : action.content,
      ])
