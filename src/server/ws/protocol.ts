import type { Fault } from '../../wire/faults.ts'
import type { Config } from '../config/schema.ts'
import type { Holding } from '../holdings.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { CallerLimits, InFlightLimit } from '../in-flight-limit.ts'
import type { Caller } from '../principal.ts'
import type { Sender } from './socket.ts'

/** The services that a protocol gets for one socket. */
export interface ProtocolOptions {
  readonly host: Host
  /** The owner of the socket. Its connection closes with the socket. */
  readonly caller: Caller
  readonly callerLimits: CallerLimits
  readonly holding: Holding
  readonly sender: Sender
  readonly limits: Config['limits']
  readonly log: HostLog
  /** Closes the socket after everything that was sent has left. */
  hangUp(code: number, reason: string): void
}

/** The services that watches and feeds of a socket get. */
export interface FollowOptions
  extends Pick<ProtocolOptions, 'host' | 'caller' | 'sender' | 'holding'> {
  readonly limit: InFlightLimit
  /** The unsent bytes at which the reader is slow: a watch stops, and the feed waits. */
  readonly lagBytes: number
}

/** The server's side of a protocol on one socket. */
export interface ProtocolSession {
  /**
   * Answers a frame when it is its caller's turn.
   *
   * @param value the parsed JSON, or the fault for a frame that is not JSON
   * @param bytes the length of the frame, which does not count as held any more
   * @param unparsedId the id of the call that the fault refuses, if it is known
   */
  frame(value: unknown | Fault, bytes: number, unparsedId: number | null): void
  /** The socket is closed. */
  closed(): void
}

/** A protocol on sockets. */
export type SocketProtocol = (options: ProtocolOptions) => ProtocolSession
