import { dirname, relative, sep } from 'node:path'
import type { JsonObject } from '../../sim/json.ts'
import { replaceFiles } from '../replace-files.ts'
import type { WrittenFile } from './row-files.ts'

/** The description of a file of training rows. The same export gives the same text. */
interface TrainingManifest {
  readonly format: 1
  /** The kind of rows: `rl`, `sft`, `preference` or `prompts`. */
  readonly rows: string
  readonly files: readonly WrittenFile[]
  /** The source of the rows, with checksums. */
  readonly source: JsonObject
  /** Every option that affected the rows. */
  readonly options: JsonObject
  /** Counts of written rows, and of those left out, by reason. */
  readonly counts: JsonObject
}

/**
 * The name of a file's manifest. It is JSON, but without the ending `.json`, because readers that
 * take all JSON files of a folder must ignore it.
 */
export const manifestPath = (output: string): string => `${output}.manifest`

/** Writes the manifest beside a file of rows, atomically. Its paths are relative to it. */
export function writeTrainingManifest(output: string, manifest: TrainingManifest): void {
  const files = manifest.files.map((file) => ({
    ...file,
    path: relative(dirname(output), file.path).split(sep).join('/'),
  }))
  const text = `${JSON.stringify({ ...manifest, files }, null, 1)}\n`
  replaceFiles([[manifestPath(output), text]])
}
