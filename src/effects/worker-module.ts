const isSource = (url: string): boolean => url.endsWith('.ts')

/**
 * A folder of bundles that threads run instead of the sources, which take seconds of a core to load
 * one by one. Tests set it.
 */
export const bundles: { folder: string | undefined } = { folder: undefined }

/** The module of a worker that lies beside a file: as built, or as source. */
export function workerModule(name: string, callerUrl: string): string {
  if (!isSource(callerUrl)) return new URL(`./${name}.js`, callerUrl).href
  const { folder } = bundles
  return folder === undefined ? new URL(`./${name}.ts`, callerUrl).href : `${folder}${name}.js`
}

/** The arguments of Node for a thread: those of the loader, if the module is a source. */
export const loaderArguments = (module: string): string[] =>
  isSource(module) ? ['--import', import.meta.resolve('tsx')] : []

/** Time limit for a thread to begin; sources load slowly. */
export const startLimitMs = (module: string): number => (isSource(module) ? 60_000 : 20_000)
