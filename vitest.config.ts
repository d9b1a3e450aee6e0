import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'threads',
    // Many tests wait for servers and clocks: one core fewer, as is usual, would leave two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
