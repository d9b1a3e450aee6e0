import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  DataSetError,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  manifestText,
  readManifest,
  sha256,
  splitOfPath,
} from './manifest.ts'
import { readPassRates, writePassRates } from './pass-rates.ts'
import { replaceFiles } from './replace-files.ts'

/**
 * Writes a data set: its files by their paths below the directory, and the manifest. If that fails,
 * an earlier data set remains. Files of an earlier one that no longer belong are removed. Measured
 * pass rates remain for each split that begins with the tasks of the earlier one.
 *
 * @throws DataSetError if the directory holds something else; the error of the file system
 */
export function writeDataSet(
  directory: string,
  manifest: Manifest,
  contents: ReadonlyMap<string, string>,
): void {
  const earlier = earlierSet(directory, manifest, contents)
  const rates = readPassRates(directory)
  const measured = earlier === undefined ? new Set() : continuedSplits(earlier, contents)
  const calibrations = (earlier?.calibrations ?? []).filter(({ split }) => measured.has(split))
  const whole = calibrations.length === 0 ? manifest : { ...manifest, calibrations }
  const files = [...contents, [MANIFEST_NAME, manifestText(whole)] as const]
  replaceFiles(files.map(([path, text]) => [join(directory, path), text]))
  const keptRates = rates.filter(({ split }) => measured.has(split))
  if (keptRates.length < rates.length) writePassRates(directory, keptRates)
  for (const { path } of earlier?.files ?? []) {
    if (!contents.has(path)) rmSync(join(directory, path), { force: true })
  }
}

/** The manifest of the data set to replace. Throws `DataSetError` if it must not be replaced. */
function earlierSet(
  directory: string,
  { environment, generator }: Manifest,
  contents: ReadonlyMap<string, string>,
): Manifest | undefined {
  const earlier = readManifest(directory)
  if (earlier === undefined) {
    for (const folder of new Set([...contents.keys()].map(dirname))) {
      if (listFiles(join(directory, folder)).length === 0) continue
      throw new DataSetError(
        `${join(directory, folder)}: holds files that no manifest lists. ` +
          'Choose an empty directory, or move them away.',
      )
    }
    return undefined
  }
  if (earlier.environment !== environment) {
    throw new DataSetError(
      `${directory}: holds data of ${earlier.environment}. ` +
        'Move it away, or choose another directory.',
    )
  }
  if (earlier.generator === null && generator !== null) {
    throw new DataSetError(
      `${directory}: holds imported or selected problems, which cannot be generated again. ` +
        'Move it away, or choose another directory.',
    )
  }
  return earlier
}

/** The splits whose tasks are those of an earlier data set, perhaps with further ones behind. */
function continuedSplits(
  { files }: Manifest,
  contents: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const isContinued = ({ path, bytes, sha256: hash }: ManifestFile): boolean => {
    const content = contents.get(path)
    return content !== undefined && sha256(Buffer.from(content).subarray(0, bytes)) === hash
  }
  // Tasks depend on the files of their world too.
  const worldFiles = files.filter(({ path }) => splitOfPath(path) === undefined)
  if (!worldFiles.every(isContinued)) return new Set()
  return new Set(files.filter(isContinued).flatMap(({ path }) => splitOfPath(path) ?? []))
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
