import { defineConfig } from 'vitest/config'

/** Tests in a real browser, which `npm run test:console` runs: two files at a time. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.browser.ts'],
    // Limits only end what hangs: on a busy machine everything takes ten times as long.
    testTimeout: 400_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
