// Guards workers of experiments: one that leaves no turn of its event loop goes with its parent.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Says that it is there, and is busy for good. */
const BUSY = `import { leaveWithParent } from './experiments/leave-with-parent.ts'
leaveWithParent(Number(process.argv[2]))
process.send('busy', () => { for (;;); })`

/** Starts that, and tells its number once it is busy. */
const parentOf = (worker: string): string =>
  `const child = require('node:child_process').fork(${JSON.stringify(worker)}, [process.pid])
child.on('message', () => console.log(child.pid))`

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

it('ends when its parent is killed', async () => {
  const worker = join(folder, 'worker.mjs')
  buildSync({
    stdin: { contents: BUSY, resolveDir: process.cwd(), loader: 'ts' },
    ...{ outfile: worker, bundle: true, format: 'esm', platform: 'node' },
  })
  const parent = spawn(process.execPath, ['-e', parentOf(worker)])
  const [told] = (await once(parent.stdout, 'data')) as [Buffer]
  const id = Number(told)
  expect(isThere(id)).toBe(true)
  const gone = once(parent, 'exit')
  parent.kill('SIGKILL')
  await gone
  await expect.poll(() => isThere(id), { interval: 50, timeout: 60_000 }).toBe(false)
})
