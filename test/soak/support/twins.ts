import { join } from 'node:path'
import { dataSetsOf } from '../../../src/cli/data-sets.ts'
import { RawSocket } from './raw-socket.ts'
import { startServer } from './server-process.ts'
import type { Story } from './story.ts'
import { draftStories, finishStories } from './story-writer.ts'

/** Writes stories on a server of their own, to which nothing happens. */
export async function writeStories(folder: string, seed: number, count: number): Promise<Story[]> {
  const db = join(folder, 'twin.db')
  const server = await startServer({ db })
  const socket = await RawSocket.connect(server.url)
  const writing = { socket, dataSets: dataSetsOf(undefined), seed }
  const drafts = await draftStories(writing, count)
  await socket.close()
  const code = await server.stop()
  if (code !== 0) throw new Error(`the twin's server ended with ${code}`)
  return finishStories(drafts, db)
}
