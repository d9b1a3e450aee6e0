import type { ToolSchema } from '../../tools/tool.ts'
import type { Form } from './answer-forms.ts'
import { kindOf, type ParameterSchema, parametersOf } from './arguments.ts'
import { givenFor, type HonestTurn } from './honest-plays.ts'
import type { Filling, PlannedTurn } from './plan.ts'
import { commonestIn, copiesIn, type Example, type Guess } from './sources.ts'

/** A parameter of one call of a course, with ways to find a value for it. */
export interface Slot {
  readonly name: string
  readonly schema: ParameterSchema
  readonly isRequired: boolean
  /** Fillings without understanding, the surest first; empty if the oracle gives no value. */
  readonly options: readonly Filling[]
  /** The share of plays in which the first option is right. */
  readonly share: number
}

/** A turn of a course by a player that knows the tools and understands nothing else. */
export type CourseTurn =
  | { readonly kind: 'call'; readonly tool: string; readonly slots: readonly Slot[] }
  | { readonly kind: 'say'; readonly options: readonly PlannedTurn[]; readonly share: number }

/** From this share on, a value counts as known: the prompt states it, or it never changes. */
const KNOWN = 0.95

export const isOpen = (turn: CourseTurn): boolean =>
  turn.kind === 'say' ? turn.share < KNOWN : turn.slots.some(isOpenSlot)
export const isOpenSlot = ({ share }: Slot): boolean => share < KNOWN

/** The turns that several plays of a course have in common. */
export function courseOf(
  tools: readonly ToolSchema[],
  plays: readonly (readonly HonestTurn[])[],
  form: Form,
): readonly CourseTurn[] {
  const length = Math.min(...plays.map((turns) => turns.length))
  return Array.from({ length }, (_, at) => {
    const turns = plays.map((play) => play[at] as HonestTurn)
    const name = turns[0]?.tool ?? null
    const tool = tools.find((one) => one.function.name === name)
    if (name === null || tool === undefined) return answerTurn(turns, form)
    const required = (tool.function.parameters as ParameterSchema).required ?? []
    const slots = parametersOf(tool).map(([parameter, schema]) =>
      slotOf(parameter, schema, required.includes(parameter), turns),
    )
    return { kind: 'call', tool: name, slots }
  })
}

function slotOf(
  name: string,
  schema: ParameterSchema,
  isRequired: boolean,
  turns: readonly HonestTurn[],
): Slot {
  const examples = turns.map((turn): Example => {
    return { right: givenFor(turn, name), reading: turn.reading }
  })
  if (examples.every(({ right }) => right === undefined)) {
    return { name, schema, isRequired, options: [], share: 1 }
  }
  const isNumber = kindOf(schema) === 'number'
  const copied = copiesIn(examples).map(({ source, share }) => {
    const filling: Filling = isNumber
      ? { as: 'number', source }
      : { as: 'text', form: 'bare', source }
    return { filling, share }
  })
  const constant = commonestIn(examples).map(({ value, share }) => {
    return { filling: { as: 'value', value } as const, share }
  })
  const all = [...copied, ...constant].sort((one, other) => other.share - one.share)
  const options = all.map(({ filling }) => filling)
  return { name, schema, isRequired, options, share: all[0]?.share ?? 0 }
}

function answerTurn(turns: readonly HonestTurn[], form: Form): CourseTurn {
  const examples = turns.map(({ content, reading }): Example => ({ right: content, reading }))
  const copied = copiesIn(examples, form).map(({ source, share }: Guess) => {
    return { turn: { kind: 'say', form, source } as const, share }
  })
  const constant = commonestIn(examples).map(({ value, share }) => {
    const source = { of: 'constant', text: String(value) } as const
    return { turn: { kind: 'say', form: 'bare', source } as const, share }
  })
  const all = [...copied, ...constant].sort((one, other) => other.share - one.share)
  return { kind: 'say', options: all.map(({ turn }) => turn), share: all[0]?.share ?? 0 }
}

/** Chooses the filling of a slot; undefined omits it. */
type Choice = (tool: string, slot: Slot) => Filling | undefined

const surestFor: Choice = (_, { options }) => options[0]

/** A turn of a course as a turn of a plan, by default with the surest fillings. */
export function plannedTurn(turn: CourseTurn, choose: Choice = surestFor): PlannedTurn {
  if (turn.kind === 'say') {
    return turn.options[0] ?? { kind: 'say', form: 'bare', source: { of: 'constant', text: '' } }
  }
  const fillings: Record<string, Filling> = {}
  for (const slot of turn.slots) {
    const filling = choose(turn.tool, slot)
    if (filling !== undefined) fillings[slot.name] = filling
  }
  return { kind: 'call', tool: turn.tool, fillings, text: null }
}
