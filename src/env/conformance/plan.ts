import type { Json } from '../../sim/json.ts'
import type { Action } from '../message.ts'
import { type Form, inForm } from './answer-forms.ts'
import { makeCall, memberNamed, membersFor, toolParameters } from './arguments.ts'
import { findSpans, type SpanKind } from './spans.ts'
import { type PlayerView, splitTranscript, type TranscriptParts } from './transcript-parts.ts'

/**
 * Where a plan takes a text from. Plans are fixed before the task is known, so they can only copy
 * pieces of the conversation by kind and position. Indices below 0 count from the end.
 */
export type TextSource =
  | { readonly origin: 'constant'; readonly text: string }
  /** A sampled answer whose program is replaced by this text. */
  | { readonly origin: 'body'; readonly text: string }
  | {
      readonly origin: 'span'
      readonly area: TextArea
      readonly kind: SpanKind
      readonly index: number
      /** How the pieces are sorted before `index` is applied. Default: as they appear. */
      readonly order?: Order
    }
  | { readonly origin: 'all'; readonly area: TextArea; readonly kind: SpanKind }
  | { readonly origin: 'member'; readonly key: string; readonly index: number }

/** Parts of the conversation. `last` is the newest answer, `answers` are all of them. */
export const TEXT_AREAS = ['question', 'prompt', 'answers', 'last'] as const
type TextArea = (typeof TEXT_AREAS)[number]

export const ORDERS = ['length', 'value'] as const
type Order = (typeof ORDERS)[number]

/** How a plan fills a tool parameter. */
export type Filling =
  | { readonly kind: 'text'; readonly form: Form; readonly source: TextSource }
  | { readonly kind: 'value'; readonly value: Json }
  /** The number at the start of a text; 0 if it has none. */
  | { readonly kind: 'number'; readonly source: TextSource }
  /** All numbers of a text area, as a list. */
  | { readonly kind: 'numbers'; readonly area: TextArea }
  /** An object with those members of the schema that earlier JSON answers contain. */
  | { readonly kind: 'members' }

/** A turn that does not depend on the task. */
export type PlannedTurn =
  | { readonly kind: 'say'; readonly form: Form; readonly source: TextSource }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly fillings: Readonly<Record<string, Filling>>
      /** The text beside the call, or null. */
      readonly text: { readonly form: Form; readonly source: TextSource } | null
      /** Repeats the call in the same turn, once for each of these values of a parameter. */
      readonly each?: { readonly name: string; readonly values: readonly Json[] | AllPieces }
    }
  /** The calls of one of the environment's sampled turns, by its index. */
  | { readonly kind: 'sample'; readonly index: number }

/** Every piece of a kind in a text area. */
type AllPieces = Extract<TextSource, { origin: 'all' }>

/** Turns that are fixed before the task is known. After the last one, the player closes. */
export type Plan = readonly PlannedTurn[]

/** The environment's sampled turns (`audit.sample`) for a conversation. */
type Samples = (view: PlayerView) => readonly Action[]

/** The next action of a plan; undefined after its last turn. */
export function nextAction(plan: Plan, view: PlayerView, samples: Samples): Action | undefined {
  const reading = splitTranscript(view.transcript)
  const turn = plan[reading.turns]
  if (turn === undefined) return undefined
  if (turn.kind === 'say' && turn.source.origin === 'body') {
    return { content: withBody(samples(view), turn.source.text) }
  }
  if (turn.kind === 'say') return { content: inForm(turn.form, textFrom(turn.source, reading)) }
  if (turn.kind === 'sample') return sampledCalls(samples(view), turn.index)
  return plannedCalls(turn, view, reading)
}

function plannedCalls(turn: PlannedCall, view: PlayerView, reading: TranscriptParts): Action {
  const tool = view.tools.find(({ function: { name } }) => name === turn.tool)
  const args: Record<string, Json> = {}
  for (const [name, schema] of tool === undefined ? [] : toolParameters(tool)) {
    const filling = turn.fillings[name]
    if (filling === undefined) continue
    args[name] =
      filling.kind === 'members'
        ? membersFor(schema, reading.answers)
        : fillingValue(filling, reading)
  }
  const content =
    turn.text === null ? '' : inForm(turn.text.form, textFrom(turn.text.source, reading))
  const { each } = turn
  const values =
    each && ('origin' in each.values ? distinctPieces(each.values, reading) : each.values)
  const variants = each && values?.map((value) => ({ ...args, [each.name]: value }))
  return {
    content,
    tool_calls: (variants ?? [args]).map((callArgs, index) =>
      makeCall(turn.tool, callArgs, reading.turns, index),
    ),
  }
}

const distinctPieces = ({ kind, area }: AllPieces, reading: TranscriptParts): readonly string[] => [
  ...new Set(findSpans(kind, areaText(reading, area))),
]

export type PlannedCall = Extract<PlannedTurn, { kind: 'call' }>

const TEXT_MAX = 2_000

function fillingValue(
  filling: Exclude<Filling, { kind: 'members' }>,
  reading: TranscriptParts,
): Json {
  switch (filling.kind) {
    case 'value':
      return filling.value
    case 'number':
      return leadingNumber(textFrom(filling.source, reading))
    case 'numbers':
      return findSpans('number', areaText(reading, filling.area)).map(leadingNumber)
    case 'text':
      return inForm(filling.form, textFrom(filling.source, reading)).slice(0, TEXT_MAX)
  }
}

/** The number at the start of a text; 0 if it has none. */
export const leadingNumber = (text: string): number =>
  Number.parseFloat(text.replaceAll(',', '')) || 0

/** Copies only the calls of a sampled turn, because its text may solve the task. */
function sampledCalls(samples: readonly Action[], index: number): Action {
  const calls = samples.flatMap((action) =>
    'text' in action || (action.tool_calls ?? []).length === 0 ? [] : [action.tool_calls ?? []],
  )
  const chosen = calls[index % Math.max(1, calls.length)]
  return chosen === undefined ? { content: '' } : { content: '', tool_calls: chosen }
}

const PROGRAM = /\{(\[[^\]]*\])?[\s\S]*\}/

/** The first sampled answer that contains a program, with its body replaced. */
function withBody(samples: readonly Action[], body: string): string {
  const contents = samples.map((action) => ('text' in action ? '' : (action.content ?? '')))
  const answer = contents.find((text) => PROGRAM.test(text))
  return answer?.replace(PROGRAM, (_, names = '') => `{${names} ${body}}`) ?? body
}

function textFrom(source: TextSource, reading: TranscriptParts): string {
  switch (source.origin) {
    case 'constant':
    case 'body':
      return source.text
    case 'span': {
      const pieces = findSpans(source.kind, areaText(reading, source.area))
      return (
        (source.order === undefined ? pieces : sorted(pieces, source.order)).at(source.index) ?? ''
      )
    }
    case 'all':
      return findSpans(source.kind, areaText(reading, source.area)).join(', ')
    case 'member': {
      const value = memberNamed(reading.answers, source.key, source.index) ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
}

/** The pieces in ascending order, by length or by value; numbers numerically. */
export function sorted(pieces: readonly string[], order: Order): readonly string[] {
  if (order === 'length') return [...pieces].sort((left, right) => left.length - right.length)
  const numbers = pieces.map((piece) => Number.parseFloat(piece.replaceAll(/[^\d.-]/g, '')))
  if (numbers.some(Number.isNaN)) return [...pieces].sort((left, right) => (left < right ? -1 : 1))
  return pieces
    .map((piece, index) => ({ piece, number: numbers[index] ?? 0 }))
    .sort((left, right) => left.number - right.number)
    .map(({ piece }) => piece)
}

export function areaText({ question, prompt, answers }: TranscriptParts, area: TextArea): string {
  if (area === 'question') return question
  if (area === 'prompt') return prompt
  return area === 'last' ? (answers.at(-1) ?? '') : answers.join('\n')
}
