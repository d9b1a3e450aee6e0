import type { Context } from 'hono'
import type { z } from 'zod'
import { DEPTH_MAX, withinDepth } from '../../sim/json.ts'
import { checkerOf } from '../../tools/checker.ts'
import { countValues, type FrameBounds } from '../../wire/count-values.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { ROUTES, type Route, type RouteName } from '../../wire/routes.ts'
import { invalid } from '../../wire/rpc.ts'

/** How large a body may be. */
export interface BodyLimits extends FrameBounds {
  readonly bytesMax: number
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The checked body of a request. The length must be announced: a body of unknown length would have
 * to be read before it could be refused.
 *
 * @throws Fault `request/length_required`, `request/too_large`, `request/malformed_json`,
 * `request/too_deep`, `request/invalid`, `request/unsupported_type`, `action/malformed`
 */
export async function readBody<Body>(
  context: Context,
  name: RouteName,
  limits: BodyLimits,
): Promise<Body> {
  checkType(context)
  const announced = context.req.header('content-length')
  if (announced === undefined) {
    throw new Fault('request/length_required', 'the request has no Content-Length')
  }
  const { bytesMax } = limits
  if (Number(announced) > bytesMax) {
    throw new Fault(
      'request/too_large',
      `the body has ${announced} bytes, the limit is ${bytesMax}`,
    )
  }
  const value = parseJson(await bytesOf(context), limits)
  if (!withinDepth(value, DEPTH_MAX)) {
    throw new Fault('request/too_deep', `the body is nested more than ${DEPTH_MAX} levels deep`)
  }
  const route: Route = ROUTES[name]
  if (route.body === undefined) throw new Error(`${name} takes no body`)
  const checked = checkerOf(route.body).safeParse(value)
  if (checked.success) return checked.data as Body
  throw invalid(checked.error, value)
}

/**
 * Without asking first, a page of another site can send forms, texts and bodies of no type to any
 * address, but neither JSON nor a token.
 */
function checkType(context: Context): void {
  const type = context.req.header('content-type')
  if (/^application\/json *(?:;|$)/i.test(type ?? '')) return
  if (context.req.header('authorization') !== undefined) return
  // An empty body stands for an empty object: closing an episode needs no words.
  if (type === undefined && context.req.header('content-length') === '0') return
  throw new Fault('request/unsupported_type', `the body has the type ${shown(type ?? null)}`)
}

async function bytesOf(context: Context): Promise<ArrayBuffer> {
  try {
    return await context.req.arrayBuffer()
  } catch {
    // The caller hung up, which is no failure of the server.
    throw new Fault('request/malformed_json', 'the body ended before its announced length')
  }
}

function parseJson(bytes: ArrayBuffer, limits: BodyLimits): unknown {
  if (bytes.byteLength === 0) return {}
  countValues(new Uint8Array(bytes), limits)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 120) : ''
    throw new Fault('request/malformed_json', `the body is not JSON in UTF-8: ${why}`)
  }
}

/**
 * The checked query of a request.
 *
 * @throws Fault `request/invalid` naming the parameter
 */
export function readQuery<Query>(context: Context, schema: z.ZodType<Query>): Query {
  const given = context.req.query()
  const checked = schema.safeParse(given)
  if (checked.success) return checked.data
  throw invalid(checked.error, given)
}
