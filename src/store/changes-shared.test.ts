/** Guards that a reader of a shared file gets the rows of all processes once and in order. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { Reader, rowsOf } from './changes.contract.ts'
import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-changes-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const WRITER = fileURLToPath(new URL('./changes-child.contract.ts', import.meta.url))

it('reads every row of four writers once and in order, even if they are killed', async () => {
  const path = join(folder, 'one.db')
  const store = await openStore({ path })
  const { cursor } = await store.log.changesSince()
  const reader = new Reader(store.log, cursor, 50)
  const writers = ['a', 'b', 'c'].map((name) => {
    const arguments_ = ['--import', import.meta.resolve('tsx'), WRITER, path, name]
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  })
  const firstLines = writers.map((child) => once(child.stdout as NodeJS.ReadableStream, 'data'))
  await Promise.all(firstLines)
  const own = new SampleEpisode('own')
  await store.log.append([own.open()])
  const ends = writers.map((child) => once(child, 'exit'))
  for (let look = 0; look < 60 || reader.lines.length < 500; look++) {
    await store.log.append([own.step()])
    await reader.read()
    if (look === 20) writers[0]?.kill('SIGKILL')
    await new Promise(setImmediate)
  }
  for (const child of writers) child.kill('SIGKILL')
  await Promise.all(ends)
  await reader.read()
  expect(reader.lines).toEqual(await rowsOf(store))
  expect(new Set(reader.lines.map((name) => name[0]))).toEqual(new Set(['a', 'b', 'c', 'o']))
  expect((await store.check()).problems.filter((text) => !text.includes('world'))).toEqual([])
  await store.close()
})
