import { defineConfig } from 'vitest/config'

/** Tests in a real browser, which `npm run test:console` runs: one file after another. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
})
