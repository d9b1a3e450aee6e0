import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

type Serve = typeof import('../../src/server/serve.ts')
type Schema = typeof import('../../src/server/config/schema.ts')
type BuiltinData = typeof import('../../src/server/builtin-data.ts')

/** Folder of the build to measure; another one than this project's own to compare two builds. */
const FOLDER = pathToFileURL(resolve(process.env.BENCH_DIST ?? 'dist')).href

/**
 * A module as it was built: benches measure what users run, not what a development loader makes of
 * the sources.
 *
 * @param path without extension, such as `server/serve`
 */
const built = async <Module>(path: string): Promise<Module> =>
  (await import(`${FOLDER}/${path}.js`)) as Module

export const builtServe = (): Promise<Serve> => built('server/serve')
export const builtSchema = (): Promise<Schema> => built('server/config/schema')
export const builtData = (): Promise<BuiltinData> => built('server/builtin-data')
