import type { RowFiles } from '../datasets/training/row-files.ts'
import { manifestPath, writeTrainingManifest } from '../datasets/training/training-manifest.ts'
import type { JsonObject } from '../sim/json.ts'
import { CommandError } from './errors.ts'
import type { ExportFlags } from './export-flags.ts'
import { count } from './options.ts'

/** What a run of `export` found. */
export interface ExportResult {
  /** Where the rows come from, for the manifest. */
  readonly source: JsonObject
  /** Everything that was counted, by name; zeros are not told. */
  readonly counts: Readonly<Record<string, number>>
  /** Things the user should know, as sentences. */
  readonly notes?: readonly string[]
  /** What to do where there are no rows, as a sentence. */
  readonly remedy: string
}

/**
 * Does the work of an export and ends its files: with rows they get a manifest, without they are
 * not written.
 *
 * @throws CommandError if there are no rows, and what the work throws
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
      const found = countsText(result.counts)
      throw new CommandError(
        `there is nothing to write as --format ${flags.format}: ${found}`,
        result.remedy,
      )
    }
  } catch (error) {
    await files.abandon()
    throw error
  }
  const written = await files.close()
  const counts = { ...result.counts, duplicates: files.duplicates }
  const { source } = result
  const options = optionsOf(flags)
  const { format } = flags
  const listed = { format: 1, rows: format, files: written, source, options, counts } as const
  writeTrainingManifest(flags.out, listed)
  for (const note of result.notes ?? []) process.stderr.write(`note: ${note}\n`)
  const places = written.map(({ path, rows }) => `${count(rows, 'row')} to ${path}`).join(', ')
  process.stderr.write(
    `Wrote ${places}, with ${manifestPath(flags.out)}.\n${countsText(counts)}.\n`,
  )
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${name.replaceAll('_', ' ')} ${number}`)
    .join(', ') || 'nothing was found'

/** Where things are is no option: the same export from elsewhere has the same manifest. */
const PLACES = new Set([
  ...['format', 'out', 'holdoutOutput', 'token', 'db', 'file', 'url', 'chat', 'data'],
])

function optionsOf(flags: ExportFlags): JsonObject {
  const given = Object.entries(flags as unknown as JsonObject).filter(([name]) => !PLACES.has(name))
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), value]))
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (up) => `_${up.toLowerCase()}`)
