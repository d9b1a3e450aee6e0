import type { z } from 'zod'
import { byName } from '../sim/by-name.ts'
import { DEPTH_MAX, isWithinDepth } from '../sim/json.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { getChecker } from '../tools/checker.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { Fault, type FaultCode, shown } from './faults.ts'
import type { Operation } from './operation.ts'
import { type CheckedParams, type Method, OPERATIONS, operations } from './operations.ts'

/** The methods of the socket, in the order of the table. */
export const METHODS: readonly Method[] = operations
  .filter(([, { socket }]) => socket !== undefined)
  .map(([name]) => name as Method)

const METHOD_SET: ReadonlySet<string> = new Set(METHODS)

/** The methods by the names of other protocols, such as Gymnasium's `reset`. */
const OTHER_NAMES = byName<Method>({
  reset: 'episode.open',
  create: 'episode.open',
  start: 'episode.open',
  state: 'episode.resume',
  act: 'episode.step',
  step: 'episode.step',
  end: 'episode.close',
})

export { SUBPROTOCOL } from './subprotocol.ts'

export type CallId = string | number

/** A call whose parameters fit its method's schema. */
export type RpcCall = {
  [Name in Method]: {
    readonly id: CallId
    readonly method: Name
    readonly params: CheckedParams<Name>
  }
}[Method]

const PATH_KEY_CHARACTERS_MAX = 200

/** The id of a JSON-RPC call for its answer, even if the rest of the call is broken. */
export function parseCallId(value: unknown): CallId | null {
  const id =
    typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
  if (typeof id === 'number' && Number.isFinite(id)) return id
  return typeof id === 'string' && id.length <= 200 ? id : null
}

/**
 * Checks one JSON-RPC 2.0 call.
 *
 * @throws Fault `request/invalid`, `request/unknown_method`, `request/too_deep`, `action/malformed`
 */
export function readCall(value: unknown): RpcCall {
  // First, because the texts of faults quote the request.
  checkDepth(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('request/invalid', `a call must be an object, not ${shown(value)}`)
  }
  const { jsonrpc, method, params } = value as Record<string, unknown>
  const id = parseCallId(value)
  if (jsonrpc !== '2.0') {
    throw new Fault('request/invalid', `jsonrpc must be "2.0", not ${shown(jsonrpc)}`)
  }
  if (id === null) {
    throw new Fault('request/invalid', 'id must be a number or a text of at most 200 characters')
  }
  if (typeof method !== 'string') {
    throw new Fault('request/invalid', `method must be a text, not ${shown(method)}`)
  }
  return { id, method, params: readParams(method, params) } as RpcCall
}

function readParams(method: string, params: unknown): unknown {
  if (!METHOD_SET.has(method)) {
    const [, lastWord = ''] = /^(?:(?:episode|env)\.)?(\w+)$/.exec(method) ?? []
    const near = OTHER_NAMES[lastWord] ?? nearestName(method, METHODS)
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    throw new Fault('request/unknown_method', `there is no method ${shown(method)}${hint}`)
  }
  return fitting(method as Method, params ?? {})
}

/**
 * Refuses a call that worlds, hashes and logs would go down into too far.
 *
 * @throws Fault `request/too_deep`
 */
export function checkDepth(value: unknown): void {
  if (isWithinDepth(value, DEPTH_MAX)) return
  throw new Fault('request/too_deep', `the call is nested more than ${DEPTH_MAX} levels deep`)
}

/**
 * Parameters that fit their operation, from whatever protocol they come.
 *
 * @throws Fault `request/too_deep`, `request/invalid`, `action/malformed`
 */
export function checkedParams<Name extends Method>(
  method: Name,
  params: unknown,
): CheckedParams<Name> {
  checkDepth(params)
  return fitting(method, params)
}

function fitting<Name extends Method>(method: Name, params: unknown): CheckedParams<Name> {
  const { params: schema }: Operation = OPERATIONS[method]
  const checked = getChecker(schema).safeParse(params)
  if (checked.success) return checked.data as CheckedParams<Name>
  throw invalid(checked.error, params)
}

/** The fault for a value that does not fit its schema; names the member and the value. */
export function invalid(error: z.ZodError, value: unknown): Fault {
  const { path, text } = describeMismatch(error, value, { valueName: 'the request' })
  const code: FaultCode = path[0] === 'action' ? 'action/malformed' : 'request/invalid'
  return new Fault(code, text, {
    details: { path: path.map((key) => String(key).slice(0, PATH_KEY_CHARACTERS_MAX)) },
  })
}
