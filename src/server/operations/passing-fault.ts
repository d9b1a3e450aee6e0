import { Fault } from '../../wire/faults.ts'
import { notPlayed } from './fault-episode.ts'
import { storeFault } from './rows.ts'

/**
 * The fault for a failure that says nothing of what was asked for, so that the same call may be
 * sent again; undefined for any other.
 */
export function passingFault(error: unknown): Fault | undefined {
  const known = notPlayed(error) ?? storeFault(error)
  return known instanceof Fault && known.retryable ? known : undefined
}
