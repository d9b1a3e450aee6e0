import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LONG_TESTS } from './test/long/files.ts'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG_TESTS],
    globalSetup: ['test/support/bundles.ts'],
    setupFiles: ['test/support/each-file.ts'],
    // No room keeps state in its modules: test files share them once they are loaded.
    isolate: false,
    // Limits only end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Whoever checks a landing gets a second look, which the report shows: "(retry x1)".
    retry: process.env.CI === undefined ? 0 : 1,
    expect: { poll: { timeout: 60_000 } },
    pool: 'threads',
    sequence: { sequencer: LongestFirst },
    // Many tests wait for servers and clocks: with one worker more than cores, none is idle.
    maxWorkers: availableParallelism() + 1,
  },
})
