/**
 * Puts the program into few files: a start reads some ten of them instead of five hundred, which is
 * a third of its time. Library users and benchmarks take the modules that tsc leaves in `dist`.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const FOLDER = 'dist/program'
const { dependencies, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
/** ES modules without files of their own; the others stay packages that are loaded as they are. */
const INSIDE = new Set(['@hono/node-server', 'hono', 'zod'])

rmSync(FOLDER, { recursive: true, force: true })
await build({
  // Workers are found beside the file that starts them: all lie in one folder.
  entryPoints: [
    'src/cli/main.ts',
    'src/effects/q-large-process.ts',
    'src/effects/q-worker.ts',
    'src/effects/grade-worker.ts',
    'src/server/players/player-worker.ts',
    'src/effects/python/at-once-thread.ts',
    'src/store/sqlite/reader-thread.ts',
    'src/store/sqlite/takeover-thread.ts',
    'src/cli/q/deep-run.ts',
    'src/cli/replay/check-worker.ts',
    'src/datasets/rows/parquet-process.ts',
  ],
  entryNames: '[name]',
  outdir: FOLDER,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace('>=', '')}`,
  external: Object.keys(dependencies).filter((name) => !INSIDE.has(name)),
  sourcemap: true,
  logLevel: 'warning',
})

// Workers of worlds in Python run this package, also where the program is installed without sources.
cpSync('src/train-bridge/python/backchannel', 'dist/python/backchannel', {
  recursive: true,
  filter: (path) => !path.includes('__pycache__'),
})
