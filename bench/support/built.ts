import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

type Modules = {
  'server/serve': typeof import('../../src/server/serve.ts')
  'server/config/schema': typeof import('../../src/server/config/schema.ts')
  'server/principal': typeof import('../../src/server/principal.ts')
  'env/log-check': typeof import('../../src/env/log-check.ts')
  'datasets/built-in': typeof import('../../src/datasets/built-in.ts')
  'datasets/load': typeof import('../../src/datasets/load.ts')
  'effects/q-pool': typeof import('../../src/effects/q-pool.ts')
  'env/mock/index': typeof import('../../src/env/mock/index.ts')
  'env/replay': typeof import('../../src/env/replay.ts')
  'sim/math/grading/index': typeof import('../../src/sim/math/grading/index.ts')
  'sim/phone/directory': typeof import('../../src/sim/phone/directory.ts')
  'sim/phone/tasks': typeof import('../../src/sim/phone/tasks.ts')
  'sim/math/problems/tasks': typeof import('../../src/sim/math/problems/tasks.ts')
  'sim/q/index': typeof import('../../src/sim/q/index.ts')
  'sim/q-problems/judge/judge': typeof import('../../src/sim/q-problems/judge/judge.ts')
  'sim/q-problems/judge/limits': typeof import('../../src/sim/q-problems/judge/limits.ts')
  'sim/q-problems/tasks': typeof import('../../src/sim/q-problems/tasks.ts')
}

/** The folder of the build to measure, which may be another one than this checkout's. */
const FOLDER = pathToFileURL(resolve(process.env.BENCH_DIST ?? 'dist')).href

/**
 * Loads a module of the build: benchmarks measure what users run, not the output of a development
 * loader.
 */
export const built = async <Path extends keyof Modules>(path: Path): Promise<Modules[Path]> =>
  (await import(`${FOLDER}/${path}.js`)) as Modules[Path]
