import { readFileSync } from 'node:fs'

/**
 * The text of a file that a user named. Every error of the file system has the path in it: that of
 * reading a folder has none of its own.
 */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw Object.assign(error as Error, { path })
  }
}
