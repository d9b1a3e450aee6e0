import { byName } from '../../../sim/by-name.ts'
import { isObject } from '../../../tools/json-object.ts'
import { Fault, shown } from '../../../wire/faults.ts'
import { checkCaller, type Host } from '../../host.ts'
import type { Caller } from '../../principal.ts'
import type { SocketProtocol } from '../../ws/protocol.ts'
import type { Adapter, AdapterAnswer, AdapterCall, SocketTarget } from '../adapter.ts'
import { CallerCache } from '../caller-cache.ts'
import { closeSeat, describeEnvironment, type SeatedClient } from '../seated.ts'
import { newSeat, type Seat } from '../seats.ts'
import { TASK_ROUTES, type TaskRoute } from '../tasks.ts'
import { metadataPage, openApiPage, schemaPage } from './describe.ts'
import { answerMcpCall, faultReply, parseRpc, type Sessions } from './mcp.ts'
import { checkedName, isEpisodeId, parseTarget, type Target } from './names.ts'
import { reset, state, step } from './play.ts'
import { openEnvProtocol } from './socket.ts'

/** The routes and their methods. */
const ROUTES: Readonly<Record<string, 'GET' | 'POST'>> = byName({
  health: 'GET',
  metadata: 'GET',
  schema: 'GET',
  'openapi.json': 'GET',
  state: 'GET',
  reset: 'POST',
  step: 'POST',
  mcp: 'POST',
  list_environments: 'GET',
})

/**
 * The route of OpenEnv's Task API that a path names; its paths start with the environment's name.
 */
const findTaskRoute = ({ env, route }: Target): TaskRoute | undefined =>
  route.startsWith(`${env}/`) ? TASK_ROUTES[route.slice(env.length + 1)] : undefined

const SEATS_MAX = 20_000

/** An OpenEnv server for each environment. The base URL of its clients is `/openenv/{env}`. */
export class OpenEnvAdapter implements Adapter {
  readonly root = '/openenv'
  readonly #host: Host
  /** The seats of clients that named their session, so that later requests find them. */
  readonly #seats = new CallerCache<Seat>(SEATS_MAX)

  constructor(host: Host) {
    this.#host = host
  }

  isProbe(path: readonly string[]): boolean {
    return path.at(-1) === 'health' && path.length === 2
  }

  async answer(call: AdapterCall): Promise<AdapterAnswer> {
    const target = parseTarget(call)
    const { env, route } = target
    if (!this.isProbe(call.path)) checkCaller('env.describe', call.caller, { env })
    const task = findTaskRoute(target)
    const allow = task?.method ?? ROUTES[route]
    if (allow === undefined) {
      throw new Fault('request/not_found', `there is nothing at ${shown(call.path.join('/'))}`)
    }
    if (call.method !== allow && !(allow === 'GET' && call.method === 'HEAD')) {
      const message = `${call.method} is not served at ${route}`
      throw new Fault('request/method_not_allowed', message, { details: { allow: [allow] } })
    }
    if (task !== undefined) {
      const from = { ...call, host: this.#host, env }
      return { status: 200, body: await task.ofEnvironment(from, call.body) }
    }
    const body = allow === 'POST' ? await this.#play(call, target) : await this.#page(call, target)
    return { status: 200, body }
  }

  protocolAt(target: SocketTarget): SocketProtocol | undefined {
    if (target.path.at(-1) !== 'ws') return undefined
    const { env, session } = parseTarget(target)
    return openEnvProtocol({
      env,
      seatOf: (caller) => (session === undefined ? newSeat() : this.#seatOf(caller, env, session)),
      ended: (caller) => {
        if (session !== undefined) this.#seats.drop(caller, `${env}\n${session}`)
      },
      isShared: target.query.has('session_id'),
    })
  }

  /** The seat for a session name: a cached one, the episode of that id, or a new one. */
  #seatOf(caller: Caller, env: string, name: string): Seat {
    const key = `${env}\n${checkedName(name)}`
    const seat = this.#seats.find(caller, key) ?? newSeat(isEpisodeId(name) ? name : undefined)
    this.#seats.put(caller, key, seat)
    return seat
  }

  #playerOf(call: AdapterCall, env: string, name: string | undefined): SeatedClient {
    const { caller, onWait, goesOn } = call
    const seat = name === undefined ? newSeat() : this.#seatOf(caller, env, name)
    return { host: this.#host, caller, env, seat, onWait, goesOn }
  }

  async #page(call: AdapterCall, { env, session, route }: Target): Promise<object> {
    if (route === 'health') return { status: 'healthy' }
    if (route === 'list_environments') return [env]
    if (route === 'state') {
      return state(this.#playerOf(call, env, session ?? call.query.get('episode_id') ?? undefined))
    }
    const description = await describeEnvironment({ ...call, host: this.#host, env })
    if (route === 'metadata') return metadataPage(description)
    return route === 'schema' ? schemaPage() : openApiPage(description)
  }

  async #play(call: AdapterCall, { env, session, route }: Target): Promise<object> {
    const data = call.body()
    if (route === 'mcp') return this.#answerMcp(call, data, { env, session })
    const player = this.#playerOf(call, env, session ?? namedIn(data))
    if (route === 'reset') return reset(player, data)
    return step(player, isObject(data) ? data.action : data)
  }

  async #answerMcp(
    call: AdapterCall,
    data: unknown,
    { env, session }: Pick<Target, 'env' | 'session'>,
  ): Promise<object> {
    const request = parseRpc(data)
    const { caller } = call
    const sessions: Sessions = {
      create: (name) => this.#seats.put(caller, `${env}\n${name}`, newSeat()),
      at: (name) => this.#playerOf(call, env, name),
      close: async (name) => {
        await closeSeat(this.#playerOf(call, env, name))
        this.#seats.drop(caller, `${env}\n${name}`)
      },
    }
    try {
      return await answerMcpCall(request, this.#playerOf(call, env, session), sessions)
    } catch (error) {
      if (error instanceof Fault) return faultReply(request.id, error)
      throw error
    }
  }
}

/** An HTTP request may name its session by the id of the episode. */
function namedIn(data: unknown): string | undefined {
  const named = isObject(data) ? data.episode_id : undefined
  return typeof named === 'string' ? named : undefined
}
