import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'

const schema = z.record(z.string(), z.json())

/** What a model may call of a foreign environment. */
const tool = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/),
  description: z.string(),
  parameters: schema,
})

/**
 * A foreign environment as it is played through here: what it said of itself when it was first
 * asked, and what the config says of it. It stands in logs, so that they can be read without it;
 * no address and no key is in it.
 */
export const foreignSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/, 'must be like word-game-v1'),
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(2_000),
  /** What a model is told before the first observation; empty for nothing. */
  instructions: z.string().max(20_000),
  /** `action`: one tool makes the whole action. `calls`: each tool is one of the environment's. */
  kind: z.enum(['action', 'calls']),
  tools: z.array(tool).min(1).max(64),
  /** The one member that a turn without a call is; null where there is no such member. */
  text_member: z.string().nullable(),
  /** Members of every reset. */
  reset: schema,
  /** The member of a reset that a task's number is told by; null: resets are all alike. */
  seed_member: z.string().nullable(),
  splits: z.record(z.string(), z.strictObject({ count: z.int().min(1), first: z.int().min(0) })),
  turns_max: z.int().min(1).max(1_000),
  /** Thousandths: what the sum of rewards is kept within, and from where on it is a success. */
  reward: z.strictObject({
    minimum: z.int().max(0),
    maximum: z.int().min(0),
    success: z.int(),
  }),
  /** Members of observations that models are not shown. */
  hidden: z.array(z.string()),
  /** Members that differ between two plays of the same: they are not compared. */
  volatile: z.array(z.string()),
})
export type Foreign = z.infer<typeof foreignSchema>

/** The world of a foreign environment, as stores and logs have it. */
export const foreignWorldSchema = z.strictObject({
  kind: z.literal('openenv'),
  format: z.literal(1),
  description: foreignSchema,
})
export type ForeignWorld = z.infer<typeof foreignWorldSchema>

/** The description that a recorded world holds, or undefined if it is another environment's. */
export function foreignIn(world: JsonObject): Foreign | undefined {
  if (world.kind !== 'openenv') return undefined
  const read = foreignWorldSchema.safeParse(world)
  return read.success ? read.data.description : undefined
}
