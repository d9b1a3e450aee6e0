import { defineConfig } from 'vitest/config'

/** Tests with a PostgreSQL server of their own, which `npm run suite postgres` runs. */
export default defineConfig({
  test: {
    include: ['test/postgres/**/*.postgres.ts'],
    globalSetup: ['test/postgres/support/each-run.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
