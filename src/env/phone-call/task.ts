import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import { TEXT_LENGTHS, type Texts } from '../../sim/phone/listing.ts'
import { SPEECH_STYLES } from '../../sim/phone/people/employees.ts'
import { PRONOUNS } from '../../sim/phone/people/names.ts'
import { PERSONAS } from '../../sim/phone/tables/customers.ts'
import { DEPARTMENT_KINDS } from '../../sim/phone/tables/departments.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { INDUSTRIES } from '../../sim/phone/tables/industries.ts'
import { TRAITS } from '../../sim/phone/tables/traits.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { Company, PhoneWorld } from '../../sim/phone/world.ts'
import type { Context } from '../environment.ts'
import { profileName } from '../profile-name.ts'

const field = z.enum(FIELDS)
const seed = z.int().min(0)

/** Older data has no traits of companies and no names of employees. */
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
  }),
}) as unknown as z.ZodType<Company>

/** The world of a data set: all its companies. */
export const worldSchema = z.object({
  format: z.literal(2),
  seed,
  companies: z.array(companySchema),
}) as unknown as z.ZodType<PhoneWorld>

/** A task as it is stored and shipped, hidden facts included. */
export const taskSchema = z.object({
  id: z.string(),
  split: z.string(),
  index: z.int().min(0),
  seed,
  difficulty: z.int().min(1).max(5),
  company: z.string(),
  goal: z.string().describe('What the customer wants at the stage `seed`.'),
  goals: z
    .array(
      z.object({
        service: z.string(),
        department: z.string(),
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
  also_required: z.array(z.object({ department: z.string(), fields: z.array(field) })).optional(),
}) as unknown as z.ZodType<PhoneTask>

export const STAGES = ['seed', 'curriculum', 'full'] as const
const REWARD_PROFILES = ['standard', 'ladder'] as const
const CSR_SOURCES = ['rule', 'model'] as const

/** The settings of an episode. */
export const settingsSchema = z.strictObject({
  stage: z
    .enum(STAGES)
    .default('seed')
    .describe(
      'What the world has. seed: one form before the first call, and calls that name all that ' +
        'is missing. curriculum: talks with customers and departments, and more of everything ' +
        'with each level. full: everything at every level.',
    ),
  texts: z
    .enum(TEXT_LENGTHS)
    .default('full')
    .describe(
      'compact: fewer words in the prompt and the directory, extensions of four digits, and ' +
        'details of the customer cut to four characters or so.',
    ),
  reward_profile: z
    .enum(REWARD_PROFILES)
    .default('standard')
    .describe(
      'standard: work done less penalties. ladder: a fixed reward per stage reached, for ' +
        'comparison only; it can be exploited, because it pays for calls that achieve nothing.',
    ),
  csr_source: z
    .enum(CSR_SOURCES)
    .default('rule')
    .describe(
      'The source of the sentences of employees. rule: built-in. model: the chat server of ' +
        '`csr_profile`; a sentence that loses or adds a fact is replaced by the built-in one.',
    ),
  csr_profile: profileName
    .default('csr')
    .describe('A chat profile of the server’s configuration; only with the source `model`.'),
})

export interface Settings {
  readonly stage: (typeof STAGES)[number]
  readonly texts: Texts
  readonly reward_profile: (typeof REWARD_PROFILES)[number]
  readonly csr_source: (typeof CSR_SOURCES)[number]
  readonly csr_profile: string
}

/** The context of this world's functions besides the state. */
export type PhoneContext = Context<PhoneTask, PhoneWorld, Settings>

/** The chat profiles that an episode with these settings uses. */
export const listProfiles = ({ csr_source, csr_profile }: Settings): readonly string[] =>
  csr_source === 'model' ? [csr_profile] : []

/**
 * What may be listed of a task: nothing that the opening message does not say. Only the stage
 * `seed` has the task's own company and goal; the other stages draw theirs.
 */
export const publicTask = (
  { company, goal }: PhoneTask,
  { stage = 'seed' }: JsonObject = {},
): JsonObject => (stage === 'seed' ? { company, goal } : {})
