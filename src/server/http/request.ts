import type { Context } from 'hono'
import type { z } from 'zod'
import { DEPTH_MAX, withinDepth } from '../../sim/json.ts'
import { checkerOf } from '../../tools/checker.ts'
import { Fault } from '../../wire/faults.ts'
import { ROUTES, type Route, type RouteName } from '../../wire/routes.ts'
import { invalid } from '../../wire/rpc.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The checked body of a request. The length must be announced: a body of unknown length would have
 * to be read before it could be refused.
 *
 * @throws Fault `request/length_required`, `request/too_large`, `request/malformed_json`,
 * `request/too_deep`, `request/invalid`, `action/malformed`
 */
export async function readBody<Body>(
  context: Context,
  name: RouteName,
  bytesMax: number,
): Promise<Body> {
  const announced = context.req.header('content-length')
  if (announced === undefined) {
    throw new Fault('request/length_required', 'the request has no Content-Length')
  }
  if (Number(announced) > bytesMax) {
    throw new Fault(
      'request/too_large',
      `the body has ${announced} bytes, the limit is ${bytesMax}`,
    )
  }
  const value = parseJson(await bytesOf(context))
  if (!withinDepth(value, DEPTH_MAX)) {
    throw new Fault('request/too_deep', `the body is nested more than ${DEPTH_MAX} levels deep`)
  }
  const route: Route = ROUTES[name]
  if (route.body === undefined) throw new Error(`${name} takes no body`)
  const checked = checkerOf(route.body).safeParse(value)
  if (checked.success) return checked.data as Body
  throw invalid(checked.error, value)
}

async function bytesOf(context: Context): Promise<ArrayBuffer> {
  try {
    return await context.req.arrayBuffer()
  } catch {
    // The caller hung up, which is no failure of the server.
    throw new Fault('request/malformed_json', 'the body ended before its announced length')
  }
}

function parseJson(bytes: ArrayBuffer): unknown {
  // An empty body stands for an empty object: closing an episode needs no words.
  if (bytes.byteLength === 0) return {}
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

/** The resume key and token of a request travel in the same header. */
export function callHeaders(context: Context) {
  return {
    authorization: context.req.header('authorization'),
    host: context.req.header('host'),
    origin: context.req.header('origin'),
  }
}
