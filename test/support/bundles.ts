import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache')
const VARIABLE = 'TEST_BUNDLES'

/** Modules that tests run in threads: workers of the program, and those that stand in for them. */
const WORKERS = [
  'src/cli/replay/check-worker.ts',
  'src/effects/grade-worker.ts',
  'src/effects/python/at-once-thread.ts',
  'src/effects/q-large-process.ts',
  'src/effects/q-worker.ts',
  'src/server/players/player-worker.ts',
  'test/q-code/late-worker.ts',
  'test/support/stuck-grade-worker.ts',
  'test/support/stuck-player-worker.ts',
]

/** The address of the folder of this run; undefined where vitest was not told to make one. */
export const bundlesFolder = (): string | undefined => process.env[VARIABLE]

/** The bundle of a module of `WORKERS`, by its name without `.ts`. */
export const bundled = (name: string): string => `${bundlesFolder()}${name}.js`

/**
 * Runs once before all test files: bundles the workers, since a thread that loads their sources
 * one by one takes seconds of a core to begin. Inside the tree, where packages are found.
 */
export default async function bundleWorkers(): Promise<() => void> {
  // Test files import this module too, and need no bundler.
  const { build } = await import('esbuild')
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'test-bundles-'))
  await build({
    entryPoints: WORKERS.map((path) => ({
      in: join(ROOT, path),
      out: basename(path, '.ts'),
    })),
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    sourcemap: true,
    logLevel: 'warning',
  })
  process.env[VARIABLE] = `${pathToFileURL(folder).href}/`
  return () => rmSync(folder, { recursive: true, force: true })
}
