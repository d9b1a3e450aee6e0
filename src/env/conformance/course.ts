import type { ToolSchema } from '../../tools/tool.ts'
import type { Form } from './answer-forms.ts'
import { type ParameterSchema, parameterKind, toolParameters } from './arguments.ts'
import { argumentFor, type HonestTurn } from './honest-plays.ts'
import type { Filling, PlannedTurn } from './plan.ts'
import { commonestIn, copiesIn, type Example, type Guess } from './sources.ts'

/** A parameter of one call of a course, with ways to find a value for it. */
export interface Slot {
  readonly name: string
  readonly schema: ParameterSchema
  readonly isRequired: boolean
  /** Fillings that need no understanding, best first; empty if the oracle gives no value. */
  readonly options: readonly Filling[]
  /** The share of plays in which the first option is right. */
  readonly share: number
}

/** A turn of a course by a player that knows the tools and understands nothing else. */
export type CourseTurn =
  | { readonly kind: 'call'; readonly tool: string; readonly slots: readonly Slot[] }
  | { readonly kind: 'say'; readonly options: readonly PlannedTurn[]; readonly share: number }

/** The share of plays from which on a filling counts as known, not as open. */
const KNOWN_SHARE_MIN = 0.95

export const isOpen = (turn: CourseTurn): boolean =>
  turn.kind === 'say' ? turn.share < KNOWN_SHARE_MIN : turn.slots.some(isOpenSlot)
export const isOpenSlot = ({ share }: Slot): boolean => share < KNOWN_SHARE_MIN

/** The turns that several plays of a course have in common. */
export function commonTurns(
  tools: readonly ToolSchema[],
  plays: readonly (readonly HonestTurn[])[],
  form: Form,
): readonly CourseTurn[] {
  const length = Math.min(...plays.map((turns) => turns.length))
  return Array.from({ length }, (_, index) => {
    const turns = plays.map((play) => play[index] as HonestTurn)
    const name = turns[0]?.tool ?? null
    const tool = tools.find((candidate) => candidate.function.name === name)
    if (name === null || tool === undefined) return answerTurn(turns, form)
    const required = (tool.function.parameters as ParameterSchema).required ?? []
    const slots = toolParameters(tool).map(([parameter, schema]) =>
      buildSlot(parameter, schema, required.includes(parameter), turns),
    )
    return { kind: 'call', tool: name, slots }
  })
}

function buildSlot(
  name: string,
  schema: ParameterSchema,
  isRequired: boolean,
  turns: readonly HonestTurn[],
): Slot {
  const examples = turns.map((turn): Example => {
    return { right: argumentFor(turn, name), reading: turn.reading }
  })
  if (examples.every(({ right }) => right === undefined)) {
    return { name, schema, isRequired, options: [], share: 1 }
  }
  const isNumber = parameterKind(schema) === 'number'
  const copied = copiesIn(examples).map(({ source, share }) => {
    const filling: Filling = isNumber
      ? { kind: 'number', source }
      : { kind: 'text', form: 'bare', source }
    return { filling, share }
  })
  const constant = commonestIn(examples).map(({ value, share }) => {
    return { filling: { kind: 'value', value } as const, share }
  })
  const candidates = [...copied, ...constant].sort((left, right) => right.share - left.share)
  const options = candidates.map(({ filling }) => filling)
  return { name, schema, isRequired, options, share: candidates[0]?.share ?? 0 }
}

function answerTurn(turns: readonly HonestTurn[], form: Form): CourseTurn {
  const examples = turns.map(({ content, reading }): Example => ({ right: content, reading }))
  const copied = copiesIn(examples, form).map(({ source, share }: Guess) => {
    return { turn: { kind: 'say', form, source } as const, share }
  })
  const constant = commonestIn(examples).map(({ value, share }) => {
    const source = { origin: 'constant', text: String(value) } as const
    return { turn: { kind: 'say', form: 'bare', source } as const, share }
  })
  const candidates = [...copied, ...constant].sort((left, right) => right.share - left.share)
  return {
    kind: 'say',
    options: candidates.map(({ turn }) => turn),
    share: candidates[0]?.share ?? 0,
  }
}

/** Chooses the filling of a slot; undefined omits it. */
type Choice = (tool: string, slot: Slot) => Filling | undefined

const surestFor: Choice = (_, { options }) => options[0]

/** A turn of a course as a turn of a plan, by default with the surest fillings. */
export function plannedTurn(turn: CourseTurn, choose: Choice = surestFor): PlannedTurn {
  if (turn.kind === 'say') {
    return (
      turn.options[0] ?? { kind: 'say', form: 'bare', source: { origin: 'constant', text: '' } }
    )
  }
  const fillings: Record<string, Filling> = {}
  for (const slot of turn.slots) {
    const filling = choose(turn.tool, slot)
    if (filling !== undefined) fillings[slot.name] = filling
  }
  return { kind: 'call', tool: turn.tool, fillings, text: null }
}
