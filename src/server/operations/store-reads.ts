import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { storeFault } from './rows.ts'

/** @throws Fault `store/unavailable` */
export async function readStore<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    throw storeFault(error)
  }
}

/**
 * Runs one read of the store when it is the caller's turn.
 *
 * @throws Fault `store/unavailable`, `capacity/in_flight`
 */
export const scanStore = <Value>(
  { fairReads }: Pick<HostCore, 'fairReads'>,
  caller: Caller,
  read: () => Promise<Value>,
): Promise<Value> => fairReads.read(callerName(caller), () => readStore(read))
