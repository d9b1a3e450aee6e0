import { z } from 'zod'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { TEXTS, type Texts } from '../../sim/phone-v2/listing.ts'
import type { Context } from '../environment.ts'
import { profileName } from '../profile-name.ts'

export const STAGES = ['seed', 'curriculum', 'full'] as const
const REWARD_PROFILES = ['standard', 'ladder'] as const
const CSR_SOURCES = ['rule', 'model'] as const

/** What a client may set per episode. */
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
    .enum(TEXTS)
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
})

export interface Settings {
  readonly stage: (typeof STAGES)[number]
  readonly texts: Texts
  readonly reward_profile: (typeof REWARD_PROFILES)[number]
  readonly csr_source: (typeof CSR_SOURCES)[number]
  readonly csr_profile: string
}

/** What the functions of this world may look at besides their state. */
export type PhoneContext = Context<PhoneTask, PhoneWorld, Settings>

/** The chat profiles that an episode with these settings asks. */
export const profilesOf = ({ csr_source, csr_profile }: Settings): readonly string[] =>
  csr_source === 'model' ? [csr_profile] : []
