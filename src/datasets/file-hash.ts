import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The SHA-256 of a file. For a folder, that of the names and hashes of all files in it, in order.
 *
 * @throws the error of the file system
 */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  if (!statSync(path).isDirectory()) {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }
  const names = readdirSync(path).sort()
  for (const name of names) hash.update(`${name} ${await fileHash(join(path, name))}\n`)
  return hash.digest('hex')
}
