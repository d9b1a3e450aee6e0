import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DataSetError, readManifest } from './manifest.ts'

/**
 * Writes the files of a data set by their paths below the directory, without the manifest. Removes
 * files of an earlier run that no longer belong. Throws `DataSetError` if the directory holds
 * something else.
 */
export function writeFiles(
  directory: string,
  environment: string,
  contents: ReadonlyMap<string, string>,
): void {
  clearEarlier(directory, environment, contents)
  for (const [path, content] of contents) {
    const target = join(directory, path)
    makeDirectory(dirname(target))
    writeFileSync(target, content)
  }
}

/** Like a recursive mkdir, which in some Node versions never returns below /proc. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    makeDirectory(dirname(path))
    mkdirSync(path)
  }
}

function clearEarlier(
  directory: string,
  environment: string,
  contents: ReadonlyMap<string, string>,
): void {
  const earlier = readManifest(directory)
  if (earlier === undefined) {
    for (const folder of new Set([...contents.keys()].map(dirname))) {
      if (listFiles(join(directory, folder)).length === 0) continue
      throw new DataSetError(
        `${join(directory, folder)}: holds files that no manifest lists. ` +
          'Choose an empty directory, or move them away.',
      )
    }
    return
  }
  if (earlier.environment !== environment) {
    throw new DataSetError(
      `${directory}: holds data of ${earlier.environment}. ` +
        'Move it away, or choose another directory.',
    )
  }
  for (const { path } of earlier.files) {
    if (!contents.has(path)) rmSync(join(directory, path), { force: true })
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
