import type { Json, JsonObject } from '../../sim/json.ts'
import type { Action, ToolCall } from '../message.ts'
import { playthrough, setupIn } from '../playthrough.ts'
import type { AnyTask, Arena } from './arena.ts'
import { argumentsObject, type OracleMove, type OraclePlay, oracleMoves } from './moves.ts'
import { splitTranscript, type TranscriptParts } from './transcript-parts.ts'

/**
 * A call or an answer of the oracle (`audit.solve`, which knows the solution), and the
 * conversation before it.
 */
export interface HonestTurn {
  /** Null for an answer without a call. */
  readonly tool: string | null
  readonly args: JsonObject
  readonly content: string
  readonly reading: TranscriptParts
}

type HonestPlay = Pick<OraclePlay, 'task' | 'moves'>

/** A course is a sequence of tools. Its plays call the same tools in the same order. */
export interface Course {
  readonly tools: readonly (string | null)[]
  readonly plays: readonly HonestPlay[]
}

const COURSES_MAX = 2

/** The oracle's most frequent courses in these tasks, the most frequent first. */
export function coursesIn(
  arena: Arena,
  tasks: readonly AnyTask[],
  onPlay: () => void,
): readonly Course[] {
  const courses = new Map<string, { tools: Course['tools']; plays: HonestPlay[] }>()
  for (const task of tasks) {
    onPlay()
    const moves = oracleMoves(arena, task)
    if (moves === undefined) continue
    const tools = moves.flatMap(callsIn).map((call) => call?.function.name ?? null)
    const key = JSON.stringify(tools)
    const course = courses.get(key) ?? { tools, plays: [] }
    course.plays.push({ task, moves })
    courses.set(key, course)
  }
  const allCourses = [...courses.values()]
  return allCourses
    .sort((left, right) => right.plays.length - left.plays.length)
    .slice(0, COURSES_MAX)
}

const callsIn = ({ calls }: OracleMove): readonly (ToolCall | null)[] =>
  calls.length > 0 ? calls : [null]

/** Extra actions before some turns of the oracle, to see what the environment answers. */
export interface OracleProbe {
  readonly actions: readonly Action[]
  /** Indices of the oracle's turns that the actions precede. */
  readonly turnIndices: ReadonlySet<number>
}

const NO_PROBE: OracleProbe = { actions: [], turnIndices: new Set() }

/** The turns of a play, one call each, with the conversation before each of them. */
export function honestTurns(
  arena: Arena,
  { task, moves }: HonestPlay,
  { onPlay, probe = NO_PROBE }: { readonly onPlay: () => void; readonly probe?: OracleProbe },
): readonly HonestTurn[] {
  onPlay()
  const single = moves.flatMap(({ content, calls }): readonly Action[] =>
    calls.length === 0 ? [{ content }] : calls.map((call) => ({ content: '', tool_calls: [call] })),
  )
  const allActions = single.flatMap((action, index) => [
    ...(probe.turnIndices.has(index)
      ? probe.actions.map((probeAction) => ({ action: probeAction, isProbe: true }))
      : []),
    { action, isProbe: false },
  ])
  const { transcript } = playthrough(
    setupIn(arena, task),
    (_, { step }) => allActions[step]?.action,
  )
  const indices = transcript.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []))
  return allActions.flatMap(({ action, isProbe }, turn) => {
    const index = indices[turn]
    if (isProbe || index === undefined) return []
    return [toHonestTurn(action, splitTranscript(transcript.slice(0, index)))]
  })
}

function toHonestTurn(action: Action, reading: TranscriptParts): HonestTurn {
  if ('text' in action) return { tool: null, args: {}, content: action.text, reading }
  const [call] = action.tool_calls ?? []
  const content = action.content ?? ''
  if (call === undefined) return { tool: null, args: {}, content, reading }
  const { name, arguments: args } = call.function
  return { tool: name, args: argumentsObject(args), content, reading }
}

/** The oracle's value for a parameter; undefined if it omits the parameter. */
export const argumentFor = ({ args }: HonestTurn, name: string): Json | undefined => args[name]
