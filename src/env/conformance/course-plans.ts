import type { ToolSchema } from '../../tools/tool.ts'
import type { AnyTask, Arena } from './arena.ts'
import { anyValid, blindTurn, isFreeText, toolParameters } from './arguments.ts'
import {
  type CourseTurn,
  commonTurns,
  isOpen,
  isOpenSlot,
  plannedTurn,
  type Slot,
} from './course.ts'
import { EDGE_TEXTS, edgeValues, guessesFor } from './edges.ts'
import { type Course, coursesIn, honestTurns, type OracleProbe } from './honest-plays.ts'
import type { Filling, Plan, PlannedCall, PlannedTurn } from './plan.ts'
import type { SpanKind } from './spans.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Numbers of tasks for the analysis of honest plays, and for each probe. */
const HONEST_TASKS = 48
const PROBED_TASKS = 16
const PLAYS_MIN = 3
const OPTIONS_TRIED = 4
const CONSTANTS_TRIED = 60

/** A plan to try, and whether a few tasks are enough to rate it. */
interface CoursePlan {
  readonly plan: Plan
  readonly isEdge: boolean
}

/**
 * Plans that call the oracle's tools in the oracle's order without understanding the task.
 * Each argument is a copy, a constant or an edge value. Plans without this order cannot reach a
 * defect that lies behind other tools or before a closing one.
 */
export function* coursePlans(
  { arena, tasks }: { readonly arena: Arena; readonly tasks: readonly AnyTask[] },
  vocabulary: Vocabulary,
  onPlay: () => void,
): Generator<CoursePlan> {
  const courses = coursesIn(arena, tasks.slice(0, HONEST_TASKS), onPlay)
  for (const course of courses) {
    if (course.plays.length < PLAYS_MIN) continue
    const turns = commonTurns(
      arena.tools,
      course.plays.map((play) => honestTurns(arena, play, { onPlay })),
      vocabulary.form,
    )
    for (const plan of optionPlans(turns)) yield { plan, isEdge: false }
    const probing = { arena, course, onPlay }
    for (const plan of probedPlans(probing, turns, vocabulary)) yield { plan, isEdge: false }
    for (const plan of sweptPlans(turns, vocabulary)) yield { plan, isEdge: true }
    for (const plan of skippedPlans(turns)) yield { plan, isEdge: true }
    for (const plan of edgedPlans(turns, vocabulary)) yield { plan, isEdge: true }
    for (const plan of repeatedPlans(turns, vocabulary)) yield { plan, isEdge: true }
  }
}

const wholePlan = (turns: readonly CourseTurn[]): Plan => turns.map((turn) => plannedTurn(turn))

/** The plan of the fillings that are most often right, with another filling of one parameter. */
const planWith = (
  turns: readonly CourseTurn[],
  { tool, name }: CourseParameter,
  chooseFilling: (slot: Slot) => Filling | undefined,
): Plan =>
  turns.map((turn) =>
    plannedTurn(turn, (called, slot) =>
      called === tool && slot.name === name ? chooseFilling(slot) : slot.options[0],
    ),
  )

/** That plan, and plans with the next best options of one parameter or answer. */
function* optionPlans(turns: readonly CourseTurn[]): Generator<Plan> {
  yield wholePlan(turns)
  for (const parameter of courseParameters(turns, isOpenSlot)) {
    for (let option = 1; option < OPTIONS_TRIED; option++) {
      yield planWith(turns, parameter, ({ options }) => options[option] ?? options[0])
    }
  }
  for (const [position, turn] of turns.entries()) {
    if (turn.kind !== 'say') continue
    for (const option of turn.options.slice(1, OPTIONS_TRIED)) {
      yield turns.map((otherTurn, index) => (index === position ? option : plannedTurn(otherTurn)))
    }
  }
}

interface CourseParameter {
  readonly tool: string
  readonly name: string
  readonly slot: Slot
}

/** Every parameter of the tools of a course, each once. */
function courseParameters(
  turns: readonly CourseTurn[],
  isMeant: (slot: Slot) => boolean = () => true,
): readonly CourseParameter[] {
  const parameters = new Map<string, CourseParameter>()
  for (const turn of turns) {
    if (turn.kind === 'say') continue
    for (const slot of turn.slots) {
      const key = `${turn.tool}.${slot.name}`
      if (!isMeant(slot) || parameters.has(key)) continue
      parameters.set(key, { tool: turn.tool, name: slot.name, slot })
    }
  }
  return [...parameters.values()]
}

interface Probing {
  readonly arena: Arena
  readonly course: Course
  readonly onPlay: () => void
}

/** Numbers of probes in a row: some worlds disclose a fact only at the third question. */
const PROBES = [1, 3] as const

/**
 * Plans that make a wrong or different call before the calls whose arguments are unknown, and copy
 * from its answer.
 */
function* probedPlans(
  { arena, course, onPlay }: Probing,
  turns: readonly CourseTurn[],
  { form, tools, turnsAll }: Vocabulary,
): Generator<Plan> {
  const openIndices = turns.flatMap((turn, index) => (isOpen(turn) ? [index] : []))
  const [first] = openIndices
  if (first === undefined) return
  const plays = course.plays.slice(0, PROBED_TASKS)
  for (const tool of tools) {
    for (const times of PROBES) {
      for (const indices of openIndices.length > 1 ? [[first], openIndices] : [[first]]) {
        if (turns.length + times * indices.length > turnsAll) continue
        const turnIndices = new Set(indices)
        const actions = Array.from({ length: times }, (_, index) => blindTurn(tool, index))
        const probe: OracleProbe = { actions, turnIndices }
        const probed = plays
          .map((play) => honestTurns(arena, play, { onPlay, probe }))
          .filter(({ length }) => length > first)
        if (probed.length < PLAYS_MIN) continue
        const probedTurns = commonTurns(arena.tools, probed, form)
        const calls = actions.map(() => validCall(tool))
        yield probedTurns.flatMap((courseTurn, index) => [
          ...(turnIndices.has(index) ? calls : []),
          plannedTurn(courseTurn),
        ])
      }
    }
  }
}

/** A valid call of a tool with arbitrary values, except for those of `fillingFor`. */
function validCall(
  tool: ToolSchema,
  fillingFor: (name: string) => Filling | undefined = () => undefined,
): PlannedCall {
  const fillings = Object.fromEntries(
    toolParameters(tool).map(([name, schema]): [string, Filling] => [
      name,
      fillingFor(name) ?? { kind: 'value', value: anyValid(schema) },
    ]),
  )
  return { kind: 'call', tool: tool.function.name, fillings, text: null }
}

/**
 * Repeats one turn, or two turns alternately, until the limits end the episode. Each plan also
 * exists with the closing turn of the course at the end.
 */
function* repeatedPlans(
  turns: readonly CourseTurn[],
  { tools, turnsAll }: Vocabulary,
): Generator<Plan> {
  const plan = wholePlan(turns)
  const last = plan.slice(-1)
  function* until(head: Plan, ...loop: readonly PlannedTurn[]): Generator<Plan> {
    for (const tail of [[], last]) {
      const length = Math.max(0, turnsAll - head.length - tail.length)
      const turnAt = (_: unknown, index: number): PlannedTurn =>
        loop[index % loop.length] as PlannedTurn
      yield [...head, ...Array.from({ length }, turnAt), ...tail]
    }
  }
  const usedTools = new Set<string>()
  for (const [index, turn] of plan.entries()) {
    yield* until(plan.slice(0, index), turn)
    if (turn.kind === 'call') usedTools.add(turn.tool)
  }
  const unusedTools = tools.filter(({ function: { name } }) => !usedTools.has(name))
  const turnsToRepeat = [...plan, ...unusedTools.map((tool) => likeIn(turns, tool))]
  const first = turns.findIndex(isOpen)
  const head = plan.slice(0, Math.max(0, first))
  for (const turn of unusedTools.map((tool) => likeIn(turns, tool))) yield* until(head, turn)
  const distinct = [...new Map(turnsToRepeat.map((turn) => [JSON.stringify(turn), turn])).values()]
  for (const turn of distinct) {
    for (const otherTurn of distinct) if (turn !== otherTurn) yield* until(head, turn, otherTurn)
  }
}

/** A call of a tool that the oracle does not use, with the fillings of equally named parameters. */
function likeIn(turns: readonly CourseTurn[], tool: ToolSchema): PlannedCall {
  const parameters = courseParameters(turns)
  return validCall(
    tool,
    (name) => parameters.find((parameter) => parameter.name === name)?.slot.options[0],
  )
}

/** The course without the calls of one of its tools. */
function* skippedPlans(turns: readonly CourseTurn[]): Generator<Plan> {
  const tools = new Set(turns.flatMap((turn) => (turn.kind === 'call' ? [turn.tool] : [])))
  for (const tool of tools) {
    yield wholePlan(turns.filter((turn) => turn.kind === 'say' || turn.tool !== tool))
  }
}

/** The course with an edge value for one parameter, or without the parameter. */
function* edgedPlans(
  turns: readonly CourseTurn[],
  { knownTexts: known }: Vocabulary,
): Generator<Plan> {
  const constants = known.slice(0, CONSTANTS_TRIED)
  for (const parameter of courseParameters(turns)) {
    if (!parameter.slot.isRequired) yield planWith(turns, parameter, () => undefined)
    for (const value of edgeValues(parameter.slot.schema, constants)) {
      yield planWith(turns, parameter, () => ({ kind: 'value', value }))
    }
  }
}

/** Calls per turn of a sweep, and how many turns it takes at most. */
const SWEEPS = [
  [1, 8],
  [4, 2],
  [60, 1],
] as const
const PIECES: readonly SpanKind[] = ['token', 'name', 'quoted', 'number', 'line']

/** Replaces the calls of one tool by many calls: one for each piece of text, or for each guess. */
function* sweptPlans(turns: readonly CourseTurn[], { turnsAll }: Vocabulary): Generator<Plan> {
  for (const parameter of courseParameters(turns, isOpenSlot)) {
    const first = turns.findIndex((turn) => turn.kind === 'call' && turn.tool === parameter.tool)
    const head = wholePlan(turns.slice(0, first))
    const tail = wholePlan(
      turns.slice(first).filter((turn) => turn.kind === 'say' || turn.tool !== parameter.tool),
    )
    const call = turns[first]
    if (call?.kind !== 'call') continue
    const { schema, name } = parameter.slot
    const withEach = (base: PlannedCall, values: NonNullable<PlannedCall['each']>['values']) => {
      return { ...base, each: { name, values } }
    }
    const base = plannedTurn(call) as PlannedCall
    if (isFreeText(schema)) {
      for (const kind of PIECES) {
        for (const area of ['last', 'prompt'] as const) {
          yield [...head, withEach(base, { origin: 'all', area, kind }), ...tail]
        }
      }
      continue
    }
    for (const filled of filledAround(call, name)) {
      for (const [calls, times] of SWEEPS) {
        const room = Math.max(1, Math.min(times, turnsAll - head.length - tail.length))
        const guesses = guessesFor(schema, calls * room)
        const sweep = Array.from({ length: Math.ceil(guesses.length / calls) }, (_, turn) =>
          withEach(filled, guesses.slice(turn * calls, (turn + 1) * calls)),
        )
        yield [...head, ...sweep, ...tail]
      }
    }
  }
}

/** Variants of a call that put each edge text into its other open parameters of free text. */
function filledAround(
  call: Extract<CourseTurn, { kind: 'call' }>,
  swept: string,
): readonly PlannedCall[] {
  const freeTextSlots = call.slots.filter(
    (slot) => slot.name !== swept && isOpenSlot(slot) && isFreeText(slot.schema),
  )
  const base = plannedTurn(call) as PlannedCall
  if (freeTextSlots.length === 0) return [base]
  return EDGE_TEXTS.map((value) => ({
    ...base,
    fillings: {
      ...base.fillings,
      ...Object.fromEntries(
        freeTextSlots.map(({ name }) => [name, { kind: 'value', value } as const]),
      ),
    },
  }))
}
