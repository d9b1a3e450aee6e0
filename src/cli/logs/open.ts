import { CommandError } from '../errors.ts'
import { DEFAULT_DB, type ServerFlags } from '../options.ts'
import type { LogSource } from './source.ts'

/** Which logs to read. Default: the default database. */
export interface SourceFlags extends ServerFlags {
  readonly db?: string
  readonly file?: string
}

/**
 * Opens the logs that the flags name.
 *
 * @throws CommandError if they name two sources; StoreError, DataSetError, BackchannelError
 */
async function openLogs(flags: SourceFlags): Promise<LogSource> {
  const { db, file, url } = flags
  const statedSources = Object.entries({ db, file, url }).filter(([, value]) => value !== undefined)
  if (statedSources.length > 1) {
    const options = statedSources.map(([name]) => `--${name}`).join(' and ')
    throw new CommandError(`${options} name different sources`, 'Give one of them.')
  }
  if (file !== undefined) return (await import('./file-source.ts')).fileSource(file)
  if (url !== undefined) return (await import('./url-source.ts')).urlSource({ ...flags, url })
  return (await import('./store-source.ts')).storeSource(db ?? DEFAULT_DB)
}

/** Opens the logs of the flags, runs the work, and closes them. */
export async function withLogs<Result>(
  flags: SourceFlags,
  work: (source: LogSource) => Promise<Result>,
): Promise<Result> {
  const source = await openLogs(flags)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}
