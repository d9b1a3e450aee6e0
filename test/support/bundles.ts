import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache')
const VARIABLE = 'TEST_BUNDLES'

/** Modules that tests run in threads: workers of the program, and their replacements in tests. */
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

/** The address of this run's folder; undefined if vitest did not create one. */
export const bundlesFolder = (): string | undefined => process.env[VARIABLE]

/** The bundle of a module of `WORKERS`, by its name without `.ts`. */
export const bundled = (name: string): string => `${bundlesFolder()}${name}.js`

/**
 * Runs once before all test files and bundles the workers, because a thread that loads their
 * sources one by one needs seconds to start. The folder is inside the tree, where packages are
 * found.
 */
export default async function bundleWorkers(): Promise<() => void> {
  // Imported here, because test files import this module too and need no bundler.
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
