import { readFileSync } from 'node:fs'

/**
 * Reads a file that a user named. Adds the path to every error of the file system: errors about
 * folders lack it.
 */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw Object.assign(error as Error, { path })
  }
}
