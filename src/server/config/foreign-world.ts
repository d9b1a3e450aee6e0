import { z } from 'zod'
import { BASE_URL_RULE, readBaseUrl } from '../../effects/base-url.ts'
import { milliseconds } from './settings.ts'

/** An environment of another OpenEnv server that is played through this one. */
export const foreignWorldSettings = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/, 'must be like word-game-v1'),
  /** Its base address there: only here do addresses occur. */
  url: z.string().refine((text) => readBaseUrl(text) !== undefined, BASE_URL_RULE),
  /** The environment variable with its token. */
  token_env: z.string().min(1).optional(),
  title: z.string().min(1).max(200).optional(),
  description: z.string().min(1).max(2_000).optional(),
  /** What a model is told before the first observation. */
  instructions: z.string().max(20_000).default(''),
  /** Members of every reset. */
  reset: z.record(z.string(), z.json()).default({}),
  /** The member of a reset that tells the number of a task; null: all are alike. */
  seed_member: z.string().min(1).nullable().default('seed'),
  /** How many tasks each split has. */
  splits: z
    .record(z.string().regex(/^[a-z]{1,32}$/), z.int().min(1).max(1_000_000))
    .default({ train: 1_000, val: 100 }),
  turns_max: z.int().min(1).max(1_000).default(20),
  /** What the sum of rewards is kept within, and from where on it is a success. */
  reward: z
    .strictObject({
      minimum: z.number().min(-1_000_000).max(0).default(-1),
      maximum: z.number().min(0).max(1_000_000).default(1),
      success: z.number().min(-1_000_000).max(1_000_000).default(1),
    })
    .prefault({}),
  /** Members of observations that models are not shown, such as the right answer. */
  hidden: z.array(z.string()).max(100).default([]),
  /** Members of observations that differ between two plays of the same. */
  volatile: z.array(z.string()).max(100).default([]),
  deadline_ms: milliseconds(10).max(60_000).default(20_000),
  sessions_max: z.int().min(1).max(10_000).default(64),
  idle_ms: milliseconds(100).default(120_000),
})
export type ForeignWorldSettings = z.infer<typeof foreignWorldSettings>
