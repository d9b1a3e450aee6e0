import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import { Fault, problemBody, shown } from '../../wire/faults.ts'
import { admitVisitor, connectedCaller } from '../access.ts'
import { countedFault } from '../as-fault.ts'
import { CONNECT_ROOT, withoutConnectKey } from '../connect-keys.ts'
import { CountedCall, UNCOUNTED } from '../counted-call.ts'
import { faultHeaders } from '../http/answer-headers.ts'
import type { AppOptions } from '../http/app.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJsonBody } from '../http/request.ts'
import { callerName, LOCAL } from '../principal.ts'
import type { SocketProtocol } from '../ws/protocol.ts'
import type { Adapter, AdapterAnswer, SocketTarget } from './adapter.ts'

type AdapterOptions = Pick<AppOptions, 'host' | 'gate' | 'log' | 'calls' | 'limits'>

/**
 * Serves adapters beside the native routes. They share the authentication and the limits of calls,
 * bodies and held bytes. Each adapter answers faults in its protocol's form.
 */
export function mountAdapters(
  app: Hono<AppEnv>,
  options: AdapterOptions,
  adapters: readonly Adapter[],
): void {
  for (const adapter of adapters) {
    const serve = (context: Context<AppEnv>) => serveAdapter(options, adapter, context)
    for (const { method, path } of adapter.routes ?? []) app.on(method, path, serve)
    if (adapter.routes !== undefined) continue
    app.all(adapter.root, serve)
    app.all(`${adapter.root}/*`, serve)
  }
  app.all(`${CONNECT_ROOT}/*`, (context) => {
    const { pathname } = requestAddress(context).url
    const adapter = adapters.find(
      (candidate) => candidate.routes === undefined && isAt(candidate.root, pathname),
    )
    return serveAdapter(options, adapter ?? NOWHERE, context)
  })
}

const isAt = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`)

/** The address of a request as adapters see it, without the connect key, and the path with it. */
function requestAddress({ req }: Context): { readonly url: URL; readonly sentPath: string } {
  const sentUrl = new URL(req.url)
  const { key, target } = withoutConnectKey(sentUrl.pathname + sentUrl.search)
  const url = key === undefined ? sentUrl : new URL(target, sentUrl.origin)
  return { url, sentPath: sentUrl.pathname }
}

/** The adapter for a connect key whose path leads to no other adapter. */
const NOWHERE: Adapter = {
  root: '',
  answer: () => {
    throw new Fault('request/not_found', 'there is nothing at this path behind a connect key', {
      hint: 'Behind /connect/KEY stand /openenv and /mcp.',
    })
  },
}

async function serveAdapter(
  options: AdapterOptions,
  adapter: Adapter,
  context: Context<AppEnv>,
): Promise<Response> {
  try {
    return respond(context, await answer(options, adapter, context))
  } catch (error) {
    const fault = countedFault(options.host, error, options.log)
    const path = partsBehind(adapter.root, requestAddress(context).url.pathname) ?? []
    const usual: AdapterAnswer = { status: fault.status, body: problemBody(fault) }
    const { status, body, headers } = adapter.refusal?.(fault, path) ?? usual
    return respond(context, { status, body, headers: { ...faultHeaders(fault), ...headers } })
  }
}

/** The protocol for the target of a WebSocket upgrade; undefined if no adapter serves it. */
export function adapterProtocol(
  adapters: readonly Adapter[],
  { url = '', headers }: IncomingMessage,
): SocketProtocol | undefined {
  const [target = '', query = ''] = withoutConnectKey(url).target.split('?')
  const adapter = adapters.find(({ root, routes }) => !routes && target.startsWith(`${root}/`))
  const path = adapter && partsBehind(adapter.root, target)
  if (adapter === undefined || path === undefined) return undefined
  const socket: SocketTarget = { path, query: new URLSearchParams(query), headers }
  return adapter.protocolAt?.(socket)
}

async function answer(
  options: AdapterOptions,
  adapter: Adapter,
  context: Context<AppEnv>,
): Promise<AdapterAnswer> {
  const { host, gate, calls, limits } = options
  const { incoming, holding, held, link } = context.env
  const { headers, method = 'GET' } = incoming
  gate.checkSource(headers, method)
  const { url, sentPath } = requestAddress(context)
  const path = partsBehind(adapter.root, url.pathname)
  if (path === undefined) {
    throw new Fault('request/invalid', `the path ${shown(url.pathname)} is badly encoded`)
  }
  const isProbe = adapter.isProbe?.(path) === true
  const visitor = isProbe ? LOCAL : gate.asking({ url: sentPath, headers })
  const isCheckedLater = adapter.checksKeys === true && visitor.kind === 'connect'
  const admitted = isCheckedLater ? connectedCaller(visitor) : admitVisitor(host.core, visitor)
  const caller = { ...(await admitted), holding, request: link }
  const body = (): unknown => readJsonBody(context, limits)
  const call = { method, path, query: url.searchParams, url, headers, caller, body }
  if (isProbe) return adapter.answer({ ...call, ...UNCOUNTED })
  const countedCall = new CountedCall(calls, callerName(caller))
  try {
    holding.checkRoom()
    const { onWait, goesOn } = countedCall
    const answered = await adapter.answer({ ...call, onWait, goesOn })
    if (answered.body instanceof ReadableStream) return answered
    const text = toText(answered.body)
    held(text.length)
    return { ...answered, body: text }
  } finally {
    countedCall.end()
  }
}

/** The decoded parts of a path after a root; undefined if the encoding is invalid. */
function partsBehind(root: string, path: string): string[] | undefined {
  try {
    return path
      .slice(root.length)
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const toText = (body: unknown): string =>
  body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)

function respond(context: Context, { status, body, headers }: AdapterAnswer): Response {
  if (body instanceof ReadableStream) return context.body(body, status as 200, { ...headers })
  const text = toText(body)
  const type: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json' }
  return context.body(text, status as 200, { ...type, ...headers })
}
