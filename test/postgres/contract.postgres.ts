// Guards that the store in a PostgreSQL database keeps the contract of all event stores.
import { PostgresStore } from '../../src/store/postgres.ts'
import { storeContract } from '../../src/store/store.contract.ts'
import { emptiedStore } from './support/databases.ts'

storeContract('postgres', async (clock) => {
  const path = await emptiedStore()
  return PostgresStore.open({ path, nowMs: () => clock.ms })
})
