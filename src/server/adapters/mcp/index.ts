import { Fault, rpcError, shown } from '../../../wire/faults.ts'
import type { StepResult } from '../../../wire/results.ts'
import type { Host } from '../../host.ts'
import type { HostLog } from '../../host-log.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapter.ts'
import { Once } from './once.ts'

/** A server of MCP: `/mcp` with all environments, `/mcp/{env}` with one. It keeps no sessions. */
export class McpAdapter implements Adapter {
  readonly root = '/mcp'
  readonly #host: Host
  readonly #log: HostLog
  readonly #once = new Once<StepResult>()

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
    const [only] = path
    const ids =
      only === undefined ? (await host.call('env.list', caller, {})).map(({ env }) => env) : [only]
    const environments = await Promise.all(
      ids.map((env) => host.call('env.describe', caller, { env })),
    )
    const options = { host, caller, log: this.#log, once: this.#once, onWait, goesOn }
    const handler = createMcpHandler(() => mcpServer(options, environments), {
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
