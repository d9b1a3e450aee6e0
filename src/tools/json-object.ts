import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'

/** Whether a value is an object with members, and not null or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An object that comes from JSON text or goes into it. Its members are not checked: they are JSON
 * already, and every step has large observations.
 */
export const jsonObject = z.custom<JsonObject>(isObject, 'must be an object')
