import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSeeds } from '../../sim/q/index.ts'
import { CommandError } from '../errors.ts'

const BYTES_MAX = 64 * 2 ** 20
const FILES_MAX = 10_000

/**
 * Copies of the files below a folder. Programs see only the copies, so they can reach nothing else.
 * Links, pipes and devices are left out.
 */
export function copyFiles(root: string): FileSeeds {
  const files = new Map<string, Uint8Array>()
  let bytes = 0
  const visit = (folder: string, prefix: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name)
      const info = lstatSync(path)
      if (info.isDirectory()) visit(path, `${prefix}${name}/`)
      if (!info.isFile()) continue
      bytes += info.size
      if (bytes > BYTES_MAX || files.size >= FILES_MAX) {
        throw new CommandError(
          `${root} holds more than ${FILES_MAX} files or ${BYTES_MAX >> 20} MB`,
          'Mount a smaller folder.',
        )
      }
      files.set(`${prefix}${name}`, readFileSync(path))
    }
  }
  visit(root, '')
  return files
}
