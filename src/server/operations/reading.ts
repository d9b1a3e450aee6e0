import { storeFault } from './rows.ts'

/** @throws Fault `store/unavailable` */
export async function reading<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    throw storeFault(error)
  }
}
