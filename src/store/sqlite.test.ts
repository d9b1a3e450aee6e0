/** Guards that the store in a SQLite file keeps the contract of all event stores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openStore } from './open.ts'
import { storeContract } from './store.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-store-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const durability of ['process', 'full'] as const) {
  storeContract(`sqlite, durability ${durability}`, (clock) => {
    files += 1
    const path = join(folder, `${files}.db`)
    return openStore({ path, durability, nowMs: () => clock.ms })
  })
}
