import { z } from 'zod'
import { type Answer, answerCall } from '../sim/phone/answer-call.ts'
import { isTime } from '../sim/phone/clock/time.ts'
import { EXACT, type Ringing, type Values, type VerdictKind } from '../sim/phone/csr.ts'
import { fieldNamed } from '../sim/phone/fields.ts'
import { sayConnected, stageOf } from '../sim/phone/hear-call.ts'
import type { SlotValues } from '../sim/phone/records/rows.ts'
import { checkReworded, type RewordProblem, rewordRequest } from '../sim/phone/reword.ts'
import type { Offer } from '../sim/phone/settling/offers.ts'
import type { Settling } from '../sim/phone/settling/settled.ts'
import { lineCalled, type NumberForm } from '../sim/phone/short-numbers.ts'
import { FIELDS, type Field } from '../sim/phone/tables/fields.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import type { RandomStream } from '../sim/random.ts'
import type { EffectAnswer, EffectFailure, Effectful, EffectRequest } from './effect.ts'
import { wordsOf } from './model-words.ts'
import type { Tool } from './tool.ts'

const REQUEST_MAX = 1000
const VALUE_MAX = 200
const MEMBERS_MAX = 40

const value = z.union([z.string().max(VALUE_MAX), z.number(), z.null()])

const authInfo = z
  .record(z.string(), value)
  .refine((given) => Object.keys(given).length <= MEMBERS_MAX, `at most ${MEMBERS_MAX} members`)
  .meta({
    description: "The customer's details, by field name, exactly as the customer gave them.",
    properties: Object.fromEntries(FIELDS.map((field) => [field, { type: 'string' }])),
    propertyNames: undefined,
    additionalProperties: false,
  })

const referenceNumber = z
  .union([z.string().max(VALUE_MAX), z.null()])
  .optional()
  .meta({ type: 'string', anyOf: undefined })
  .describe('A reference number that another department gave you, if there is one.')

/** What may be given on the phone besides words. */
export const GIVEN = { auth_info: authInfo, reference_number: referenceNumber }

const parameters = z.object({
  phone_number: z.string().max(40).describe('The number of the department, from the directory.'),
  request: z
    .string()
    .max(REQUEST_MAX, `at most ${REQUEST_MAX} characters`)
    .describe('What you want this department to do for the customer, in plain words.'),
  ...GIVEN,
})

/** The same where there is a clock. */
const timedParameters = parameters.extend({
  when: z
    .union([
      z.string().max(VALUE_MAX).refine(isTime, 'a time such as "14:30" or "Tue 9:00"'),
      z.null(),
    ])
    .optional()
    .meta({ type: 'string', anyOf: undefined })
    .describe('When to call, such as "14:30" or "Tue 9:00": you wait until then. Now if left out.'),
})

export type CallArguments = z.infer<typeof parameters>
export type TimedCallArguments = z.infer<typeof timedParameters>

/** What the caller says, and to whom. */
export type Spoken = Pick<Ringing, 'line' | 'request' | 'given' | 'referenceNumber'>

/** What an answer on the phone needs of the episode. */
export interface AnswerScene {
  readonly world: PhoneWorld
  readonly random: RandomStream
  /** The chat profile that words what is said; null for the sentences of the rules. */
  readonly profile: string | null
}

/** What a call needs of the episode. */
export interface CallScene extends AnswerScene {
  /** Under which numbers departments answer. */
  readonly numbers: NumberForm
  /** Adds how the episode stands for the department that answers. */
  ringing(spoken: Spoken): Ringing
}

/** How a call ended; without a line the number is not in service. */
export interface CallOutcome {
  readonly kind: VerdictKind | 'not_in_service'
  readonly content: string
  readonly department?: string
  /** The reference number that was given out, on `done`. */
  readonly reference?: string
  /** How many wrong values were given. */
  readonly wrong?: number
  /** Whether the department takes no further calls. */
  readonly held?: boolean
  /** What was said of the wish, on `done`. */
  readonly slots?: SlotValues
  /** Where the line stays open: who waits for what. */
  readonly open?: Answer['open']
  /** What the caller has accepted on this line; null for nothing. */
  readonly accepted?: Offer | null
  /** What was said on this line so far, this time included. */
  readonly spoken?: Pick<Spoken, 'request' | 'given' | 'referenceNumber'>
  /** Where a model was asked for the words: whose were taken, and why not the model's. */
  readonly wording?: Wording
}

export interface Wording {
  readonly worded_by: 'model' | 'rule'
  /** Why the model's words were not taken; null if they were. */
  readonly problem: RewordProblem | EffectFailure | null
}

/** Calls a department, states the request and gives the details it may ask for. */
export const phoneCall = {
  name: 'phone_call',
  description:
    'Calls a department, states a request and passes on details of the customer. The employee ' +
    'checks, in this order, that the request belongs there, that other departments which must ' +
    'come first were called, and that all details they want were given. After a second wrong ' +
    'detail, that department takes no further calls in this conversation.',
  parameters,
  run: (args: CallArguments, scene: CallScene): Effectful<CallOutcome> => {
    const line = lineCalled(scene.world, args.phone_number, scene.numbers)
    if (line === undefined) {
      const content = `The number ${args.phone_number} is not in service.`
      return { kind: 'not_in_service', content }
    }
    const ringing = scene.ringing({
      line,
      request: args.request,
      given: readGiven(args.auth_info),
      referenceNumber: args.reference_number ?? '',
    })
    return answered(ringing, scene)
  },
} satisfies Tool<CallArguments, CallScene, CallOutcome>

/** The same where a call may be put off. */
export const timedPhoneCall = {
  ...phoneCall,
  parameters: timedParameters,
} satisfies Tool<CallArguments, CallScene, CallOutcome>

/** What the department answers, in the words of the rules or of a model. */
export function answered(ringing: Ringing, scene: AnswerScene): Effectful<CallOutcome> {
  const { line, request, given, referenceNumber, reference, settling } = ringing
  const answer = answerCall(ringing, scene.random)
  const { kind, lines, wrong = 0, held = false, slots, open } = answer
  const outcome: CallOutcome = {
    kind,
    content: said(ringing, answer, lines),
    department: line.department.id,
    wrong,
    held,
    spoken: { request, given, referenceNumber },
    ...(settling === undefined ? {} : { accepted: acceptedIn(settling) }),
    ...(kind === 'done' ? { reference } : {}),
    ...(kind === 'done' && slots !== undefined ? { slots } : {}),
    ...(open === undefined ? {} : { open }),
  }
  const { profile } = scene
  return profile === null || EXACT.has(kind)
    ? outcome
    : reword(outcome, answer, ringing, scene, profile)
}

const acceptedIn = ({ settled, offer }: Settling): Offer | null =>
  settled.offer === 'accepted' ? offer : null

/** What the caller hears, a line for each thing that was said; then whether the line is open. */
function said(
  { line: { company, department }, talk }: Ringing,
  { greeting, goodbye, open }: Answer,
  lines: readonly string[],
): string {
  const connected = sayConnected({ department: department.name, company: company.name })
  const begun = greeting === '' ? [] : [connected, greeting]
  const stage = talk === undefined ? [] : [stageOf(open !== undefined)]
  return [...begun, ...lines, ...goodbye, ...stage].join('\n')
}

/**
 * The same call in a model's words, between the greeting and the goodbye of the rules. What the
 * call comes to is decided already; where the words lose or add a fact, or there are none, the
 * sentences of the rules stand.
 */
function* reword(
  outcome: CallOutcome,
  answer: Answer,
  ringing: Ringing,
  { world, random }: AnswerScene,
  profile: string,
): Generator<EffectRequest, CallOutcome, EffectAnswer> {
  const { lines, style } = answer
  const { line } = ringing
  const input = rewordRequest(line, style, lines, random)
  const worded = yield { kind: 'chat', profile, input }
  const byRule = (problem: Wording['problem']): CallOutcome => ({
    ...outcome,
    wording: { worded_by: 'rule', problem },
  })
  if (worded.status === 'failed') return byRule(worded.reason)
  const checked = checkReworded(world, line, lines, wordsOf(worded))
  if (checked.status === 'refused') return byRule(checked.problem)
  const wording: Wording = { worded_by: 'model', problem: null }
  return { ...outcome, content: said(ringing, answer, [checked.line]), wording }
}

/** Details by field; members that name no field are no details and are passed over. */
export function readGiven(given: CallArguments['auth_info'] = {}): Values {
  const values: Partial<Record<Field, string>> = {}
  for (const [name, detail] of Object.entries(given)) {
    const field = fieldNamed(name)
    if (field === undefined || detail === null) continue
    values[field] = String(detail)
  }
  return values
}
