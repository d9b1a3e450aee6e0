import { z } from 'zod'
import { BASE_URL_RULE, readBaseUrl } from '../../effects/base-url.ts'
import { milliseconds } from './settings.ts'

/** An environment of another OpenEnv server that is played through this server. */
export const foreignWorldSettings = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/, 'must be like word-game-v1'),
  /** Its base address. Addresses occur only in the config. */
  url: z.string().refine((text) => readBaseUrl(text) !== undefined, BASE_URL_RULE),
  /** The environment variable that contains its token. */
  token_env: z.string().min(1).optional(),
  title: z.string().min(1).max(200).optional(),
  description: z.string().min(1).max(2_000).optional(),
  /** The instructions for a model before the first observation. */
  instructions: z.string().max(20_000).default(''),
  /** Members to send with every reset. */
  reset: z.record(z.string(), z.json()).default({}),
  /** The member of a reset that contains the task's index; null if all tasks are alike. */
  seed_member: z.string().min(1).nullable().default('seed'),
  /** The number of tasks in each split. */
  splits: z
    .record(z.string().regex(/^[a-z]{1,32}$/), z.int().min(1).max(1_000_000))
    .default({ train: 1_000, val: 100 }),
  turns_max: z.int().min(1).max(1_000).default(20),
  /** The bounds of the sum of rewards, and the smallest sum that is a success. */
  reward: z
    .strictObject({
      minimum: z.number().min(-1_000_000).max(0).default(-1),
      maximum: z.number().min(0).max(1_000_000).default(1),
      success: z.number().min(-1_000_000).max(1_000_000).default(1),
    })
    .prefault({}),
  /** Members of observations that models must not see, such as the right answer. */
  hidden: z.array(z.string()).max(100).default([]),
  /** Members of observations that differ between two plays of the same actions. */
  volatile: z.array(z.string()).max(100).default([]),
  deadline_ms: milliseconds(10).max(60_000).default(20_000),
  sessions_max: z.int().min(1).max(10_000).default(64),
  idle_ms: milliseconds(100).default(120_000),
})
export type ForeignWorldSettings = z.infer<typeof foreignWorldSettings>
