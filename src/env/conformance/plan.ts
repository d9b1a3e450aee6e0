import type { Json } from '../../sim/json.ts'
import type { Action } from '../message.ts'
import { type Form, inForm } from './answer-forms.ts'
import { callOf, memberNamed, membersFor, parametersOf } from './arguments.ts'
import { type Glimpse, type Reading, readingOf } from './reading.ts'
import { type SpanKind, spansOf } from './spans.ts'

/** The source of a text in a plan. Indices below 0 count from the end. */
export type Source =
  | { readonly of: 'constant'; readonly text: string }
  /** A plausible answer, with this text in the braces of its program. */
  | { readonly of: 'body'; readonly text: string }
  | {
      readonly of: 'span'
      readonly where: TextArea
      readonly kind: SpanKind
      readonly index: number
      /** How texts are sorted before counting: by length or by value. Default: unsorted. */
      readonly by?: Order
    }
  | { readonly of: 'all'; readonly where: TextArea; readonly kind: SpanKind }
  | { readonly of: 'member'; readonly key: string; readonly index: number }

export const TEXT_AREAS = ['question', 'prompt', 'answers', 'last'] as const
type TextArea = (typeof TEXT_AREAS)[number]

/** How a player that does not understand pieces can sort them. */
export const ORDERS = ['length', 'value'] as const
type Order = (typeof ORDERS)[number]

/** A plan's value for a tool parameter. */
export type Filling =
  | { readonly as: 'text'; readonly form: Form; readonly source: Source }
  | { readonly as: 'value'; readonly value: Json }
  /** A number in a text; 0 if it has none. */
  | { readonly as: 'number'; readonly source: Source }
  /** All numbers of a text area, as a list. */
  | { readonly as: 'numbers'; readonly where: TextArea }
  /** The members of the schema that earlier answers have. */
  | { readonly as: 'members' }

/** A turn that does not depend on the task. */
export type PlannedTurn =
  | { readonly kind: 'say'; readonly form: Form; readonly source: Source }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly fillings: Readonly<Record<string, Filling>>
      /** The text beside the call, or null. */
      readonly text: { readonly form: Form; readonly source: Source } | null
      /** Makes one call for each of these values of a parameter. */
      readonly each?: { readonly name: string; readonly values: readonly Json[] | AllPieces }
    }
  /** The calls of one of the environment's plausible next turns, by its number. */
  | { readonly kind: 'sample'; readonly index: number }

/** Every piece of a kind in a text area. */
type AllPieces = Extract<Source, { of: 'all' }>

/** Fixed turns, after which the player closes. They copy texts without understanding them. */
export type Plan = readonly PlannedTurn[]

/** The environment's plausible next turns at this moment. */
type Samples = (seen: Glimpse) => readonly Action[]

/** The turn of a plan in a conversation; undefined after its end. */
export function planned(plan: Plan, glimpse: Glimpse, samples: Samples): Action | undefined {
  const reading = readingOf(glimpse.transcript)
  const turn = plan[reading.turns]
  if (turn === undefined) return undefined
  if (turn.kind === 'say' && turn.source.of === 'body') {
    return { content: withBody(samples(glimpse), turn.source.text) }
  }
  if (turn.kind === 'say') return { content: inForm(turn.form, textFrom(turn.source, reading)) }
  if (turn.kind === 'sample') return sampledCalls(samples(glimpse), turn.index)
  return plannedCalls(turn, glimpse, reading)
}

function plannedCalls(turn: PlannedCall, glimpse: Glimpse, reading: Reading): Action {
  const tool = glimpse.tools.find(({ function: { name } }) => name === turn.tool)
  const given: Record<string, Json> = {}
  for (const [name, schema] of tool === undefined ? [] : parametersOf(tool)) {
    const filling = turn.fillings[name]
    if (filling === undefined) continue
    given[name] =
      filling.as === 'members'
        ? membersFor(schema, reading.answers)
        : fillingValue(filling, reading)
  }
  const content =
    turn.text === null ? '' : inForm(turn.text.form, textFrom(turn.text.source, reading))
  const { each } = turn
  const values = each && ('of' in each.values ? piecesOf(each.values, reading) : each.values)
  const all = each && values?.map((value) => ({ ...given, [each.name]: value }))
  return {
    content,
    tool_calls: (all ?? [given]).map((one, at) => callOf(turn.tool, one, reading.turns, at)),
  }
}

const piecesOf = ({ kind, where }: AllPieces, reading: Reading): readonly string[] => [
  ...new Set(spansOf(kind, textOfArea(reading, where))),
]

export type PlannedCall = Extract<PlannedTurn, { kind: 'call' }>

const TEXT_MAX = 2_000

function fillingValue(filling: Exclude<Filling, { as: 'members' }>, reading: Reading): Json {
  switch (filling.as) {
    case 'value':
      return filling.value
    case 'number':
      return Number.parseFloat(textFrom(filling.source, reading).replaceAll(',', '')) || 0
    case 'numbers':
      return spansOf('number', textOfArea(reading, filling.where)).map(
        (text) => Number.parseFloat(text.replaceAll(',', '')) || 0,
      )
    case 'text':
      return inForm(filling.form, textFrom(filling.source, reading)).slice(0, TEXT_MAX)
  }
}

/** Only the calls of a sampled turn, because its text would show an understanding of the task. */
function sampledCalls(samples: readonly Action[], index: number): Action {
  const calls = samples.flatMap((action) =>
    'text' in action || (action.tool_calls ?? []).length === 0 ? [] : [action.tool_calls ?? []],
  )
  const chosen = calls[index % Math.max(1, calls.length)]
  return chosen === undefined ? { content: '' } : { content: '', tool_calls: chosen }
}

const PROGRAM = /\{(\[[^\]]*\])?[\s\S]*\}/

/** The first plausible answer that has a program, with another body in it. */
function withBody(samples: readonly Action[], body: string): string {
  const contents = samples.map((action) => ('text' in action ? '' : (action.content ?? '')))
  const answer = contents.find((text) => PROGRAM.test(text))
  return answer?.replace(PROGRAM, (_, names = '') => `{${names} ${body}}`) ?? body
}

function textFrom(source: Source, reading: Reading): string {
  switch (source.of) {
    case 'constant':
    case 'body':
      return source.text
    case 'span': {
      const pieces = spansOf(source.kind, textOfArea(reading, source.where))
      return (source.by === undefined ? pieces : sorted(pieces, source.by)).at(source.index) ?? ''
    }
    case 'all':
      return spansOf(source.kind, textOfArea(reading, source.where)).join(', ')
    case 'member': {
      const value = memberNamed(reading.answers, source.key, source.index) ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
}

/** The pieces in ascending order, by length or by value; numbers numerically. */
export function sorted(pieces: readonly string[], by: Order): readonly string[] {
  if (by === 'length') return [...pieces].sort((one, other) => one.length - other.length)
  const numbers = pieces.map((piece) => Number.parseFloat(piece.replaceAll(/[^\d.-]/g, '')))
  if (numbers.some(Number.isNaN)) return [...pieces].sort((one, other) => (one < other ? -1 : 1))
  return pieces
    .map((piece, at) => ({ piece, number: numbers[at] ?? 0 }))
    .sort((one, other) => one.number - other.number)
    .map(({ piece }) => piece)
}

export function textOfArea({ question, prompt, answers }: Reading, where: TextArea): string {
  if (where === 'question') return question
  if (where === 'prompt') return prompt
  return where === 'last' ? (answers.at(-1) ?? '') : answers.join('\n')
}

/** A plan in a line, for reports. */
export function planText(plan: Plan): string {
  if (plan.length === 0) return 'stop at once'
  const runs: { text: string; times: number }[] = []
  for (const text of plan.map(turnText)) {
    const last = runs.at(-1)
    if (last?.text === text) last.times += 1
    else runs.push({ text, times: 1 })
  }
  return runs.map(({ text, times }) => (times === 1 ? text : `${times} × ${text}`)).join(' · ')
}

function turnText(turn: PlannedTurn): string {
  if (turn.kind === 'sample') return `sampled call ${turn.index}`
  if (turn.kind === 'say') return `say ${turn.form} ${sourceText(turn.source)}`
  const given = Object.entries(turn.fillings).map(
    ([name, filling]) => `${name}: ${fillingText(filling)}`,
  )
  const beside =
    turn.text === null ? '' : ` saying ${turn.text.form} ${sourceText(turn.text.source)}`
  const each = turn.each === undefined ? '' : `, ${valuesText(turn.each)}`
  return `${turn.tool}(${given.join(', ')}${each})${beside}`
}

const valuesText = ({ name, values }: NonNullable<PlannedCall['each']>): string =>
  'of' in values
    ? `${name}: each ${values.kind} of ${values.where}`
    : `${name}: each of ${values.length} from ${shortened(values[0])}`

const VALUE_SHOWN_MAX = 60

const shortened = (value: Json | undefined): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > VALUE_SHOWN_MAX
    ? `${text.slice(0, VALUE_SHOWN_MAX)}… (${text.length} characters)`
    : text
}

function fillingText(filling: Filling): string {
  if (filling.as === 'members') return 'what was answered'
  if (filling.as === 'numbers') return `every number of ${filling.where}`
  return filling.as === 'value' ? shortened(filling.value) : sourceText(filling.source)
}

function sourceText(source: Source): string {
  if (source.of === 'constant') return shortened(source.text)
  if (source.of === 'body') return `program of ${JSON.stringify(source.text)}`
  if (source.of === 'member') return `"${source.key}" ${source.index} of the answers`
  const which = source.of === 'all' ? 'every' : `no. ${source.index}`
  const by = source.of === 'all' || source.by === undefined ? '' : ` by ${source.by}`
  return `${which} ${source.kind} of ${source.where}${by}`
}
