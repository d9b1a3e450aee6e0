import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { Fault, problem, shown } from '../../wire/faults.ts'
import { ROUTES, type Route, type RouteName } from '../../wire/routes.ts'
import { SOCKET_PATH } from '../../wire/subprotocol.ts'
import { asFault } from '../as-fault.ts'
import type { Gate } from '../auth.ts'
import type { Holding, Holdings } from '../holdings.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import { lineOf } from '../operations/lines.ts'
import { type Caller, callerName, LOCAL } from '../principal.ts'
import type { Tally } from '../tally.ts'
import { seesAll } from '../views.ts'
import { faultHeaders } from './answer-headers.ts'
import { HANDLERS, type Handler, TextAnswer } from './handlers.ts'
import type { BodyLimits } from './request.ts'

export interface AppOptions {
  readonly host: Host
  readonly gate: Gate
  readonly log: HostLog
  /** Counts the calls of each principal, those over WebSocket included. */
  readonly calls: Tally
  readonly holdings: Holdings
  readonly limits: BodyLimits
  /** How long an opening waits for others before it is told to ask again. */
  readonly pollMs: number
  /** Text of the metrics page. */
  metrics(): string
  /** Text of openapi.yaml. */
  openapi(): string
}

/** What the platform's server hands on with each request. */
export interface AppEnv {
  readonly Bindings: HttpBindings
}
type AppContext = Context<AppEnv>

const JSON_TYPE = 'application/json'

/** The HTTP side: every route of the table, errors as problem+json. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const text =
    (type: string, write: () => string): Handler =>
    () =>
      new TextAnswer(write(), type)
  const handlers: Readonly<Record<RouteName, Handler>> = {
    ...HANDLERS,
    metrics: text('text/plain; version=0.0.4; charset=utf-8', options.metrics),
    openapi: text('application/yaml', options.openapi),
  }
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(route.method.toUpperCase(), path, (context) =>
      answer(options, route, handlers[name], context),
    )
  }
  app.get(SOCKET_PATH, (context) => failure(options, upgradeRequired(), context))
  app.notFound((context) => notFound(options, context))
  app.onError((error, context) => failure(options, error, context))
  return app
}

async function answer(
  options: AppOptions,
  route: Route,
  handler: Handler,
  context: AppContext,
): Promise<Response> {
  const admitted = admit(options, route, context)
  const { host, limits, calls, holdings } = options
  const line = lineOf(host.core, admitted)
  const holding = holdings.take(line)
  const held = heldUntilClosed(context.env.outgoing, holding, () =>
    holdings.giveBack(line, holding),
  )
  const caller = { ...admitted, holding }
  const request = { context, host, caller, limits, held }
  // Probes are answered whatever else is asked.
  if (route.access === 'open') return respond(context, await handler({ ...request, patience: {} }))
  const name = callerName(caller)
  calls.enter(name)
  let entered = true
  // A call that waits for others is counted apart, so that it holds back no other call.
  const leave = (): void => {
    if (entered) calls.leave(name)
    entered = false
  }
  try {
    await host.core.turns.next(line)
    holding.checkRoom()
    const patience = { waitMs: options.pollMs, onWait: leave }
    const answered = textOf(await handler({ ...request, patience }))
    held(answered.text.length)
    return respond(context, answered)
  } finally {
    leave()
  }
}

const textOf = (result: unknown): TextAnswer =>
  result instanceof TextAnswer ? result : new TextAnswer(JSON.stringify(result), JSON_TYPE)

function respond(context: AppContext, result: unknown): Response {
  const { text, type } = textOf(result)
  return context.body(text, 200, { 'content-type': type })
}

/**
 * Counts bytes for a principal until the answer has left; cuts the connection off when all are
 * used up.
 *
 * @returns says how many bytes a request holds from now on
 */
function heldUntilClosed(
  outgoing: ServerResponse,
  holding: Holding,
  onClosed: () => void,
): (bytes: number) => void {
  let counted = 0
  let isClosed = false
  const hold = (bytes: number): void => {
    const now = isClosed ? 0 : bytes
    holding.bytes += now - counted
    counted = now
    if (holding.isSpent && now > 0) outgoing.destroy()
  }
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    hold(0)
    onClosed()
  }
  if (outgoing.closed) close()
  else outgoing.once('close', close)
  return hold
}

function admit({ gate }: AppOptions, route: Route, { env }: AppContext): Caller {
  const { headers, method } = env.incoming
  gate.checkSource(headers, method)
  // Probes come without a token and learn nothing but that the process is up.
  if (route.access === 'open') return LOCAL
  const caller = gate.caller(headers.authorization)
  if (route.access === 'admin' && !seesAll(caller)) {
    throw new Fault('auth/forbidden', `${route.operation} needs the role admin`)
  }
  return caller
}

const upgradeRequired = (): Fault =>
  new Fault('request/upgrade_required', `${SOCKET_PATH} is a WebSocket`)

function notFound(options: AppOptions, context: Context): Response {
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

/** The methods that are served at a path; none if there is nothing. */
function methodsAt(path: string): string[] {
  const routes = Object.values(ROUTES).filter((route) => matches(route.path, path))
  const methods = routes.map((route) => route.method.toUpperCase())
  if (path === SOCKET_PATH) methods.push('GET')
  return methods.includes('GET') ? ['HEAD', ...methods] : methods
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return false
  return expected.every((part, index) => part.startsWith('{') || part === given[index])
}

function failure({ host, log }: AppOptions, error: unknown, context: Context): Response {
  const fault = asFault(error, log)
  host.metrics.faults.set(fault.code, (host.metrics.faults.get(fault.code) ?? 0) + 1)
  const text = JSON.stringify(problem(fault))
  return context.body(text, fault.status as 500, faultHeaders(fault))
}
