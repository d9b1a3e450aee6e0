import { defineConfig } from 'vitest/config'

/** Tests of the model gateway on real servers, which `npm run suite gateway` runs. */
export default defineConfig({
  test: {
    include: ['test/gateway/**/*.gateway.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
