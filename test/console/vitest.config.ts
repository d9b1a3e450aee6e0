import { defineConfig } from 'vitest/config'

/** Tests in a real browser, which `npm run suite console` runs: two files at a time. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.browser.ts'],
    // Limits only end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 400_000,
    hookTimeout: 120_000,
    // Whoever checks a landing gets a second look, which the report shows: "(retry x1)".
    retry: process.env.CI === undefined ? 0 : 1,
    maxWorkers: 2,
  },
})
