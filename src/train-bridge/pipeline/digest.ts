import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Larger files are identified by size and modification time: hashing weights takes minutes. */
const READ_BYTES_MAX = 64 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

const hexDigest = (hash: Hash): string => hash.digest('hex').slice(0, 32)

/** A digest of a JSON value, independent of the order of members. */
export const digestValue = (value: unknown): string =>
  hexDigest(createHash('sha256').update(JSON.stringify(value, sortKeys)))

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** A digest of a file's content; undefined if there is no such file. */
export function digestFile(path: string): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info?.isFile() !== true) return undefined
  const hash = createHash('sha256')
  // Most files are small, and there are many.
  const chunk = Buffer.allocUnsafe(Math.min(info.size + 1, CHUNK_BYTES))
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const count = readSync(file, chunk)
      if (count === 0) break
      hash.update(chunk.subarray(0, count))
    }
  } finally {
    closeSync(file)
  }
  return hexDigest(hash)
}

/** How a folder is digested. */
interface FolderOptions {
  /** Whether size and modification time identify all files, so that rewritten files differ. */
  readonly isFresh?: boolean
  /** Whether files in subfolders count, as in a folder of data sets. */
  readonly hasSubfolders?: boolean
}

/** A digest of a folder's files; undefined if there is no such folder. */
export function digestOfFolder(
  path: string,
  { isFresh = false, hasSubfolders = false }: FolderOptions = {},
): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info?.isDirectory() !== true) return undefined
  const files = readdirSync(path, { recursive: hasSubfolders, encoding: 'utf8' }).sort()
  const facts = files.map((name) => {
    const filePath = join(path, name)
    const about = statSync(filePath, { throwIfNoEntry: false })
    if (about?.isFile() !== true) return null
    const isRead = !isFresh && about.size <= READ_BYTES_MAX
    return [name, isRead ? digestFile(filePath) : [about.size, about.mtimeMs]]
  })
  return digestValue(facts)
}
