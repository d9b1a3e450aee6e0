import { isStream } from '../datasets/rows/row-writer.ts'
import type { RowFiles } from '../datasets/training/row-files.ts'
import { manifestPath, writeTrainingManifest } from '../datasets/training/training-manifest.ts'
import type { JsonObject } from '../sim/json.ts'
import { CommandError } from './errors.ts'
import type { ExportFlags } from './export-flags.ts'
import { count } from './options.ts'

/** The result of an export. */
export interface ExportResult {
  /** The source of the rows, for the manifest. */
  readonly source: JsonObject
  /** All counts, by name. Zeros are not printed. */
  readonly counts: Readonly<Record<string, number>>
  /** Notes for the user, as sentences. */
  readonly notes?: readonly string[]
  /** What to do if there are no rows, as a sentence. */
  readonly remedy: string
}

/**
 * Runs an export and closes its files. With rows, a manifest is written beside a regular file;
 * without rows, nothing is written.
 *
 * @throws CommandError if there are no rows; what the work throws
 */
export async function finishExport(
  flags: ExportFlags,
  files: RowFiles,
  work: () => Promise<ExportResult>,
): Promise<void> {
  let result: ExportResult
  try {
    result = await work()
    if (files.rows === 0) {
      const summary = countsText(result.counts)
      throw new CommandError(
        `there is nothing to write as --format ${flags.format}: ${summary}`,
        result.remedy,
      )
    }
  } catch (error) {
    await files.abandon()
    throw error
  }
  const writtenFiles = await files.close()
  const counts = { ...result.counts, duplicates: files.duplicates }
  const { source } = result
  const options = recordedOptions(flags)
  const { format } = flags
  const manifest = {
    format: 1,
    rows: format,
    files: writtenFiles,
    source,
    options,
    counts,
  } as const
  const hasManifest = !isStream(flags.out)
  if (hasManifest) writeTrainingManifest(flags.out, manifest)
  for (const note of result.notes ?? []) process.stderr.write(`note: ${note}\n`)
  const outputs = writtenFiles
    .map(({ path, rows }) => `${count(rows, 'row')} to ${path}`)
    .join(', ')
  const manifestText = hasManifest ? `, with ${manifestPath(flags.out)}` : ''
  process.stderr.write(`Wrote ${outputs}${manifestText}.\n${countsText(counts)}.\n`)
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${name.replaceAll('_', ' ')} ${number}`)
    .join(', ') || 'nothing was found'

/** Paths are not in the manifest: the same export from another folder has the same manifest. */
const PATH_FLAGS = new Set([
  ...['format', 'out', 'holdoutOutput', 'token', 'db', 'file', 'url', 'chat', 'data'],
])

function recordedOptions(flags: ExportFlags): JsonObject {
  const flagEntries = Object.entries(flags as unknown as JsonObject).filter(
    ([name]) => !PATH_FLAGS.has(name),
  )
  return Object.fromEntries(flagEntries.map(([name, value]) => [snakeCase(name), value]))
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (up) => `_${up.toLowerCase()}`)
