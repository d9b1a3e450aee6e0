import type { Json, JsonObject } from '../../sim/json.ts'
import { FAULTS, type FaultCode } from '../faults.ts'
import type { Route } from '../routes.ts'
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

/** References to the error responses that an operation can give. */
export function responsesOf(route: Route): JsonObject {
  const chosen: Record<string, Json> = {}
  for (const status of STATUSES) {
    if (canAnswer(route, status)) {
      chosen[String(status)] = { $ref: `#/components/responses/Problem${status}` }
    }
  }
  return chosen
}

function canAnswer(route: Route, status: number): boolean {
  const writes = route.path.startsWith('/v1/episodes') && route.method === 'post'
  switch (status) {
    case 401:
      return route.access !== 'open'
    case 404:
      return route.path.includes('{') || route.body !== undefined
    case 405:
    case 426:
      return false
    case 409:
      return writes || route.path.includes('{env}')
    case 411:
    case 415:
      return route.body !== undefined
    case 429:
      return route.access !== 'open'
    case 503:
      return route.operation === 'ready' || route.access !== 'open'
    case 507:
      return writes
    default:
      return true
  }
}
