import { z } from 'zod'
import { getChecker } from '../../tools/checker.ts'
import { invalid } from '../../wire/rpc.ts'

/** The task requests of ORS clients and of OpenEnv's Task API. */

const split = z.string()

export const ofSplit = z.strictObject({ split })
export const ofTask = z.strictObject({ split, index: z.int().min(0) })
export const ofRange = z.strictObject({
  split,
  start: z.int().nullish(),
  stop: z.int().nullish(),
})

/** @throws Fault `request/invalid` naming the member */
export function parseRequest<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const checked = getChecker(schema).safeParse(body)
  if (checked.success) return checked.data as Value
  throw invalid(checked.error, body)
}
