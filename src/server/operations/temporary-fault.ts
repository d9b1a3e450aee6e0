import { Fault } from '../../wire/faults.ts'
import { notPlayedFault } from './fault-episode.ts'
import { storeFault } from './rows.ts'

/**
 * The fault for a temporary failure, after which the same call may be sent again; undefined for all
 * other errors.
 */
export function temporaryFault(error: unknown): Fault | undefined {
  const known = notPlayedFault(error) ?? storeFault(error)
  return known instanceof Fault && known.retryable ? known : undefined
}
