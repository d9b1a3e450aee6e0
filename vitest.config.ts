import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Limits only end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // Many tests wait for servers and clocks: one core fewer, as is usual, would leave two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
