import { Fault } from '../wire/faults.ts'
import type { HostLog } from './host-log.ts'
import { countOne, type HostMetrics } from './host-metrics.ts'

/** An error that is not a fault is a bug. The operator sees it, and the caller does not. */
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

/** The same, and counts the fault in the metrics. */
export function countedFault(
  { metrics }: { readonly metrics: HostMetrics },
  error: unknown,
  log: HostLog,
): Fault {
  const fault = asFault(error, log)
  countOne(metrics.faults, fault.code)
  return fault
}
