import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { beginPart } from './row-writer.ts'

/** Writes a text file. Until `close`, the file has a temporary name. */
interface TextFileWriter {
  /** Writes a text, and waits while the stream is full. */
  write(text: string): Promise<void>
  /** Completes the file and gives it its name. */
  close(): Promise<void>
  /** Ends without a file. */
  abandon(): Promise<void>
}

/** Opens a text file for writing. Its errors are those of the file system, with the path. */
export async function openText(requestedPath: string): Promise<TextFileWriter> {
  const { path, part, complete, remove } = beginPart(requestedPath)
  const stream = createWriteStream(part)
  let failure: Error | undefined
  stream.on('error', (error) => {
    // Errors of a write do not name the file.
    failure = Object.assign(error, { path })
  })
  await once(stream, 'open')
  return {
    async write(text) {
      if (failure !== undefined) throw failure
      if (!stream.write(text)) await once(stream, 'drain')
    },
    async close() {
      stream.end()
      await finished(stream)
      await complete()
    },
    async abandon() {
      stream.destroy()
      await remove()
    },
  }
}
