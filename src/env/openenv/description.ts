import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'

const schema = z.record(z.string(), z.json())

/** The tools of a foreign environment. */
const tool = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/),
  description: z.string(),
  parameters: schema,
})

/**
 * The description of a foreign environment: its own first answer plus the config. Logs contain it,
 * so they can be read without the server. It holds no address and no key.
 */
export const foreignSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/, 'must be like word-game-v1'),
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(2_000),
  /** Text before the first observation. Empty for none. */
  instructions: z.string().max(20_000),
  /** `action`: one tool builds the whole action. `calls`: each tool is an environment tool. */
  kind: z.enum(['action', 'calls']),
  tools: z.array(tool).min(1).max(64),
  /** The member that a turn without a call fills, or null if there is none. */
  text_member: z.string().nullable(),
  /** Members of every reset. */
  reset: schema,
  /** The reset member for the task's index, or null if all resets are the same. */
  seed_member: z.string().nullable(),
  splits: z.record(z.string(), z.strictObject({ count: z.int().min(1), first: z.int().min(0) })),
  turns_max: z.int().min(1).max(1_000),
  /** In thousandths: the bounds of the reward sum, and the threshold of success. */
  reward: z.strictObject({
    minimum: z.int().max(0),
    maximum: z.int().min(0),
    success: z.int(),
  }),
  /** Observation members that are hidden from models. */
  hidden: z.array(z.string()),
  /** Members that may differ between identical plays. They are not compared. */
  volatile: z.array(z.string()),
})
export type Foreign = z.infer<typeof foreignSchema>

/** The world of a foreign environment, as stored in logs. */
export const foreignWorldSchema = z.strictObject({
  kind: z.literal('openenv'),
  format: z.literal(1),
  description: foreignSchema,
})
export type ForeignWorld = z.infer<typeof foreignWorldSchema>

/** The description that a recorded world holds, or undefined if it is another environment's. */
export function foreignIn(world: JsonObject): Foreign | undefined {
  if (world.kind !== 'openenv') return undefined
  const parsed = foreignWorldSchema.safeParse(world)
  return parsed.success ? parsed.data.description : undefined
}
