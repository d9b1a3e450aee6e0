import { readFileSync } from 'node:fs'

const BYTE_ORDER_MARK = '\ufeff'

/** The text without a byte order mark, which editors on Windows add. */
export const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text

/**
 * Reads a file that a user named. Adds the path to every error of the file system: errors about
 * folders lack it.
 */
export function readText(path: string): string {
  try {
    return withoutMark(readFileSync(path, 'utf8'))
  } catch (error) {
    throw Object.assign(error as Error, { path })
  }
}
