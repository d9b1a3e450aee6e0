import { Fault } from '../../wire/faults.ts'
import { notPlayedFault } from './fault-episode.ts'
import { storeFault } from './rows.ts'

/**
 * The fault for a temporary failure, after which the same call may be sent again; undefined for all
 * other errors.
 */
export function temporaryFault(error: unknown): Fault | undefined {
  const knownFault = notPlayedFault(error) ?? storeFault(error)
  return knownFault instanceof Fault && knownFault.retryable ? knownFault : undefined
}
