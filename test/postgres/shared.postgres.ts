// Guards that several servers share one PostgreSQL database, and make its tables once.
import { describe, expect, it } from 'vitest'
import { PostgresStore } from '../../src/store/postgres.ts'
import { sharedContract } from '../../src/store/shared.contract.ts'
import { emptiedStore, newDatabase } from './support/databases.ts'

const open = (path: string) => PostgresStore.open({ path })

describe('stores on one database', () => sharedContract({ newPath: emptiedStore, open, runs: 15 }))

it('makes its tables once, however many begin at the same time', async () => {
  const path = await newDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(path)))
  const secrets = await Promise.all(stores.map((store) => store.secret()))
  expect(new Set(secrets).size).toBe(1)
  await Promise.all(stores.map((store) => store.close()))
})
