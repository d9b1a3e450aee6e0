import { readFileSync, statSync } from 'node:fs'

const BYTES_MAX = 2 ** 20

/**
 * The text of a script on the disk, for `\l` of the console: paths are those of the command's
 * folder, as in q. Only files that end in `.q` or `.k` are read, so that programs find no others.
 */
export function hostScript(path: string): string | undefined {
  if (!/\.[qk]$/.test(path)) return undefined
  const about = statSync(path, { throwIfNoEntry: false })
  if (about === undefined || !about.isFile() || about.size > BYTES_MAX) return undefined
  return readFileSync(path, 'utf8')
}
