import type { Json, JsonObject } from '../../sim/json.ts'
import type { Action } from '../message.ts'
import { callOf, memberNamed, membersFor, parametersOf } from './arguments.ts'
import { type Form, inForm } from './dress.ts'
import { type Glimpse, type Reading, readingOf } from './reading.ts'
import { type SpanKind, spansOf } from './spans.ts'

/** Where a plan takes a text from. Indices below 0 count from the end. */
export type Source =
  | { readonly of: 'constant'; readonly text: string }
  /** What a plausible answer says, with this in the braces of its program. */
  | { readonly of: 'body'; readonly text: string }
  | {
      readonly of: 'span'
      readonly where: Place
      readonly kind: SpanKind
      readonly index: number
    }
  | { readonly of: 'all'; readonly where: Place; readonly kind: SpanKind }
  | { readonly of: 'member'; readonly key: string; readonly index: number }

export const PLACES = ['question', 'prompt', 'answers', 'last'] as const
export type Place = (typeof PLACES)[number]

/** What a plan puts into a parameter of a tool. */
export type Filling =
  | { readonly as: 'text'; readonly form: Form; readonly source: Source }
  | { readonly as: 'value'; readonly value: Json }
  /** The members that the schema names, in so far as answers gave them. */
  | { readonly as: 'members' }

/** A turn that is the same whatever the task is. */
export type PlannedTurn =
  | { readonly kind: 'say'; readonly form: Form; readonly source: Source }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly fillings: Readonly<Record<string, Filling>>
      /** What is said beside the call; null for nothing. */
      readonly said: { readonly form: Form; readonly source: Source } | null
    }
  /** The calls of one of the environment's plausible next turns, by its number. */
  | { readonly kind: 'sample'; readonly index: number }

/** An open-loop plan: turn by turn, then it closes. It copies, and understands nothing. */
export type Plan = readonly PlannedTurn[]

/** The environment's plausible next turns at this moment. */
export type Samples = (transcript: Glimpse['transcript']) => readonly Action[]

/** The turn of a plan in a conversation; undefined where the plan is over. */
export function planned(plan: Plan, glimpse: Glimpse, samples: Samples): Action | undefined {
  const reading = readingOf(glimpse.transcript)
  const turn = plan[reading.turns]
  if (turn === undefined) return undefined
  if (turn.kind === 'say' && turn.source.of === 'body') {
    return { content: withBody(samples(glimpse.transcript), turn.source.text) }
  }
  if (turn.kind === 'say') return { content: inForm(turn.form, textFrom(turn.source, reading)) }
  if (turn.kind === 'sample') return sampledCalls(samples(glimpse.transcript), turn.index)
  const tool = glimpse.tools.find(({ function: { name } }) => name === turn.tool)
  const given: Record<string, Json> = {}
  for (const [name, schema] of tool === undefined ? [] : parametersOf(tool)) {
    const filling = turn.fillings[name]
    if (filling === undefined) continue
    given[name] =
      filling.as === 'members' ? membersFor(schema, reading.answers) : filled(filling, reading)
  }
  const content =
    turn.said === null ? '' : inForm(turn.said.form, textFrom(turn.said.source, reading))
  return { content, tool_calls: [callOf(turn.tool, given as JsonObject, reading.turns)] }
}

const TEXT_MAX = 900

const filled = (filling: Exclude<Filling, { as: 'members' }>, reading: Reading): Json =>
  filling.as === 'value'
    ? filling.value
    : inForm(filling.form, textFrom(filling.source, reading)).slice(0, TEXT_MAX)

/** Calls alone: what a sampled turn says would be an answer of somebody who read the task. */
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
  const said = samples.map((action) => ('text' in action ? '' : (action.content ?? '')))
  const answer = said.find((text) => PROGRAM.test(text))
  return answer?.replace(PROGRAM, (_, names = '') => `{${names} ${body}}`) ?? body
}

function textFrom(source: Source, reading: Reading): string {
  switch (source.of) {
    case 'constant':
    case 'body':
      return source.text
    case 'span':
      return spansOf(source.kind, placeIn(reading, source.where)).at(source.index) ?? ''
    case 'all':
      return spansOf(source.kind, placeIn(reading, source.where)).join(', ')
    case 'member': {
      const value = memberNamed(reading.answers, source.key, source.index) ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
}

function placeIn({ question, prompt, answers }: Reading, where: Place): string {
  if (where === 'question') return question
  if (where === 'prompt') return prompt
  return where === 'last' ? (answers.at(-1) ?? '') : answers.join('\n')
}

/** A plan in a line, for reports. */
export const planText = (plan: Plan): string =>
  plan.length === 0 ? 'stop at once' : plan.map(turnText).join(' · ')

function turnText(turn: PlannedTurn): string {
  if (turn.kind === 'sample') return `sampled call ${turn.index}`
  if (turn.kind === 'say') return `say ${turn.form} ${sourceText(turn.source)}`
  const given = Object.entries(turn.fillings).map(
    ([name, filling]) => `${name}: ${inWords(filling)}`,
  )
  const said = turn.said === null ? '' : ` saying ${turn.said.form} ${sourceText(turn.said.source)}`
  return `${turn.tool}(${given.join(', ')})${said}`
}

function inWords(filling: Filling): string {
  if (filling.as === 'members') return 'what was answered'
  return filling.as === 'value' ? JSON.stringify(filling.value) : sourceText(filling.source)
}

function sourceText(source: Source): string {
  if (source.of === 'constant') return JSON.stringify(source.text.slice(0, 60))
  if (source.of === 'body') return `program of ${JSON.stringify(source.text)}`
  if (source.of === 'member') return `"${source.key}" ${source.index} of the answers`
  const which = source.of === 'all' ? 'every' : `no. ${source.index}`
  return `${which} ${source.kind} of ${source.where}`
}
