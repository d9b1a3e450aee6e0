import { z } from 'zod'
import { checkerOf } from '../../../tools/checker.ts'
import { invalid } from '../../../wire/rpc.ts'

/** What clients of ORS send. Members that nobody knows are refused, as its own server does. */

const split = z.string()
const anything = z.record(z.string(), z.unknown())

export const ofSplit = z.strictObject({ split })
export const ofTask = z.strictObject({ split, index: z.int().min(0) })
export const ofRange = z.strictObject({
  split,
  start: z.int().nullish(),
  stop: z.int().nullish(),
})

/** Environment variables of a container: there is none here, so that only none may be set. */
export const createSession = z.strictObject({ env: z.strictObject({}).nullish() })

export const create = z
  .strictObject({
    env_name: z.string().nullish(),
    task_spec: anything.nullish(),
    split: split.nullish(),
    index: z.int().min(0).nullish(),
    toolset_name: z.null().optional(),
  })
  .refine((given) => (given.task_spec == null) === (given.split != null && given.index != null), {
    message: 'give either task_spec, or split and index',
  })

export const toolCall = z.strictObject({
  name: z.string(),
  input: anything,
  task_id: z.string().nullish(),
})
export type ToolCall = z.infer<typeof toolCall>

/** @throws Fault `request/invalid` naming the member */
export function read<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const checked = checkerOf(schema).safeParse(body)
  if (checked.success) return checked.data as Value
  throw invalid(checked.error, body)
}
