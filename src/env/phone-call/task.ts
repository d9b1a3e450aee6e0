import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import { WISH_SETS } from '../../sim/phone/businesses.ts'
import { LISTINGS, type ListingForm } from '../../sim/phone/listing.ts'
import { RECORDS, type Records } from '../../sim/phone/opening.ts'
import { SPEECH_STYLES } from '../../sim/phone/people/employees.ts'
import { PRONOUNS } from '../../sim/phone/people/names.ts'
import { NUMBER_FORMS } from '../../sim/phone/short-numbers.ts'
import { PERSONAS } from '../../sim/phone/tables/customers.ts'
import { DEPARTMENT_KINDS } from '../../sim/phone/tables/departments.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { INDUSTRIES } from '../../sim/phone/tables/industries.ts'
import { TABLES, type TableName } from '../../sim/phone/tables/records.ts'
import { TRAITS } from '../../sim/phone/tables/traits.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { Company, PhoneWorld } from '../../sim/phone/world.ts'
import type { Context } from '../environment.ts'
import { profileName } from '../profile-name.ts'

const field = z.enum(FIELDS)
const seed = z.int().min(0)

/** Companies had no trait before departments asked by risk, and nobody before people had names. */
const OLDER = 'made by an older generator; make the data anew with: backchannel generate'

const employeeSchema = z.object({
  first: z.string(),
  last: z.string(),
  pronoun: z.enum(PRONOUNS),
  style: z.enum(SPEECH_STYLES),
})

const departmentSchema = z.object({
  id: z.string(),
  kind: z.enum(DEPARTMENT_KINDS),
  name: z.string(),
  phone_number: z.string(),
  description: z.string(),
  services: z.array(z.string()),
  opening_hours: z.string(),
  line: z.enum(['person', 'automated']),
  hidden: z.object({
    employees: z.array(employeeSchema, { error: OLDER }).min(1),
    wants: z.record(
      z.string(),
      z.object({ required: z.array(field), alternatives: z.partialRecord(field, field) }),
    ),
    extra: z.literal([0, 1, 2]),
    after: z.array(z.string()),
    reference_from: z.string().nullable(),
  }),
})

/** A company as it is stored and shipped. */
export const companySchema = z.object({
  id: z.string(),
  name: z.string(),
  industry: z.enum(INDUSTRIES),
  half: z.enum(['known', 'unseen']),
  departments: z.array(departmentSchema).min(1),
  trait: z.enum(TRAITS, { error: OLDER }),
  hidden: z.object({
    quirks: z.object({
      own_number: z.boolean(),
      other_proof: z.literal([0, 1, 2]),
      caution: z.literal([-1, 0, 1]),
    }),
    conventions: seed.optional(),
    wishes: z.enum(WISH_SETS).optional(),
  }),
}) as unknown as z.ZodType<Company>

/** The world of a data set: all its companies. */
export const worldSchema = z.object({
  format: z.literal(2),
  seed,
  companies: z.array(companySchema),
}) as unknown as z.ZodType<PhoneWorld>

const item = z.union([z.string(), z.int()])
const cell = z.union([item, z.array(item)])

/** A task as it is stored and shipped, hidden facts included. */
export const taskSchema = z.object({
  id: z.string(),
  split: z.string(),
  index: z.int().min(0),
  seed,
  difficulty: z.int().min(1).max(5),
  company: z.string(),
  goal: z.string(),
  goals: z
    .array(
      z.object({
        business: z.string(),
        department: z.string(),
        slots: z.record(z.string(), z.union([z.string(), z.int()]), { error: OLDER }),
      }),
    )
    .min(1),
  required_calls: z.array(z.string()).min(1).max(5),
  customer: z.object({
    persona: z.enum(PERSONAS),
    patience: z.int().min(1),
    values: z.record(field, z.string()),
    missing: z.array(field),
    mentions: field.nullable(),
    tells: field.nullable(),
  }),
  file: z.partialRecord(
    z.enum(Object.keys(TABLES) as [TableName, ...TableName[]]),
    z.array(z.record(z.string(), cell)),
    { error: OLDER },
  ),
  also_required: z.array(z.object({ department: z.string(), fields: z.array(field) })).optional(),
}) as unknown as z.ZodType<PhoneTask>

export const REWARD_PROFILES = ['standard', 'ladder'] as const
const CSR_SOURCES = ['rule', 'model'] as const
const PROMPTS = ['full', 'short'] as const
const CUSTOMERS = ['form', 'dialogue'] as const
const CONVERSATIONS = ['off', 'on'] as const
const PAGES = ['off', 'on'] as const
const CLOCKS = ['off', 'on'] as const
/** Leaves a setting to the level of the task. */
const AUTO = 'auto'

/** What a client may set per episode. */
export const settingsSchema = z.strictObject({
  reward_profile: z
    .enum(REWARD_PROFILES)
    .default('standard')
    .describe(
      'standard: work done less penalties. ladder: a fixed reward per stage reached, for ' +
        'comparison only; it can be exploited, since it pays for gestures and forgives waste.',
    ),
  csr_source: z
    .enum(CSR_SOURCES)
    .default('rule')
    .describe(
      'Who words what employees say. rule: built-in sentences. model: the chat server of ' +
        '`csr_profile`; where its words lose or add a fact, the built-in sentences stand.',
    ),
  csr_profile: profileName
    .default('csr')
    .describe('A chat profile of the server’s configuration; only with the source `model`.'),
  prompt: z
    .enum(PROMPTS)
    .default('full')
    .describe('short: the rules in fewer words, and the fields of the form listed once.'),
  directory: z
    .enum(LISTINGS)
    .default('full')
    .describe('compact: a line for each department (name, number, what it does), no hours.'),
  numbers: z
    .enum(NUMBER_FORMS)
    .default('full')
    .describe('short: extensions of four digits, and details of the customer cut to four or so.'),
  records: z
    .enum([...RECORDS, AUTO])
    .default('calls')
    .describe(
      'strict: the customer says all that decides how a wish is to be fulfilled, a request must ' +
        'say it too, and the records must be right in the end. calls: a call that is done ' +
        'counts. auto: strict.',
    ),
  customer: z
    .enum([...CUSTOMERS, AUTO])
    .default('form')
    .describe(
      'form: the customer fills in one form before the first call. dialogue: the customer can be ' +
        'asked at any time, until they have been asked too much. auto: dialogue from level 4.',
    ),
  conversation: z
    .enum([...CONVERSATIONS, AUTO])
    .default('off')
    .describe(
      'off: each call is one request and its answer. on: employees ask and wait for answers on ' +
        'the open line. auto: on from level 3.',
    ),
  page: z
    .enum([...PAGES, AUTO])
    .default('off')
    .describe(
      'on: the agent works for a house, whose rules stand in the prompt and are checked. ' +
        'auto: on from level 4.',
    ),
  clock: z
    .enum([...CLOCKS, AUTO])
    .default('off')
    .describe(
      'on: time passes. Departments answer in their opening hours only, and there may be queues; ' +
        'a call may be put off to a better time. auto: on from level 3.',
    ),
}) as z.ZodType<Settings>

export interface Settings extends ListingForm {
  readonly reward_profile: (typeof REWARD_PROFILES)[number]
  readonly csr_source: (typeof CSR_SOURCES)[number]
  readonly csr_profile: string
  readonly prompt: (typeof PROMPTS)[number]
  readonly records: Records
  readonly customer: (typeof CUSTOMERS)[number]
  readonly conversation: (typeof CONVERSATIONS)[number]
  readonly page: (typeof PAGES)[number]
  readonly clock: (typeof CLOCKS)[number]
}

/** What the functions of this world may look at besides their state. */
export type PhoneContext = Context<PhoneTask, PhoneWorld, Settings>

type ByLevel = Pick<Settings, 'customer' | 'conversation' | 'page' | 'records' | 'clock'>

const CALLS: ByLevel = {
  customer: 'form',
  conversation: 'off',
  page: 'off',
  clock: 'off',
  records: 'strict',
}
const LINES: ByLevel = { ...CALLS, conversation: 'on', clock: 'on' }
const PEOPLE: ByLevel = { ...LINES, customer: 'dialogue', page: 'on' }

/** What `auto` comes to: calls first, then open lines, then people and rules. */
const AUTO_FROM_LEVEL: readonly { readonly from: number; readonly are: ByLevel }[] = [
  { from: 4, are: PEOPLE },
  { from: 3, are: LINES },
  { from: 1, are: CALLS },
]

/** The settings of an episode on a task of this level. */
export function settingsAt(asked: Settings, { difficulty }: PhoneTask): Settings {
  const auto = AUTO_FROM_LEVEL.find(({ from }) => difficulty >= from)?.are
  const members = Object.entries(asked).map(([name, value]) => [
    name,
    value === AUTO ? auto?.[name as keyof ByLevel] : value,
  ])
  return Object.fromEntries(members) as unknown as Settings
}

/** The chat profiles that an episode with these settings asks. */
export const profilesOf = ({ csr_source, csr_profile }: Settings): readonly string[] =>
  csr_source === 'model' ? [csr_profile] : []

/** What may be listed of a task: nothing that the opening message does not say. */
export const publicTask = (task: PhoneTask): JsonObject => ({
  id: task.id,
  split: task.split,
  index: task.index,
  difficulty: task.difficulty,
  company: task.company,
  goal: task.goal,
})
