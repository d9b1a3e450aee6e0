import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes files so that either all of them are written or none: each has a temporary name until all
 * are complete. Errors of the file system have the path.
 */
export function replaceFiles(files: readonly (readonly [path: string, text: string])[]): void {
  let current = ''
  try {
    for (const [path, text] of files) {
      current = path
      makeDirectory(dirname(path))
      writeFileSync(partOf(path), text)
    }
  } catch (error) {
    for (const [path] of files) removePart(path)
    throw Object.assign(error as Error, { path: current })
  }
  for (const [path] of files) renameSync(partOf(path), path)
}

/** The first error is reported, not one of the cleanup. */
function removePart(path: string): void {
  try {
    rmSync(partOf(path), { force: true })
  } catch {
    // Something else has this name.
  }
}

const partOf = (path: string): string => `${path}.part`

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
