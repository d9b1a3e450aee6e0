/**
 * Puts the program and the library into few files: a start reads some ten of them instead of five
 * hundred, which is a third of its time. Benchmarks take the modules that tsc leaves in `dist`.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { build } from 'esbuild'

const { dependencies, engines, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
/** ES modules without files of their own; the others stay packages that are loaded as they are. */
const INSIDE = new Set(['@hono/node-server', 'hono', 'zod'])

const SHARED = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace('>=', '')}`,
  sourcemap: true,
  // Names stay, for traces of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
}

/** An export's name in `dist/library`, and its source. */
const sourceOf = ({ types, default: file }) => {
  const source = relative('dist/library/types', types).replace('.d.ts', '.ts')
  return [basename(file, '.js'), `src/${source}`]
}
const library = Object.values(exports).map(sourceOf)
/** Whether an export needs no package and no module of Node, so the program can share its chunks. */
const isShared = ([name]) => name === 'q' || name.startsWith('grade')

const PROGRAM = [
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
].map((path) => [`program/${basename(path, '.ts')}`, path])

for (const folder of ['dist/program', 'dist/library']) rmSync(folder, { recursive: true, force: true })
await build({
  ...SHARED,
  entryPoints: Object.fromEntries([
    ...PROGRAM,
    ...library.filter(isShared).map(([name, source]) => [`library/${name}`, source]),
  ]),
  // Workers are found beside the file that starts them: all lie in one folder.
  chunkNames: 'program/[name]-[hash]',
  outdir: 'dist',
  external: Object.keys(dependencies).filter((name) => !INSIDE.has(name)),
})
await build({
  ...SHARED,
  entryPoints: Object.fromEntries(library.filter((entry) => !isShared(entry))),
  outdir: 'dist/library',
  platform: 'neutral',
  packages: 'external',
})

// Workers of worlds in Python run this package, also where the program is installed without sources.
cpSync('src/train-bridge/python/backchannel', 'dist/python/backchannel', {
  recursive: true,
  filter: (path) => !path.includes('__pycache__'),
})
