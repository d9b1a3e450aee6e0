import type { Context as AnyContext } from 'hono'
import { DEPTH_MAX, isWithinDepth } from '../../sim/json.ts'
import { parseJson } from '../../sim/parse-json.ts'
import { getChecker } from '../../tools/checker.ts'
import { countValues, type FrameBounds } from '../../wire/count-values.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { type HttpRoute, LIST_FORMATS, queryValues } from '../../wire/http-route.ts'
import { invalid } from '../../wire/rpc.ts'
import type { HostCore } from '../core.ts'
import { withSettingHint } from '../setting-hint.ts'
import type { AppEnv } from './app-env.ts'

type Context = AnyContext<AppEnv>

/** The limits of a body. */
export interface BodyLimits extends FrameBounds {
  readonly bytesMax: number
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The checked parameters of a request, from its path, its query and its body.
 *
 * @throws Fault `request/invalid`, `action/malformed`, and those of a body (see `bodyOf`)
 */
export function readParams(
  context: Context,
  { inPath, query, body, operation }: HttpRoute,
  limits: BodyLimits,
  core: Pick<HostCore, 'catalog'>,
): unknown {
  // The format of a list does not concern the operation.
  const { format: _, ...texts } = context.req.queries()
  if (body !== undefined) refuseQuery(texts)
  const input = body === undefined ? queryValues(query, texts) : readJsonBody(context, limits)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Fault('request/invalid', `the body must be an object, not ${shown(input)}`)
  }
  const path = Object.fromEntries(inPath.map((name) => [name, context.req.param(name)]))
  const misplaced = [...inPath, 'resume_key'].find((name) => Object.hasOwn(input, name))
  if (misplaced !== undefined) {
    const location = misplaced === 'resume_key' ? 'the Authorization header' : 'the path'
    throw new Fault('request/invalid', `${misplaced} must be in ${location}, and nowhere else`)
  }
  const params = { ...input, ...path }
  const checked = getChecker(operation.params).safeParse(params)
  if (checked.success) return checked.data
  throw withSettingHint(core, invalid(checked.error, params), params)
}

/** A parameter in the query of a request with a body would have no effect, without a sign of it. */
function refuseQuery(texts: Readonly<Record<string, unknown>>): void {
  const [name] = Object.keys(texts)
  if (name === undefined) return
  throw new Fault('request/invalid', `${shown(name)} must be in the body, not in the query`, {
    details: { path: [name] },
  })
}

/**
 * The value of a body. Its length must be announced, because a body of unknown length would have to
 * be read before it could be refused.
 *
 * @throws Fault `request/length_required`, `request/too_large`, `request/malformed_json`,
 *   `request/too_deep`, `request/unsupported_type`
 */
export function readJsonBody(context: Context, limits: BodyLimits): unknown {
  const announced = announcedBytes(context)
  checkType(context, announced)
  const { bytesMax } = limits
  if (announced > bytesMax) {
    throw new Fault(
      'request/too_large',
      `the body has ${announced} bytes, the limit is ${bytesMax}`,
    )
  }
  const { body, held } = context.env
  const value = parseBody(body as Buffer, limits)
  held(0)
  if (!isWithinDepth(value, DEPTH_MAX)) {
    throw new Fault('request/too_deep', `the body is nested more than ${DEPTH_MAX} levels deep`)
  }
  return value
}

/** The announced length of a body. Without a length it is 0, unless the body comes in chunks. */
function announcedBytes({ req }: Context): number {
  const length = req.header('content-length')
  if (length !== undefined) return Number(length)
  if (req.header('transfer-encoding') === undefined) return 0
  throw new Fault('request/length_required', 'the request has no Content-Length')
}

/**
 * Without a preflight, a page of another site can send forms, texts and untyped bodies to any
 * address, but neither JSON nor a token.
 */
function checkType(context: Context, bytes: number): void {
  const encoding = context.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new Fault(
      'request/unsupported_type',
      `the body has the content encoding ${shown(encoding)}`,
      { hint: 'Send the body uncompressed, without a Content-Encoding.' },
    )
  }
  const type = context.req.header('content-type')
  if (/^application\/json *(?:;|$)/i.test(type ?? '')) return
  if (context.req.header('authorization') !== undefined) return
  // An empty body counts as an empty object, because closing an episode needs no parameters.
  if (type === undefined && bytes === 0) return
  throw new Fault('request/unsupported_type', `the body has the type ${shown(type ?? null)}`)
}

function parseBody(bytes: Buffer, limits: BodyLimits): unknown {
  if (bytes.length === 0) return {}
  countValues(bytes, limits)
  try {
    return parseJson(decoder.decode(bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 120) : ''
    throw new Fault('request/malformed_json', `the body is not JSON in UTF-8: ${reason}`)
  }
}

/**
 * Whether a list is requested as JSON lines.
 *
 * @throws Fault `request/invalid` for an unknown format
 */
export function wantsLines(context: Context, { operation }: HttpRoute): boolean {
  const format = context.req.query('format')
  if (format === undefined) return false
  if (operation.lines === true && LIST_FORMATS.includes(format)) return format === 'jsonl'
  const knownNames =
    operation.lines === true ? `format is ${LIST_FORMATS.join(' or ')}` : 'no format here'
  throw new Fault('request/invalid', `${knownNames}, not ${shown(format)}`, {
    details: { path: ['format'] },
  })
}
