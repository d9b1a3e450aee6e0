import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts']
const PURE = ['src/{sim,tools,env,wire}/**/*.test.ts']

export default defineConfig({
  test: {
    // The pure rooms have no state outside of their values: their tests share loaded modules,
    // which halves the time that they take.
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'all other', include: ALL, exclude: PURE } },
    ],
    // Limits only end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // Many tests wait for servers and clocks: one core fewer, as is usual, would leave two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
