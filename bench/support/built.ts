type Serve = typeof import('../../src/server/serve.ts')
type Schema = typeof import('../../src/server/config/schema.ts')
type BuiltinData = typeof import('../../src/server/builtin-data.ts')

/**
 * A module as it was built: benches measure what users run, not what a development loader makes of
 * the sources.
 *
 * @param path without extension, such as `server/serve`
 */
const built = async <Module>(path: string): Promise<Module> =>
  (await import(new URL(`../../dist/${path}.js`, import.meta.url).href)) as Module

export const builtServe = (): Promise<Serve> => built('server/serve')
export const builtSchema = (): Promise<Schema> => built('server/config/schema')
export const builtData = (): Promise<BuiltinData> => built('server/builtin-data')
