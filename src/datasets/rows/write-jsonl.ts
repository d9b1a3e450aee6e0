import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { beginPart, type RowWriter } from './row-writer.ts'

/** Opens a file of JSON lines for writing. Throws the error of the file system. */
export async function openJsonl(requestedPath: string): Promise<RowWriter> {
  const { path, part } = beginPart(requestedPath)
  const stream = createWriteStream(part)
  await once(stream, 'open')
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure = error
  })
  return {
    async write(values) {
      if (failure !== undefined) throw failure
      if (!stream.write(`${JSON.stringify(values)}\n`)) await once(stream, 'drain')
    },
    async close() {
      stream.end()
      await finished(stream)
      await rename(part, path)
    },
    async abandon() {
      stream.destroy()
      await rm(part, { force: true })
    },
  }
}
