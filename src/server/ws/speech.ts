import type { Fault } from '../../wire/faults.ts'
import type { Config } from '../config/schema.ts'
import type { Holding } from '../holdings.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { CallerLimits, InFlightLimit } from '../in-flight-limit.ts'
import type { Caller } from '../principal.ts'
import type { Sender } from './socket.ts'

/** What a protocol has to work with on one socket. */
export interface SpeechOptions {
  readonly host: Host
  /** Whoever opened the socket; its connection closes with it. */
  readonly caller: Caller
  readonly callerLimits: CallerLimits
  readonly holding: Holding
  readonly sender: Sender
  readonly limits: Config['limits']
  readonly log: HostLog
  /** Closes the socket, once what was sent has left. */
  hangUp(code: number, reason: string): void
}

/** What watches and feeds of a socket have to work with. */
export interface FollowOptions
  extends Pick<SpeechOptions, 'host' | 'caller' | 'sender' | 'holding'> {
  readonly limit: InFlightLimit
  /** Unsent bytes at which the reader lags: a watch is stopped, and news has to wait. */
  readonly lagBytes: number
}

/** One side of a talk on a socket. */
export interface Speech {
  /**
   * Answers a frame when it is its caller's turn.
   *
   * @param value its JSON, or the fault for what is none
   * @param bytes of the frame, which are not counted as held any more
   */
  frame(value: unknown | Fault, bytes: number): void
  /** The socket is closed. */
  closed(): void
}

/** A protocol that is spoken on sockets. */
export type Speaker = (options: SpeechOptions) => Speech
