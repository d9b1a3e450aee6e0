import { isObject } from '../../../tools/json-object.ts'
import { Fault, rpcError, shown } from '../../../wire/faults.ts'
import { countedFault } from '../../as-fault.ts'
import { CountedCall } from '../../counted-call.ts'
import { checkCaller } from '../../host.ts'
import { type Caller, callerName } from '../../principal.ts'
import type { ProtocolOptions, ProtocolSession, SocketProtocol } from '../../ws/protocol.ts'
import { closeSeat, type SeatedClient } from '../seated.ts'
import type { Seat } from '../seats.ts'
import { reset, state, step } from './play.ts'

/**
 * Clients send one message and wait. A client with more queued messages speaks another protocol.
 */
const QUEUED_MAX = 8
const NORMAL = 1000
const POLICY = 1008

interface SocketContext {
  readonly env: string
  /** Finds or creates the seat of a caller. */
  seatOf(caller: Caller): Seat
  /** Called when the client ends its session. */
  ended(caller: Caller): void
  /** Whether the session continues after the message `close` on this socket. */
  readonly isShared: boolean
}

/** OpenEnv's messages on one socket. Each gets exactly one answer, in order. */
export const openEnvProtocol =
  (context: SocketContext): SocketProtocol =>
  (options) =>
    new OpenEnvSocket(context, options)

class OpenEnvSocket implements ProtocolSession {
  readonly #context: SocketContext
  readonly #options: ProtocolOptions
  readonly #seat: Seat
  #last: Promise<void> = Promise.resolve()
  #queued = 0
  #isClosed = false

  constructor(context: SocketContext, options: ProtocolOptions) {
    this.#context = context
    this.#options = options
    this.#seat = context.seatOf(options.caller)
  }

  frame(value: unknown, bytes: number): void {
    const { holding, hangUp } = this.#options
    if (this.#isClosed) return
    if (this.#queued >= QUEUED_MAX) {
      this.#isClosed = true
      hangUp(POLICY, 'wait for answers before you send more')
      return
    }
    this.#queued += 1
    holding.bytes += bytes
    this.#last = this.#last.then(async () => {
      holding.bytes -= bytes
      if (!this.#isClosed) await this.#answer(value)
      this.#queued -= 1
    })
  }

  closed(): void {
    this.#isClosed = true
  }

  async #answer(value: unknown): Promise<void> {
    const { host, caller, callerLimits, holding, sender, log, hangUp } = this.#options
    let call: CountedCall | undefined
    try {
      if (value instanceof Fault) throw value
      call = new CountedCall(callerLimits.calls, callerName(caller))
      holding.checkRoom()
      const { onWait, goesOn } = call
      checkCaller('env.describe', caller, { env: this.#context.env })
      const player = { host, caller, env: this.#context.env, seat: this.#seat, onWait, goesOn }
      const text = await this.#carryOut(player, value)
      if (text === undefined) {
        hangUp(NORMAL, 'closed as asked')
        return
      }
      holding.checkFits(text.length)
      sender.send(text)
    } catch (error) {
      sender.send(errorFrame(countedFault(host, error, log)))
    } finally {
      call?.end()
    }
  }

  /** The text of the answer; undefined if the client ends the session. */
  async #carryOut(player: SeatedClient, value: unknown): Promise<string | undefined> {
    const { type, data } = parseMessage(value)
    switch (type) {
      case 'reset':
        return observationFrame(await reset(player, data ?? {}))
      case 'step':
        return observationFrame(await step(player, data))
      case 'state':
        return JSON.stringify({ type: 'state', data: await state(player) })
      case 'close':
        if (this.#context.isShared) return undefined
        await closeSeat(player)
        this.#context.ended(player.caller)
        return undefined
      default:
        throw new Fault('request/unknown_method', `there is no message ${shown(type)}`, {
          hint: 'Send reset, step, state or close.',
        })
    }
  }
}

const observationFrame = (data: object): string => JSON.stringify({ type: 'observation', data })

function parseMessage(value: unknown): { readonly type: string; readonly data: unknown } {
  if (!isObject(value) || typeof value.type !== 'string') {
    const message = `a message is an object with a type, not ${shown(value)}`
    throw new Fault('request/invalid', message)
  }
  return { type: value.type, data: value.data }
}

/** OpenEnv's error codes by patterns of our fault codes. The first match counts. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^request\/malformed_json$/, 'INVALID_JSON'],
  [/^request\/unknown_method$/, 'UNKNOWN_TYPE'],
  [/^(?:request|action|settings|seed|env|task)\//, 'VALIDATION_ERROR'],
  [/^capacity\//, 'CAPACITY_REACHED'],
  [/^(?:auth\/|episode\/not_found)/, 'SESSION_ERROR'],
]

/** The complete text of a fault, because clients print only the message. */
const words = ({ code, message, hint }: Fault): string => `${code}: ${message}. ${hint}`

/** The WebSocket frame of a fault. */
function errorFrame(fault: Fault): string {
  const code = CODES.find(([pattern]) => pattern.test(fault.code))?.[1] ?? 'EXECUTION_ERROR'
  const { data } = rpcError(fault)
  return JSON.stringify({ type: 'error', data: { message: words(fault), code, fault: data } })
}
