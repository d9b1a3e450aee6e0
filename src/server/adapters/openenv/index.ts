import { Fault, shown } from '../../../wire/faults.ts'
import type { Host } from '../../host.ts'
import type { Caller } from '../../principal.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapter.ts'
import { metadataPage, openApiPage, schemaPage } from './describe.ts'
import { answerCall, faultReply, requestOf, type Sessions } from './mcp.ts'
import { isEpisodeId, type Target, targetOf } from './names.ts'
import { describe, leave, type Player, reset, state, step } from './play.ts'
import { refusal } from './refusal.ts'
import { isObject } from './reset-request.ts'
import { newSeat, type Seat, Seats } from './seats.ts'
import { openEnvSpeaker } from './socket.ts'

/** The routes, with their methods. */
const ROUTES: Readonly<Record<string, 'GET' | 'POST'>> = {
  health: 'GET',
  metadata: 'GET',
  schema: 'GET',
  'openapi.json': 'GET',
  state: 'GET',
  reset: 'POST',
  step: 'POST',
  mcp: 'POST',
}

/** OpenEnv's server, one for each environment: `/openenv/{env}` is the base URL of its clients. */
export function openEnvAdapter(host: Host): Adapter {
  const seats = new Seats()

  /** The seat of a name: taken before, or the episode itself, or a new one. */
  function seatOf(principal: string, env: string, name: string): Seat {
    const key = `${env}\n${name}`
    const seat = seats.find(principal, key) ?? newSeat(isEpisodeId(name) ? name : undefined)
    seats.put(principal, key, seat)
    return seat
  }

  function playerOf(call: AdapterCall, env: string, name: string | undefined): Player {
    const { caller, onWait } = call
    const seat = name === undefined ? newSeat() : seatOf(ownerOfSeats(caller), env, name)
    return { host, caller, env, seat, onWait }
  }

  return {
    root: '/openenv',
    isProbe: (path) => path.at(-1) === 'health' && path.length === 2,
    refusal,
    async answer(call) {
      const target = targetOf(call)
      const route = Object.hasOwn(ROUTES, target.route) ? target.route : undefined
      if (route === undefined) {
        throw new Fault('request/not_found', `there is nothing at ${shown(call.path.join('/'))}`)
      }
      const allow = ROUTES[route] as string
      if (call.method !== allow && !(allow === 'GET' && call.method === 'HEAD')) {
        const message = `${call.method} is not served at ${route}`
        throw new Fault('request/method_not_allowed', message, { details: { allow: [allow] } })
      }
      return answerAt(route, call, target)
    },
    speakerAt(target) {
      const isSocket = target.path.at(-1) === 'ws'
      if (!isSocket) return undefined
      const { env, session } = targetOf(target)
      return openEnvSpeaker({
        env,
        seatOf: (caller) =>
          session === undefined ? newSeat() : seatOf(ownerOfSeats(caller), env, session),
        ended(caller) {
          if (session !== undefined) seats.drop(ownerOfSeats(caller), `${env}\n${session}`)
        },
        isShared: target.query.has('session_id'),
      })
    },
  }

  async function answerAt(
    route: string,
    call: AdapterCall,
    { env, session }: Target,
  ): Promise<AdapterAnswer> {
    const ok = (body: unknown): AdapterAnswer => ({ status: 200, body })
    const asked = (): Promise<Awaited<ReturnType<typeof describe>>> =>
      describe({ host, caller: call.caller, env })
    switch (route) {
      case 'health':
        return ok({ status: 'healthy' })
      case 'metadata':
        return ok(metadataPage(await asked()))
      case 'openapi.json':
        return ok(openApiPage(await asked()))
      case 'schema':
        await asked()
        return ok(schemaPage())
      case 'state': {
        const name = session ?? call.query.get('episode_id') ?? undefined
        return ok(await state(playerOf(call, env, name)))
      }
      case 'reset': {
        const data = call.body()
        const player = playerOf(call, env, session ?? namedIn(data))
        return ok(await reset(player, data))
      }
      case 'step': {
        const data = call.body()
        const player = playerOf(call, env, session ?? namedIn(data))
        return ok(await step(player, isObject(data) ? data.action : data))
      }
      default:
        return ok(await answerMcp(call, env, session))
    }
  }

  async function answerMcp(call: AdapterCall, env: string, session: string | undefined) {
    const request = requestOf(call.body())
    const principal = ownerOfSeats(call.caller)
    const sessions: Sessions = {
      create: (name) => seats.put(principal, `${env}\n${name}`, newSeat()),
      at: (name) => playerOf(call, env, name),
      async close(name) {
        await leave(playerOf(call, env, name))
        seats.drop(principal, `${env}\n${name}`)
      },
    }
    try {
      return await answerCall(request, playerOf(call, env, session), sessions)
    } catch (error) {
      if (error instanceof Fault) return faultReply(request.id, error)
      throw error
    }
  }
}

/** Whose names of sessions a caller uses: the bearer of a key has its own, and not its owner's. */
const ownerOfSeats = (caller: Caller): string =>
  caller.kind === 'principal' ? `principal ${caller.name}` : `key ${caller.key.episode}`

/** A request over HTTP may name its session by the id of its episode. */
function namedIn(data: unknown): string | undefined {
  const named = isObject(data) ? data.episode_id : undefined
  if (typeof named !== 'string') return undefined
  if (named.length >= 1 && named.length <= 200) return named
  throw new Fault('request/invalid', `episode_id has 1 to 200 characters, not ${shown(named)}`)
}
