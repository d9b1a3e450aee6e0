import { Fault, type FaultCode } from '../wire/faults.ts'
import type { Config } from './config/schema.ts'

/**
 * Counts the calls of a limited kind that each principal has under way.
 *
 * @param subject the plural noun for the fault's message
 */
export function inFlightLimit(maximum: number, code: FaultCode, subject: string) {
  const counts = new Map<string, number>()
  return {
    /** @throws Fault with the limit's code if the principal has reached the limit */
    enter(principal: string): void {
      const count = counts.get(principal) ?? 0
      if (count >= maximum) throw new Fault(code, `this caller has ${count} ${subject} already`)
      counts.set(principal, count + 1)
    },
    leave(principal: string): void {
      const left = (counts.get(principal) ?? 1) - 1
      if (left === 0) counts.delete(principal)
      else counts.set(principal, left)
    },
  }
}

export type InFlightLimit = ReturnType<typeof inFlightLimit>

/** The limits for each principal, which all transports share. */
export const callerLimits = (limits: Config['limits']) => ({
  calls: inFlightLimit(limits.in_flight_per_principal_max, 'capacity/in_flight', 'calls under way'),
  watches: inFlightLimit(limits.watches_per_principal_max, 'capacity/watches', 'watches'),
  sockets: inFlightLimit(limits.sockets_per_principal_max, 'capacity/sockets', 'sockets'),
})
export type CallerLimits = ReturnType<typeof callerLimits>
