import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servedDataSets } from '../../../src/cli/data-sets.ts'
import { RawSocket } from './raw-socket.ts'
import { startServer } from './server-process.ts'
import type { Story } from './story.ts'
import { draftStories, finishStories } from './story-writer.ts'

const STORIES = 200

const written = new Map<string, Promise<readonly Story[]>>()

/**
 * Stories written on a server of their own, to which nothing happens. They are written once for all
 * cases that ask for as many of the same seed.
 */
export function storiesOf(seed: number, count = STORIES): Promise<readonly Story[]> {
  const key = `${seed}/${count}`
  const stories = written.get(key) ?? writeStories(seed, count)
  written.set(key, stories)
  return stories
}

async function writeStories(seed: number, count: number): Promise<readonly Story[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-soak-twin-'))
  const db = join(folder, 'twin.db')
  const server = await startServer({ db })
  const socket = await RawSocket.connect(server.url)
  const writing = { socket, dataSets: servedDataSets(undefined), seed }
  const drafts = await draftStories(writing, count)
  await socket.close()
  const code = await server.stop()
  if (code !== 0) throw new Error(`the twin's server ended with ${code}`)
  const stories = await finishStories(drafts, db)
  rmSync(folder, { recursive: true })
  return stories
}
