import type { Json, JsonObject } from '../../sim/json.ts'
import { FAULTS, type FaultCode } from '../faults.ts'
import { schemaRef } from './schemas.ts'

const ENTRIES = Object.entries(FAULTS) as [FaultCode, (typeof FAULTS)[FaultCode]][]

const STATUSES = [...new Set(ENTRIES.map(([, fault]) => fault.status))].sort((a, b) => a - b)

/** The fault table as the document carries it, in `x-faults`. */
export function faultTable(): JsonObject {
  return Object.fromEntries(
    ENTRIES.map(([code, { status, retryable, title, hint }]) => [
      code,
      { status, retryable, title, hint },
    ]),
  )
}

/** One shared response per status, which names the faults that have it. */
export function problemResponses(): JsonObject {
  return Object.fromEntries(STATUSES.map((status) => [`Problem${status}`, problemResponse(status)]))
}

function problemResponse(status: number): JsonObject {
  const codes = ENTRIES.filter(([, fault]) => fault.status === status).map(([code]) => code)
  return {
    description: codes.map((code) => `${code}: ${FAULTS[code].title}`).join('. '),
    content: { 'application/problem+json': { schema: schemaRef('Problem') } },
    'x-faults': codes,
  }
}

/** References to the error responses that an operation with these faults can give. */
export function faultResponses(faults: ReadonlySet<FaultCode>): JsonObject {
  const possible = new Set([...faults].map((code) => FAULTS[code].status))
  return Object.fromEntries(
    STATUSES.filter((status) => possible.has(status)).map((status) => [
      String(status),
      { $ref: `#/components/responses/Problem${status}` } satisfies Json,
    ]),
  )
}
