import { type Zippable, zipSync } from 'fflate'

/** A file in an archive. */
export interface ZipEntry {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly content: Buffer
}

/** The earliest date of the zip format, so that equal files give equal archives. */
const DATE = new Date(1980, 0, 1)

/** A zip archive of some files. */
export function createZip(entries: readonly ZipEntry[]): Uint8Array {
  const files: Zippable = {}
  for (const { path, content } of entries) files[path] = content
  return zipSync(files, { mtime: DATE })
}
