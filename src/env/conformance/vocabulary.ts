import type { Json } from '../../sim/json.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Transcript } from '../message.ts'
import { FORM_NAMES, type Form, wantedForm } from './answer-forms.ts'
import type { AnyTask, Arena } from './arena.ts'
import {
  anyValid,
  isFreeText,
  itemChoices,
  type ParameterSchema,
  parameterKind,
  toolParameters,
} from './arguments.ts'
import { constantsIn } from './constants.ts'
import { edgeValues } from './edges.ts'
import {
  type Filling,
  type Plan,
  type PlannedCall,
  type PlannedTurn,
  TEXT_AREAS,
  type TextSource,
} from './plan.ts'
import { findMembers, SPAN_KINDS } from './spans.ts'
import { EXTREMES } from './tables/extremes.ts'
import { splitTranscript } from './transcript-parts.ts'

/** The parts of plans, from the contract and from conversations that any player can have. */
export interface Vocabulary {
  readonly tools: readonly ToolSchema[]
  /** The form that the prompts ask for, which plans use most often. */
  readonly form: Form
  /** Names in answers that are JSON. */
  readonly keys: readonly string[]
  readonly constants: readonly string[]
  /** Texts of schemas, descriptions, public tasks and the source. */
  readonly knownTexts: readonly string[]
  /** The most turns of a random plan. */
  readonly turnsMax: number
  /** The most turns that the limits of the environment allow. */
  readonly turnsAll: number
}

const COMMON = [
  '',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '10',
  '12',
  '100',
  '1/2',
  'yes',
  'no',
  'A',
  'B',
  'x',
  '1=1',
  '2>1',
  'true',
]
const CONSTANTS_MAX = 80
/** The most turns of a random plan. */
export const PLAN_TURNS_MAX = 12
const INDEX_MAX = 5

/**
 * The vocabulary of conversations with sampled turns.
 *
 * @param tasks whose public parts are known
 */
export function collectVocabulary(
  arena: Arena,
  tasks: readonly AnyTask[],
  transcripts: readonly Transcript[],
  turnsMax: number,
): Vocabulary {
  const { tools } = arena
  const prompts = transcripts.map((transcript) => splitTranscript(transcript).prompt)
  const knownConstants = constantsIn(arena, tasks, prompts)
  const keys = new Set<string>()
  const constants = new Set<string>(COMMON)
  let form: Form = 'bare'
  for (const transcript of transcripts) {
    const { prompt, answers } = splitTranscript(transcript)
    form = wantedForm(prompt)
    for (const answer of answers) for (const { key } of findMembers(answer)) keys.add(key)
    for (const message of transcript) {
      if (message.role !== 'assistant' || constants.size >= CONSTANTS_MAX) continue
      if (message.content !== '' && message.content.length < 200) constants.add(message.content)
    }
  }
  const constantTexts = [...constants]
  const turnsCounted = Math.min(turnsMax, PLAN_TURNS_MAX)
  return {
    tools,
    form,
    keys: [...keys],
    constants: constantTexts,
    knownTexts: knownConstants,
    turnsMax: turnsCounted,
    turnsAll: turnsMax,
  }
}

/** The first plans: every copy as an immediate answer, every tool once, and only samples. */
export function firstPlans(vocabulary: Vocabulary, random: RandomStream): Plan[] {
  const { tools, form, constants, turnsMax } = vocabulary
  const answerPlan = (source: TextSource): Plan => [{ kind: 'say', form, source }]
  const spans = TEXT_AREAS.slice(0, 2).flatMap((area) =>
    SPAN_KINDS.flatMap((kind): TextSource[] => [
      ...[0, 1, -1].map((index): TextSource => ({ origin: 'span', area, kind, index })),
      { origin: 'all', area, kind },
    ]),
  )
  const sampled = Array.from(
    { length: turnsMax },
    (): PlannedTurn => ({ kind: 'sample', index: 0 }),
  )
  return [
    [],
    sampled,
    ...tools.flatMap((tool) =>
      [fullCall(tool), ...partialCalls(tool, random)].map((turn): Plan => {
        return [...sampled.slice(0, 1), turn, ...sampled.slice(2)]
      }),
    ),
    ...spans.map(answerPlan),
    ...constants.map((text) => answerPlan({ origin: 'constant', text })),
    // A prompt that asks for no form does not judge answers.
    ...(form === 'bare' ? [] : extremesIn(form).map(answerPlan)),
  ]
}

/** The extreme answers to prompts that want this form. */
const extremesIn = (form: Form): readonly TextSource[] =>
  form === 'code'
    ? EXTREMES.code.map((text): TextSource => ({ origin: 'body', text }))
    : EXTREMES.text.map((text): TextSource => ({ origin: 'constant', text }))

/** A call of a tool with a value for every parameter. */
export const fullCall = (tool: ToolSchema): PlannedCall => ({
  kind: 'call',
  tool: tool.function.name,
  fillings: Object.fromEntries(
    toolParameters(tool).map(([name, schema]) => [name, fullFilling(name, schema)]),
  ),
  text: null,
})

const SOME_CHOICES = 24

/** Calls of a tool with random items in its lists; none for tools without a list. */
function partialCalls(tool: ToolSchema, random: RandomStream): PlannedTurn[] {
  const call = fullCall(tool)
  const lists = toolParameters(tool).filter(([, schema]) => itemChoices(schema).length > 0)
  if (lists.length === 0) return []
  return Array.from({ length: SOME_CHOICES }, (): PlannedTurn => {
    const some = lists.map(([name, schema]): readonly [string, Filling] => {
      return [name, { kind: 'value', value: anyChoices(schema, random) }]
    })
    return { ...call, fillings: { ...call.fillings, ...Object.fromEntries(some) } }
  })
}

function fullFilling(name: string, schema: ParameterSchema): Filling {
  const kind = parameterKind(schema)
  if (kind === 'list') return { kind: 'value', value: itemChoices(schema) }
  if (kind === 'object') return { kind: 'members' }
  if (isFreeText(schema))
    return { kind: 'text', form: 'bare', source: { origin: 'member', key: name, index: 0 } }
  return { kind: 'value', value: anyValid(schema) }
}

/** A random turn. */
export function anyTurn(vocabulary: Vocabulary, random: RandomStream): PlannedTurn {
  const { tools } = vocabulary
  const kind = random.weighted(['say', 'call', 'sample'] as const, [
    3,
    tools.length > 0 ? 5 : 0.01,
    2,
  ])
  if (kind === 'sample') return { kind, index: random.integer(0, 2) }
  if (kind === 'say' || tools.length === 0) return { kind: 'say', ...anyText(vocabulary, random) }
  const tool = random.pick(tools)
  const fillings: Record<string, Filling> = {}
  for (const [name, schema] of toolParameters(tool)) {
    const isRequired =
      (tool.function.parameters as ParameterSchema).required?.includes(name) === true
    if (!isRequired && random.chance(0.5)) continue
    fillings[name] = anyFilling(name, schema, vocabulary, random)
  }
  const text = random.chance(0.5) ? anyText(vocabulary, random) : null
  return { kind: 'call', tool: tool.function.name, fillings, text }
}

const anyText = (vocabulary: Vocabulary, random: RandomStream) => ({
  form: random.chance(0.7) ? vocabulary.form : random.pick(FORM_NAMES),
  source: anySource(vocabulary, random),
})

export function anySource({ form, keys, constants }: Vocabulary, random: RandomStream): TextSource {
  const origin = random.weighted(['constant', 'span', 'all', 'member', 'extreme'] as const, [
    2,
    5,
    1,
    keys.length > 0 ? 2 : 0.01,
    0.5,
  ])
  if (origin === 'extreme') return random.pick(extremesIn(form))
  if (origin === 'constant') return { origin, text: random.pick(constants) }
  const index = random.chance(0.2) ? -1 : random.integer(0, INDEX_MAX)
  if (origin === 'member') return { origin, key: keys.length > 0 ? random.pick(keys) : '', index }
  const [area, kind] = [random.pick(TEXT_AREAS), random.pick(SPAN_KINDS)]
  return origin === 'all' ? { origin, area, kind } : { origin, area, kind, index }
}

export function anyFilling(
  name: string,
  schema: ParameterSchema,
  vocabulary: Vocabulary,
  random: RandomStream,
): Filling {
  const kind = parameterKind(schema)
  if (kind === 'list') return { kind: 'value', value: anyChoices(schema, random) }
  if (kind === 'object') return { kind: 'members' }
  if (kind === 'number') return anyNumber(schema, vocabulary, random)
  if (kind === 'flag') return { kind: 'value', value: random.chance(0.5) }
  if (vocabulary.keys.includes(name) && random.chance(0.6)) {
    const source: TextSource = { origin: 'member', key: name, index: random.integer(0, INDEX_MAX) }
    return { kind: 'text', form: 'bare', source }
  }
  const form = random.chance(0.6) ? 'bare' : vocabulary.form
  return { kind: 'text', form, source: anySource(vocabulary, random) }
}

const NUMBER_KINDS = ['number', 'digits', 'count'] as const

function anyNumber(
  schema: ParameterSchema,
  { knownTexts: known }: Vocabulary,
  random: RandomStream,
): Filling {
  const value = random.pick(edgeValues(schema, known))
  if (random.chance(0.5)) return { kind: 'value', value }
  const [area, kind] = [random.pick(TEXT_AREAS), random.pick(NUMBER_KINDS)]
  const index = random.chance(0.3) ? -1 : random.integer(0, INDEX_MAX)
  return { kind: 'number', source: { origin: 'span', area, kind, index } }
}

function anyChoices(schema: ParameterSchema, random: RandomStream): Json {
  const choices = itemChoices(schema)
  if (choices.length === 0) return []
  return random.sample(choices, random.integer(1, Math.min(6, choices.length)))
}
