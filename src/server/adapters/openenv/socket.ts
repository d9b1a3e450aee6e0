import { Fault, shown } from '../../../wire/faults.ts'
import { asFault } from '../../as-fault.ts'
import { type Caller, callerName } from '../../principal.ts'
import type { Speaker } from '../../ws/speech.ts'
import { leave, type Player, reset, state, step } from './play.ts'
import { errorFrame } from './refusal.ts'
import { isObject } from './reset-request.ts'
import type { Seat } from './seats.ts'

/** Clients send one message and wait; who sends so many ahead speaks something else. */
const QUEUED_MAX = 8
const NORMAL = 1000
const POLICY = 1008

export interface SocketPlace {
  readonly env: string
  /** Finds the seat of a caller, or makes it. */
  seatOf(caller: Caller): Seat
  /** The client has said that it is done with its session. */
  ended(caller: Caller): void
  /** Whether the session outlives the word `close` on this socket. */
  readonly isShared: boolean
}

/** OpenEnv's messages on one socket: each gets exactly one answer, in their order. */
export function openEnvSpeaker({ env, seatOf, ended, isShared }: SocketPlace): Speaker {
  return ({ host, caller, callerLimits: { calls }, holding, sender, log, hangUp }) => {
    const name = callerName(caller)
    const seat = seatOf(caller)
    let last: Promise<void> = Promise.resolve()
    let queued = 0
    let isClosed = false

    async function answer(value: unknown): Promise<void> {
      let entered = false
      const onWait = (): void => {
        if (entered) calls.leave(name)
        entered = false
      }
      try {
        if (value instanceof Fault) throw value
        calls.enter(name)
        entered = true
        holding.checkRoom()
        const text = await carryOut({ host, caller, env, seat, onWait }, value)
        if (text === undefined) {
          hangUp(NORMAL, 'closed as asked')
          return
        }
        holding.checkFits(text.length)
        sender.send(text)
      } catch (error) {
        const fault = asFault(error, log)
        host.metrics.faults.set(fault.code, (host.metrics.faults.get(fault.code) ?? 0) + 1)
        sender.send(errorFrame(fault))
      } finally {
        onWait()
      }
    }

    /** The text of the answer; undefined: the client takes its leave. */
    async function carryOut(player: Player, value: unknown): Promise<string | undefined> {
      const { type, data } = messageOf(value)
      switch (type) {
        case 'reset':
          return observed(await reset(player, data ?? {}))
        case 'step':
          return observed(await step(player, data))
        case 'state':
          return JSON.stringify({ type: 'state', data: await state(player) })
        case 'close':
          if (isShared) return undefined
          await leave(player)
          ended(caller)
          return undefined
        default:
          throw new Fault('request/unknown_method', `there is no message ${shown(type)}`, {
            hint: 'Send reset, step, state or close.',
          })
      }
    }

    return {
      frame(value, bytes) {
        if (isClosed) return
        if (queued >= QUEUED_MAX) {
          isClosed = true
          hangUp(POLICY, 'wait for answers before you send more')
          return
        }
        queued += 1
        holding.bytes += bytes
        last = last.then(async () => {
          holding.bytes -= bytes
          queued -= 1
          if (!isClosed) await answer(value)
        })
      },
      closed() {
        isClosed = true
      },
    }
  }
}

const observed = (data: object): string => JSON.stringify({ type: 'observation', data })

function messageOf(value: unknown): { readonly type: string; readonly data: unknown } {
  if (!isObject(value) || typeof value.type !== 'string') {
    const message = `a message is an object with a type, not ${shown(value)}`
    throw new Fault('request/invalid', message)
  }
  return { type: value.type, data: value.data }
}
