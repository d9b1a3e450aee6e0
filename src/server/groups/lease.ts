import type { Connection } from '../connection.ts'
import type { GroupOptions } from './options.ts'

/** What keeps others waiting for a rollout. */
export interface Lease {
  /** Its last message, by the store's clock for leases. */
  heardMs: number
  /** The connection of that message; undefined for HTTP, where there is none to watch. */
  connection: Connection | undefined
}

/**
 * When a lease runs out: some time after the last message, or, for a rollout on a socket, as long
 * as that lives (within a bound, since a live socket does not say that the rollout goes on) and a
 * short grace after it closed.
 */
export function leaseEndMs({ heardMs, connection }: Lease, options: GroupOptions): number {
  if (connection === undefined) return heardMs + options.leaseMs
  if (connection.closedMs === undefined) {
    return heardMs + Math.max(options.silenceMs, options.leaseMs)
  }
  return connection.closedMs + options.graceMs
}

/** For how long others still wait, in whole milliseconds; the clock of leases counts parts. */
export const leaseLeftMs = (lease: Lease, options: GroupOptions, nowMs: number): number =>
  Math.max(0, Math.ceil(leaseEndMs(lease, options) - nowMs))
