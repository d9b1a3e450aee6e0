import { z } from 'zod'

/** The requests of ORS clients. Unknown members are refused, as ORS's own server does. */

const split = z.string()
const anything = z.record(z.string(), z.unknown())

/**
 * Environment variables for a container. This server has no containers, so the list must be empty.
 */
export const createSession = z.strictObject({ env: z.strictObject({}).nullish() })

export const create = z
  .strictObject({
    env_name: z.string().nullish(),
    task_spec: anything.nullish(),
    split: split.nullish(),
    index: z.int().min(0).nullish(),
    toolset_name: z.null().optional(),
  })
  .refine((value) => (value.task_spec == null) === (value.split != null && value.index != null), {
    message: 'give either task_spec, or split and index',
  })

export const orsToolCall = z.strictObject({
  name: z.string(),
  input: anything,
  task_id: z.string().nullish(),
})
export type OrsToolCall = z.infer<typeof orsToolCall>
