const isSource = (url: string): boolean => url.endsWith('.ts')

/**
 * A folder of bundles, made from sources, that threads run instead of them: it takes seconds of a
 * core to load some hundred sources one by one. Tests set it.
 */
export const bundles: { folder: string | undefined } = { folder: undefined }

/** The module of a worker that lies beside a file: as built, or as source. */
export function workerModule(name: string, callerUrl: string): string {
  if (!isSource(callerUrl)) return new URL(`./${name}.js`, callerUrl).href
  const { folder } = bundles
  return folder === undefined ? new URL(`./${name}.ts`, callerUrl).href : `${folder}${name}.js`
}

/** What Node is told to run a module in a thread: of a source, the loader that runs sources. */
export const loaderArguments = (module: string): string[] =>
  isSource(module) ? ['--import', import.meta.resolve('tsx')] : []

/** The longest that a thread may take to begin: sources take their time. */
export const startLimitMs = (module: string): number => (isSource(module) ? 60_000 : 20_000)
