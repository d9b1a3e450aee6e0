import { renameSync, writeFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import type { JsonObject } from '../../sim/json.ts'
import type { WrittenFile } from './row-files.ts'

/** What a file of training rows says about itself; the same export gives the same text. */
interface TrainingManifest {
  readonly format: 1
  /** What the rows are: `rl`, `sft`, `preference` or `prompts`. */
  readonly rows: string
  readonly files: readonly WrittenFile[]
  /** Where the rows come from, with checksums. */
  readonly source: JsonObject
  /** Every option that decided which rows there are and what they look like. */
  readonly options: JsonObject
  /** How many of what were written, and left out for which reason. */
  readonly counts: JsonObject
}

/**
 * The name of the manifest of a file. It is JSON, but does not end so: readers that take all JSON
 * files of a folder for rows must pass over it.
 */
export const manifestPath = (output: string): string => `${output}.manifest`

/** Writes the manifest beside a file of rows, whole or not at all; paths are relative to it. */
export function writeTrainingManifest(output: string, manifest: TrainingManifest): void {
  const path = manifestPath(output)
  const files = manifest.files.map((file) => ({
    ...file,
    path: relative(dirname(output), file.path).split(sep).join('/'),
  }))
  writeFileSync(`${path}.part`, `${JSON.stringify({ ...manifest, files }, null, 1)}\n`)
  renameSync(`${path}.part`, path)
}
