import { Fault, rpcError, shown } from '../../../wire/faults.ts'
import type { ResumeResult, StepResult } from '../../../wire/results.ts'
import { checkCaller, type Host } from '../../host.ts'
import type { HostLog } from '../../host-log.ts'
import type { Caller } from '../../principal.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapter.ts'
import { isEpisodeId } from '../openenv/names.ts'
import { resumed } from '../seated.ts'
import { servedName } from './names.ts'
import { RepeatedTurns } from './repeated-turns.ts'
import type { McpTable } from './tools.ts'

/**
 * The MCP server. `/mcp` serves all environments, `/mcp/{env}` one of them, and
 * `/mcp/{env}/{episode}` the tools of one episode. It keeps no sessions.
 */
export class McpAdapter implements Adapter {
  readonly root = '/mcp'
  readonly #host: Host
  readonly #log: HostLog
  readonly #repeatedTurns = new RepeatedTurns<StepResult>()
  /**
   * Tables by environment; undefined is the key for all environments. Entries are never removed.
   */
  readonly #tables = new Map<string | undefined, McpTable>()

  constructor(host: Host, log: HostLog) {
    this.#host = host
    this.#log = log
  }

  /** A JSON-RPC error with the HTTP status of the fault. */
  refusal(fault: Fault): AdapterAnswer {
    return { status: fault.status, body: { jsonrpc: '2.0', id: null, error: rpcError(fault) } }
  }

  async answer(call: AdapterCall): Promise<AdapterAnswer> {
    const { path, method, caller, body, onWait, goesOn } = call
    const [env, episode] = checkedPath(path, method)
    const parsedBody = method === 'POST' ? body() : undefined
    if (Array.isArray(parsedBody)) {
      throw new Fault('request/invalid', 'a request has one message: MCP has no batches any more')
    }
    const { answerMcp, mcpServer, codedText } = await loaded()
    const host = this.#host
    const table = await this.#tableOf(caller, env)
    const isCall = calledTool(parsedBody) !== undefined
    const servedTools =
      episode === undefined || isCall
        ? undefined
        : toolNames(await resumed({ host, caller, env: String(env) }, episode))
    const options = {
      host,
      caller,
      log: this.#log,
      repeatedTurns: this.#repeatedTurns,
      onWait,
      goesOn,
    }
    const onlyTool = table.get(calledTool(parsedBody) ?? '')
    const make = () => mcpServer(options, { table, episode, served: servedTools, only: onlyTool })
    const response = await answerMcp(make, toRequest(call), parsedBody)
    const type = response.headers.get('content-type')
    return {
      status: response.status,
      body: codedText(await response.text(), response.status),
      headers: type === null ? {} : { 'content-type': type },
    }
  }

  /** The tools at a path, if the caller may see them. */
  async #tableOf(caller: Caller, onlyEnv: string | undefined): Promise<McpTable> {
    const cachedTable = this.#tables.get(onlyEnv)
    if (cachedTable !== undefined) {
      if (onlyEnv === undefined) checkCaller('env.list', caller)
      else checkCaller('env.describe', caller, { env: onlyEnv })
      return cachedTable
    }
    const { createTable } = await import('./tools.ts')
    const table = await createTable(this.#host, caller, onlyEnv)
    this.#tables.set(onlyEnv, table)
    return table
  }
}

let parts: ReturnType<typeof load> | undefined

/**
 * Loads the SDK on first use. A server without MCP clients starts faster, and later calls reuse it.
 */
const loaded = () => {
  parts ??= load()
  return parts
}

async function load() {
  const { answerMcp } = await import('./answer.ts')
  const { mcpServer } = await import('./server.ts')
  const { withFaultCodeText: codedText } = await import('./fault-code.ts')
  return { answerMcp, mcpServer, codedText }
}

/** The names under which the tools of an episode are served. */
const toolNames = ({ tools }: ResumeResult): ReadonlySet<string> =>
  new Set(tools.map(({ function: { name } }) => servedName(name)))

/** The name of the tool that a request calls. */
function calledTool(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } }
  const name = method === 'tools/call' ? params?.name : undefined
  return typeof name === 'string' ? name : undefined
}

/** The protocol's methods. The SDK refuses some of them itself. */
const METHODS = ['POST', 'GET', 'HEAD', 'DELETE']

/**
 * Returns the environment and the episode that a path names.
 *
 * @throws Fault `request/not_found`, `request/method_not_allowed`
 */
function checkedPath(path: readonly string[], method: string): readonly string[] {
  const [, episode] = path
  if (path.length > 2 || (episode !== undefined && !isEpisodeId(episode))) {
    throw new Fault('request/not_found', `there is nothing at ${shown(path.join('/'))}`)
  }
  if (METHODS.includes(method)) return path
  const details = { allow: METHODS }
  throw new Fault('request/method_not_allowed', `${method} is not served here`, { details })
}

/** The request in the form that the SDK reads, without its body, which is already parsed. */
function toRequest({ url, method, headers }: AdapterCall): Request {
  const presentHeaders = Object.entries(headers).filter(([, value]) => value !== undefined)
  return new Request(url, {
    method,
    headers: presentHeaders.map(([name, value]): [string, string] => [name, String(value)]),
  })
}
