import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'

/**
 * An object that comes from JSON text or goes into it. Its members are not checked: they are JSON
 * already, and every step has large observations.
 */
export const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)
