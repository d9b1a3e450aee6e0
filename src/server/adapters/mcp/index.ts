import { Fault, rpcError, shown } from '../../../wire/faults.ts'
import type { StepResult } from '../../../wire/results.ts'
import { checkWho, type Host } from '../../host.ts'
import type { HostLog } from '../../host-log.ts'
import type { Caller } from '../../principal.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapter.ts'
import { Once } from './once.ts'
import type { McpTable } from './tools.ts'

/** A server of MCP: `/mcp` with all environments, `/mcp/{env}` with one. It keeps no sessions. */
export class McpAdapter implements Adapter {
  readonly root = '/mcp'
  readonly #host: Host
  readonly #log: HostLog
  readonly #once = new Once<StepResult>()
  /** By environment; undefined: of all. There are as many as environments, and they stay. */
  readonly #tables = new Map<string | undefined, McpTable>()

  constructor(host: Host, log: HostLog) {
    this.#host = host
    this.#log = log
  }

  isProbe(): boolean {
    return false
  }

  speakerAt(): undefined {
    return undefined
  }

  /** An error of JSON-RPC, under the status of the fault. */
  refusal(fault: Fault): AdapterAnswer {
    return { status: fault.status, body: { jsonrpc: '2.0', id: null, error: rpcError(fault) } }
  }

  async answer({
    path,
    method,
    caller,
    request,
    body,
    onWait,
    goesOn,
  }: AdapterCall): Promise<AdapterAnswer> {
    checkPlace(path, method)
    const parsedBody = method === 'POST' ? body() : undefined
    if (Array.isArray(parsedBody)) {
      throw new Fault('request/invalid', 'a request has one message: MCP has no batches any more')
    }
    // A server that nobody asks for this starts without it.
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    const { mcpServer } = await import('./server.ts')
    const host = this.#host
    const table = await this.#tableOf(caller, path[0])
    const options = { host, caller, log: this.#log, once: this.#once, onWait, goesOn }
    const called = calledTool(parsedBody)
    const only = called !== undefined && table.names.has(called) ? called : undefined
    const handler = createMcpHandler(() => mcpServer(options, table, only), {
      maxSubscriptions: 0,
    })
    const bare = new Request(request.url, { method, headers: request.headers })
    const response = await handler.fetch(bare, parsedBody === undefined ? {} : { parsedBody })
    const type = response.headers.get('content-type')
    return {
      status: response.status,
      body: await response.text(),
      headers: type === null ? {} : { 'content-type': type },
    }
  }

  /** What is served at a place, if the caller may see it. */
  async #tableOf(caller: Caller, only: string | undefined): Promise<McpTable> {
    const present = this.#tables.get(only)
    if (present !== undefined) {
      checkWho(only === undefined ? 'env.list' : 'env.describe', caller)
      return present
    }
    const { tableOf } = await import('./tools.ts')
    const table = await tableOf(this.#host, caller, only)
    this.#tables.set(only, table)
    return table
  }
}

/** The name of the tool that a request calls. */
function calledTool(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } }
  const name = method === 'tools/call' ? params?.name : undefined
  return typeof name === 'string' ? name : undefined
}

/** Methods that the protocol has, of which some are answered with a refusal of its own. */
const METHODS = ['POST', 'GET', 'HEAD', 'DELETE']

function checkPlace(path: readonly string[], method: string): void {
  if (path.length > 1) {
    throw new Fault('request/not_found', `there is nothing at ${shown(path.join('/'))}`)
  }
  if (METHODS.includes(method)) return
  const details = { allow: METHODS }
  throw new Fault('request/method_not_allowed', `${method} is not served here`, { details })
}
