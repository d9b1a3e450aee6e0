import { z } from 'zod'
import { answerCall, type Ringing, type Values, type VerdictKind } from '../sim/phone/csr.ts'
import { fieldNamed } from '../sim/phone/fields.ts'
import { FIELDS, type Field } from '../sim/phone/tables/fields.ts'
import { lineAt, type PhoneWorld } from '../sim/phone/world.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Tool } from './tool.ts'

const REQUEST_MAX = 1000
const VALUE_MAX = 200
const MEMBERS_MAX = 40

const value = z.union([z.string().max(VALUE_MAX), z.number(), z.null()])

const parameters = z.object({
  phone_number: z.string().max(40).describe('The number of the department, from the directory.'),
  request: z
    .string()
    .max(REQUEST_MAX, `at most ${REQUEST_MAX} characters`)
    .describe('What you want this department to do for the customer, in plain words.'),
  auth_info: z
    .record(z.string(), value)
    .refine((given) => Object.keys(given).length <= MEMBERS_MAX, `at most ${MEMBERS_MAX} members`)
    .meta({
      description: "The customer's details, by field name, exactly as the customer gave them.",
      properties: Object.fromEntries(FIELDS.map((field) => [field, { type: 'string' }])),
      propertyNames: undefined,
      additionalProperties: false,
    }),
  reference_number: z
    .union([z.string().max(VALUE_MAX), z.null()])
    .optional()
    .meta({ type: 'string', anyOf: undefined })
    .describe('A reference number that another department gave you, if there is one.'),
})

export type CallArguments = z.infer<typeof parameters>

/** What the caller says, and to whom. */
export type Spoken = Pick<Ringing, 'line' | 'request' | 'given' | 'referenceNumber'>

/** What a call needs of the episode. */
export interface CallScene {
  readonly world: PhoneWorld
  readonly random: RandomStream
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
}

/** Calls a department, states the request and gives the details it may ask for. */
export const phoneCall = {
  name: 'phone_call',
  description:
    'Calls a department, states a request and passes on details of the customer. The employee ' +
    'checks, in this order, that the request belongs there, that other departments which must ' +
    'come first were called, and that all details they want were given. After details that are ' +
    'missing or wrong, that department takes no further calls in this conversation.',
  parameters,
  run: (args: CallArguments, scene: CallScene): CallOutcome => {
    const line = lineAt(scene.world, args.phone_number)
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
    const { kind, lines } = answerCall(ringing, scene.random)
    const { company, department } = line
    const content = [`Connected to ${department.name} at ${company.name}.`, ...lines].join('\n')
    const outcome = { kind, content, department: department.id }
    return kind === 'done' ? { ...outcome, reference: ringing.reference } : outcome
  },
} satisfies Tool<CallArguments, CallScene, CallOutcome>

/** Details by field; members that name no field are no details and are passed over. */
function readGiven(given: CallArguments['auth_info']): Values {
  const values: Partial<Record<Field, string>> = {}
  for (const [name, detail] of Object.entries(given)) {
    const field = fieldNamed(name)
    if (field === undefined || detail === null) continue
    values[field] = String(detail)
  }
  return values
}
