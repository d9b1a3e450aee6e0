import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'

/**
 * An object that was read from JSON text, or goes into one. Whatever is in it is JSON, so it is not
 * looked through: observations are large, and every step has some.
 */
export const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)
