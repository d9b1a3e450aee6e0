import { Fault, type FaultCode } from '../wire/faults.ts'

/** Counts the calls of a limited kind that each principal has under way. */
export interface InFlightLimit {
  /** @throws Fault with the limit's code if the principal has reached the limit */
  enter(principal: string): void
  leave(principal: string): void
}

/** @param subject the plural noun for the fault's message */
export function inFlightLimit(maximum: number, code: FaultCode, subject: string): InFlightLimit {
  const counts = new Map<string, number>()
  return {
    enter(principal) {
      const count = counts.get(principal) ?? 0
      if (count >= maximum) throw new Fault(code, `this caller has ${count} ${subject} already`)
      counts.set(principal, count + 1)
    },
    leave(principal) {
      const left = (counts.get(principal) ?? 1) - 1
      if (left === 0) counts.delete(principal)
      else counts.set(principal, left)
    },
  }
}

/** The limits for each principal, which all transports share. */
export interface CallerLimits {
  readonly calls: InFlightLimit
  readonly watches: InFlightLimit
  readonly sockets: InFlightLimit
}

export function callerLimits(limits: {
  readonly in_flight_per_principal_max: number
  readonly watches_per_principal_max: number
  readonly sockets_per_principal_max: number
}): CallerLimits {
  return {
    calls: inFlightLimit(
      limits.in_flight_per_principal_max,
      'capacity/in_flight',
      'calls under way',
    ),
    watches: inFlightLimit(limits.watches_per_principal_max, 'capacity/watches', 'watches'),
    sockets: inFlightLimit(limits.sockets_per_principal_max, 'capacity/sockets', 'sockets'),
  }
}
