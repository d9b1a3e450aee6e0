import { randomBytes } from 'node:crypto'
import { isObject } from '../../../tools/json-object.ts'
import { Fault, rpcError, shown } from '../../../wire/faults.ts'
import type { SeatedClient } from '../seated.ts'
import { mcpTools, step, toolsAt } from './play.ts'

/** OpenEnv's own JSON-RPC calls, which its tool clients make beside their WebSocket. */

type Reply = Readonly<Record<string, unknown>>

const INVALID_REQUEST = -32_600

/** The session functions that these calls need. */
export interface Sessions {
  /** Creates a session under a name that nobody can guess. */
  create(name: string): void
  /** The player of a session. */
  at(name: string): SeatedClient
  close(name: string): Promise<void>
}

export const faultReply = (id: unknown, fault: Fault): Reply => ({
  jsonrpc: '2.0',
  id,
  error: rpcError(fault),
})

function invalidRequest(id: unknown): Reply {
  const error = rpcError(new Fault('request/invalid', 'this is no request of JSON-RPC 2.0'))
  return { jsonrpc: '2.0', id, error: { ...error, code: INVALID_REQUEST } }
}

/** The parsed request, if the body is one. */
export function parseRpc(body: unknown) {
  const message = isObject(body) ? body : {}
  const id = ['string', 'number'].includes(typeof message.id) ? message.id : null
  const isRequest = message.jsonrpc === '2.0' && typeof message.method === 'string'
  const params = isObject(message.params) ? message.params : {}
  return { id, method: isRequest ? (message.method as string) : undefined, params }
}

/** Answers a call, and throws faults. */
export async function answerMcpCall(
  { id, method, params }: ReturnType<typeof parseRpc>,
  player: SeatedClient,
  sessions: Sessions,
): Promise<Reply> {
  const reply = (result: object): Reply => ({ jsonrpc: '2.0', id, result })
  const session = params.session_id
  const playerAt = () => (typeof session === 'string' ? sessions.at(session) : player)
  switch (method) {
    case undefined:
      return invalidRequest(id)
    case 'openenv/session/create': {
      const name = randomBytes(16).toString('hex')
      sessions.create(name)
      return reply({ session_id: name })
    }
    case 'openenv/session/close':
      if (typeof session === 'string') await sessions.close(session)
      return reply({ session_id: session ?? null, closed: true })
    case 'tools/list':
      return reply({ tools: mcpTools(await toolsAt(playerAt())) })
    case 'tools/call':
      return reply(await called(playerAt(), params))
    default:
      throw new Fault('request/unknown_method', `there is no method ${shown(method)}`)
  }
}

async function called(
  player: SeatedClient,
  params: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const { name, arguments: args } = params
  const call = { type: 'call_tool', tool_name: name, arguments: args ?? {} }
  const { observation, reward, done, metadata } = await step(player, call)
  const text = observation.text as string
  return {
    content: [{ type: 'text', text }],
    data: text,
    isError: false,
    _meta: { reward, done, ...metadata },
  }
}
