import { Fault } from '../wire/faults.ts'
import type { HostLog } from './host-log.ts'
import { countOne, type HostMetrics } from './host-metrics.ts'

/** Anything that is not a fault is a bug: the operator gets it, the caller does not. */
export function asFault(error: unknown, log: HostLog): Fault {
  if (error instanceof Fault) {
    if (error.cause !== undefined) {
      log.warn({ code: error.code, cause: String(error.cause) }, error.message)
    }
    return error
  }
  log.error({ error: error instanceof Error ? error.stack : String(error) }, 'internal error')
  return new Fault('server/internal', 'the server failed; the operator finds why in its log')
}

/** The same, counted among the faults that callers were told. */
export function countedFault(
  { metrics }: { readonly metrics: HostMetrics },
  error: unknown,
  log: HostLog,
): Fault {
  const fault = asFault(error, log)
  countOne(metrics.faults, fault.code)
  return fault
}
