import { randomUUID } from 'node:crypto'
import { byName } from '../../../sim/by-name.ts'
import { Fault, problemBody, shown } from '../../../wire/faults.ts'
import type { Host } from '../../host.ts'
import { ownVersion } from '../../own-version.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapter.ts'
import { CallerCache } from '../caller-cache.ts'
import { describeEnvironment, type EnvironmentCall, type SeatedClient } from '../seated.ts'
import { newSeat, type Seat } from '../seats.ts'
import { parseRequest } from '../task-requests.ts'
import { TASK_ROUTES } from '../tasks.ts'
import { toolPage } from './blocks.ts'
import { createEpisode, listMessages, ping, playCall, prompt, remove, taskTools } from './play.ts'
import { create, createSession } from './requests.ts'

type Serve<What> = (request: What, body: () => unknown) => Promise<object> | object
/** A route: its method, and what must be known before the server can answer. */
type Route =
  | { readonly method: string; readonly ofEnvironment: Serve<EnvironmentCall> }
  | { readonly method: string; readonly inSession: Serve<SeatedClient> }

/** The routes of an environment or of a session in it: `/{env}/ROUTE`. */
const ROUTES: Readonly<Record<string, Route>> = byName({
  ...TASK_ROUTES,
  tools: {
    method: 'GET',
    ofEnvironment: async (from) => toolPage(await describeEnvironment(from)),
  },
  prompt: { method: 'GET', inSession: prompt },
  messages: { method: 'GET', inSession: listMessages },
  task_tools: { method: 'GET', inSession: taskTools },
  call: {
    method: 'POST',
    inSession: async (player, body) => streamed(await playCall(player, body())),
  },
})

/** The routes that belong to no environment. */
const ROOT_ROUTES: Readonly<Record<string, string>> = byName({
  list_environments: 'GET',
  version: 'GET',
  create_session: 'POST',
  delete_session: 'POST',
  create: 'POST',
  delete: 'POST',
  ping: 'POST',
})

const IN_SESSION = Object.keys(ROUTES).join('|')
const SEATS_MAX = 20_000
const ENVIRONMENT = /^[a-z][a-z0-9-]*-v[1-9][0-9]*$/

/** The seat of a session, and the environment of its episode. */
interface Session {
  readonly seat: Seat
  env: string
}

/**
 * A server of the Open Reward Standard. Its clients accept only addresses without a path. The
 * server therefore uses names in the root that nothing else has.
 */
export class OrsAdapter implements Adapter {
  readonly root = ''
  readonly routes = [
    ...Object.entries(ROOT_ROUTES).map(([name, method]) => ({ method, path: `/${name}` })),
    ...Object.entries(ROUTES).map(([name, { method }]) => ({ method, path: `/${name}` })),
    ...['GET', 'POST'].map((method) => ({
      method,
      path: `/:env{${ENVIRONMENT.source.slice(1, -1)}}/:route{${IN_SESSION}}`,
    })),
  ]
  readonly #host: Host
  readonly #sessions = new CallerCache<Session>(SEATS_MAX)

  constructor(host: Host) {
    this.#host = host
  }

  /**
   * A step that is not ready looks like a server that is starting. Clients retry it for many
   * minutes.
   */
  refusal(fault: Fault): AdapterAnswer {
    const body = problemBody(fault)
    if (fault.code !== 'step/in_flight') return { status: fault.status, body }
    const headers = { 'x-backend-state': 'starting', 'retry-after': '1' }
    return { status: 503, body, headers }
  }

  async answer(adapterCall: AdapterCall): Promise<AdapterAnswer> {
    const [first = '', second] = adapterCall.path
    const body =
      second === undefined && Object.hasOwn(ROOT_ROUTES, first)
        ? await this.#atRoot(adapterCall, first)
        : await this.#inEnvironment(
            adapterCall,
            second === undefined ? [undefined, first] : adapterCall.path,
          )
    if (!(body instanceof Events)) return { status: 200, body }
    return { status: 200, body: body.text, headers: { 'content-type': 'text/event-stream' } }
  }

  async #atRoot(adapterCall: AdapterCall, name: string): Promise<object> {
    const { caller } = adapterCall
    switch (name) {
      case 'list_environments':
        return (await this.#host.call('env.list', caller, {})).map(({ env }) => env)
      case 'version':
        return { version: ownVersion(), build_sha: null }
      case 'create_session':
        parseRequest(createSession, adapterCall.body())
        return new Events([
          ['task_id', randomUUID()],
          ['end', ''],
        ])
      case 'create':
        return this.#create(adapterCall)
    }
    const id = sessionId(adapterCall)
    // A session is only a name until an episode is created in it.
    if (name === 'delete_session') return { sid: id }
    const player = this.#player(adapterCall)
    if (name === 'ping') return ping(player)
    this.#sessions.drop(caller, id)
    return remove(player, id)
  }

  async #create(adapterCall: AdapterCall): Promise<object> {
    const id = sessionId(adapterCall)
    const { env_name: named } = parseRequest(create, adapterCall.body())
    const env = named ?? defaultEnvironment(adapterCall)
    const session = this.#sessions.find(adapterCall.caller, id) ?? { seat: newSeat(), env }
    const player = { ...adapterCall, host: this.#host, env, seat: session.seat }
    const created = await createEpisode(player, id, adapterCall.body())
    session.env = env
    this.#sessions.put(adapterCall.caller, id, session)
    return created
  }

  async #inEnvironment(
    adapterCall: AdapterCall,
    path: readonly (string | undefined)[],
  ): Promise<object> {
    const [env, name = ''] = path
    const route = ROUTES[name] as Route
    if (adapterCall.method !== route.method) {
      const details = { allow: [route.method] }
      const message = `${adapterCall.method} is not served at ${name}`
      throw new Fault('request/method_not_allowed', message, { details })
    }
    if ('inSession' in route)
      return route.inSession(this.#player(adapterCall, env), adapterCall.body)
    const from = { ...adapterCall, host: this.#host, env: env ?? defaultEnvironment(adapterCall) }
    return route.ofEnvironment(from, adapterCall.body)
  }

  /** @param named the environment in the path; default: that of the session */
  #player(adapterCall: AdapterCall, named?: string): SeatedClient {
    const session = this.#sessions.find(adapterCall.caller, sessionId(adapterCall))
    const { seat, env } = session ?? { seat: newSeat(), env: '' }
    if (session !== undefined && named !== undefined && named !== env) {
      const message = `the episode of this session is one of ${env}, and none of ${named}`
      throw new Fault('episode/not_found', message)
    }
    return { ...adapterCall, host: this.#host, seat, env }
  }
}

/** Creates the events of a stream. */
class Events {
  readonly text: string

  constructor(events: readonly (readonly [string, string])[]) {
    this.text = events.map(([event, data]) => `event: ${event}\ndata: ${data}\n\n`).join('')
  }
}

const streamed = ({ task, output }: { readonly task: string; readonly output: object }): Events =>
  new Events([
    ['task_id', task],
    ['end', JSON.stringify(output)],
  ])

/** @throws Fault `request/invalid` */
function sessionId({ headers }: AdapterCall): string {
  const header = headers['x-session-id']
  if (typeof header === 'string' && /^[\x21-\x7e]{1,150}$/.test(header)) return header
  const message = `X-Session-ID must be what create_session gave, not ${shown(header ?? null)}`
  throw new Fault('request/invalid', message)
}

/** The environment that a client without a variant means: the last part of our name for it. */
function defaultEnvironment({ headers }: AdapterCall): string {
  const header = String(headers['x-deployment'] ?? '')
  const name = header.split('/').at(-1) ?? ''
  if (ENVIRONMENT.test(name)) return name
  throw new Fault('env/unknown', `no environment is named, and ${shown(header)} is none`, {
    hint: 'Name one of /list_environments as the variant, or as the name.',
  })
}
