/** Guards that the store in memory keeps the contract of all event stores. */
import { MemoryStore } from './memory.ts'
import { storeContract } from './store.contract.ts'

storeContract('memory', async (clock) => new MemoryStore({ nowMs: () => clock.ms }))
