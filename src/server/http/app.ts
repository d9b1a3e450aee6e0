import { type Context, Hono } from 'hono'
import { Fault, problemBody, shown } from '../../wire/faults.ts'
import { HTTP_ROUTES, type HttpRoute } from '../../wire/http-route.ts'
import type { TextResult, Who } from '../../wire/operation.ts'
import { SOCKET_PATH } from '../../wire/subprotocol.ts'
import { admitVisitor } from '../access.ts'
import { countedFault } from '../as-fault.ts'
import type { Gate } from '../auth.ts'
import { CountedCall, UNCOUNTED } from '../counted-call.ts'
import type { WaitOptions } from '../groups/options.ts'
import { checkCaller, type Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { InFlightLimit } from '../in-flight-limit.ts'
import type { HostOperation } from '../operations/table.ts'
import { type Caller, callerName, LOCAL, type Visitor } from '../principal.ts'
import { faultHeaders } from './answer-headers.ts'
import type { AppEnv } from './app-env.ts'
import type { Console } from './console.ts'
import { type BodyLimits, readParams, wantsLines } from './request.ts'

export interface AppOptions {
  readonly host: Host
  readonly gate: Gate
  readonly log: HostLog
  /** Counts the calls of each principal, including those over WebSocket. */
  readonly calls: InFlightLimit
  readonly limits: BodyLimits
  /** How long an opening waits for others before the client must ask again. */
  readonly pollMs: number
  /** The files of the console. Default: no console. */
  readonly console?: Console | undefined
  /** The pages that are not JSON. */
  readonly texts: Readonly<
    Record<'server.metrics' | 'server.description', () => string | Promise<string>>
  >
}

type AppContext = Context<AppEnv>

const JSON_TYPE = 'application/json'

/** The text of an answer, and its type. */
interface Answer {
  readonly text: string
  readonly type: string
}

/** One request that is being answered. */
interface Request {
  readonly context: AppContext
  readonly route: HttpRoute
  readonly caller: Caller
  /** Called if the operation begins to wait for others. */
  onWait(): void
}

/**
 * The HTTP transport. It serves every operation with a route in the table, and sends faults as
 * problem+json.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const route of HTTP_ROUTES) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(route.method, path, (context) => answer(options, route, context))
  }
  app.get(SOCKET_PATH, (context) => failure(options, upgradeRequired(), context))
  app.notFound((context) => consoleFile(options, context) ?? notFound(options, context))
  app.onError((error, context) => failure(options, error, context))
  return app
}

async function answer(
  options: AppOptions,
  route: HttpRoute,
  context: AppContext,
): Promise<Response> {
  const { who } = route.operation
  const { holding, held, link } = context.env
  const visitor = admit(options, who, context)
  const caller = { ...(await admitVisitor(options.host.core, visitor)), holding, request: link }
  const request = { context, route, caller }
  // Probes get an answer regardless of the load.
  if (who === 'everybody') {
    return respond(context, await perform(options, { ...request, ...UNCOUNTED }))
  }
  const call = new CountedCall(options.calls, callerName(caller))
  try {
    holding.checkRoom()
    const answered = await perform(options, { ...request, onWait: call.onWait })
    held(answered.text.length)
    return respond(context, answered)
  } finally {
    call.end()
  }
}

async function perform(options: AppOptions, request: Request): Promise<Answer> {
  const { host, texts, limits } = options
  const { context, route, caller } = request
  const { name, operation } = route
  if (name === 'server.metrics' || name === 'server.description') {
    checkCaller(name, caller)
    return { text: await texts[name](), type: operation.result as TextResult }
  }
  const asLines = wantsLines(context, route)
  const params = readParams(context, route, limits, host.core)
  const waitOptions = operation.waits === true ? waitOptionsOf(options, request) : undefined
  const result = await host.call(name as HostOperation, caller, params as never, waitOptions)
  if (!asLines) return { text: JSON.stringify(result), type: JSON_TYPE }
  const lines = (result as readonly unknown[]).map((member) => `${JSON.stringify(member)}\n`)
  return { text: lines.join(''), type: 'application/jsonl' }
}

/** An opening stops waiting when its caller disconnects. */
const waitOptionsOf = ({ pollMs }: AppOptions, { context, onWait }: Request): WaitOptions => ({
  waitMs: pollMs,
  onWait,
  connection: context.env.link,
})

const respond = (context: AppContext, { text, type }: Answer): Response =>
  context.body(text, 200, { 'content-type': type })

function admit({ gate }: AppOptions, who: Who, { env }: AppContext): Visitor {
  const { headers, method } = env.incoming
  gate.checkSource(headers, method)
  // Probes need no token, and learn only that the process runs.
  return who === 'everybody' ? LOCAL : gate.visitor(headers.authorization)
}

/** A file of the console, for any caller that passes the checks. */
function consoleFile(options: AppOptions, context: AppContext): Response | undefined {
  const { path, method } = context.req
  if (options.console === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  const header = (name: string): string => context.req.header(name) ?? ''
  const answer = options.console({
    path,
    accept: header('accept'),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  })
  if (answer === undefined) return undefined
  options.gate.checkSource(context.env.incoming.headers, method)
  context.env.held(answer.body.length)
  const { status, headers } = answer
  if (status === 304) return context.body(null, status, headers)
  return context.body(answer.body, status, headers)
}

const upgradeRequired = (): Fault =>
  new Fault('request/upgrade_required', `${SOCKET_PATH} is a WebSocket`)

function notFound(options: AppOptions, context: AppContext): Response {
  const { path, method } = context.req
  const allow = methodsAt(path)
  const fault =
    allow.length === 0
      ? new Fault('request/not_found', `there is nothing at ${shown(path)}`)
      : new Fault('request/method_not_allowed', `${method} is not served at ${shown(path)}`, {
          details: { allow },
        })
  return failure(options, fault, context)
}

/** The methods that a path serves; empty if there are none. */
function methodsAt(path: string): string[] {
  const routes = HTTP_ROUTES.filter((route) => matches(route.path, path))
  const methods: string[] = routes.map((route) => route.method)
  if (path === SOCKET_PATH) methods.push('GET')
  return methods.includes('GET') ? ['HEAD', ...methods] : methods
}

function matches(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/')
  const pathParts = path.split('/')
  if (patternParts.length !== pathParts.length) return false
  // A parameter is not empty: `/v1/episodes/` is no path of an episode.
  return patternParts.every((part, index) =>
    part.startsWith('{') ? pathParts[index] !== '' : part === pathParts[index],
  )
}

function failure({ host, log }: AppOptions, error: unknown, context: Context): Response {
  const fault = countedFault(host, error, log)
  const text = JSON.stringify(problemBody(fault))
  return context.body(text, fault.status as 500, faultHeaders(fault))
}
