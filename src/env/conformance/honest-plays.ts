import type { Json, JsonObject } from '../../sim/json.ts'
import type { Action, ToolCall } from '../message.ts'
import { playthrough, setupIn } from '../playthrough.ts'
import type { AnyTask, Arena } from './arena.ts'
import { type Move, movesOf, objectOf } from './moves.ts'
import { type Reading, readingOf } from './reading.ts'

/** A call or an answer of the oracle, and the conversation before it. */
export interface HonestTurn {
  /** Null for an answer without a call. */
  readonly tool: string | null
  readonly given: JsonObject
  readonly content: string
  readonly reading: Reading
}

/** The oracle's turns in one task; undefined if it does not win. */
interface HonestPlay {
  readonly task: AnyTask
  readonly moves: readonly Move[]
}

/** Plays of one course: the same tools in the same order. */
export interface Course {
  readonly tools: readonly (string | null)[]
  readonly plays: readonly HonestPlay[]
}

const COURSES_MAX = 2

/** The courses that the oracle takes most often in these tasks, the commonest first. */
export function coursesIn(
  arena: Arena,
  tasks: readonly AnyTask[],
  onPlay: () => void,
): readonly Course[] {
  const courses = new Map<string, { tools: Course['tools']; plays: HonestPlay[] }>()
  for (const task of tasks) {
    onPlay()
    const moves = movesOf(arena, task)
    if (moves === undefined) continue
    const tools = moves.flatMap(callsIn).map((call) => call?.function.name ?? null)
    const key = JSON.stringify(tools)
    const known = courses.get(key) ?? { tools, plays: [] }
    known.plays.push({ task, moves })
    courses.set(key, known)
  }
  const all = [...courses.values()]
  return all.sort((one, other) => other.plays.length - one.plays.length).slice(0, COURSES_MAX)
}

const callsIn = ({ calls }: Move): readonly (ToolCall | null)[] =>
  calls.length > 0 ? calls : [null]

/** How something else is done before turns of the oracle: a probe of what is answered to it. */
export interface Probe {
  readonly actions: readonly Action[]
  /** Before which of the oracle's turns. */
  readonly before: ReadonlySet<number>
}

const NO_PROBE: Probe = { actions: [], before: new Set() }

/** The turns of a play, one call each, with the conversation before each of them. */
export function turnsOf(
  arena: Arena,
  { task, moves }: HonestPlay,
  { onPlay, probe = NO_PROBE }: { readonly onPlay: () => void; readonly probe?: Probe },
): readonly HonestTurn[] {
  onPlay()
  const single = moves.flatMap(({ content, calls }): readonly Action[] =>
    calls.length === 0 ? [{ content }] : calls.map((call) => ({ content: '', tool_calls: [call] })),
  )
  const all = single.flatMap((action, at) => [
    ...(probe.before.has(at) ? probe.actions.map((one) => ({ action: one, isProbe: true })) : []),
    { action, isProbe: false },
  ])
  const { transcript } = playthrough(setupIn(arena, task), (_, { step }) => all[step]?.action)
  const indices = transcript.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []))
  return all.flatMap(({ action, isProbe }, turn) => {
    const index = indices[turn]
    if (isProbe || index === undefined) return []
    return [turnOf(action, readingOf(transcript.slice(0, index)))]
  })
}

function turnOf(action: Action, reading: Reading): HonestTurn {
  if ('text' in action) return { tool: null, given: {}, content: action.text, reading }
  const [call] = action.tool_calls ?? []
  const content = action.content ?? ''
  if (call === undefined) return { tool: null, given: {}, content, reading }
  const { name, arguments: given } = call.function
  return { tool: name, given: objectOf(given), content, reading }
}

/** The oracle's value for a parameter; undefined if it omits the parameter. */
export const givenFor = ({ given }: HonestTurn, name: string): Json | undefined => given[name]
