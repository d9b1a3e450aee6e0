import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { storeFault } from './rows.ts'

/** @throws Fault `store/unavailable` */
export async function reading<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    throw storeFault(error)
  }
}

/**
 * Takes one look into the store, in the turn of the caller.
 *
 * @throws Fault `store/unavailable`, `capacity/in_flight`
 */
export const scanStore = <Value>(
  { reads }: Pick<HostCore, 'reads'>,
  caller: Caller,
  read: () => Promise<Value>,
): Promise<Value> => reads.look(callerName(caller), () => reading(read))
