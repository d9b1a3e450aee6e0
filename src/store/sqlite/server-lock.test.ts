// Guards that one server has a file for itself, and that no lock outlives its process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockForServer } from './server-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-lock-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function storeAt(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  return path
}

/** A process that holds the lock until it is killed. */
async function holderOf(path: string): Promise<ChildProcess> {
  const module = new URL('server-lock.ts', import.meta.url).href
  const code = `const { lockForServer } = await import(${JSON.stringify(module)})
    lockForServer(${JSON.stringify(path)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const words = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

it('refuses a second server by the process of the first, by whatever name, and lets it go', () => {
  const path = storeAt('one.db')
  const link = join(folder, 'link.db')
  symlinkSync(path, link)
  const first = lockForServer(path)
  for (const name of [path, link]) {
    const message = new RegExp(`process ${process.pid} has served it since \\d{4}-.*; stop that`)
    expect(() => lockForServer(name)).toThrow(message)
  }
  first.release()
  lockForServer(link).release()
})

it('ends with its process, even if that is killed', async () => {
  const path = storeAt('killed.db')
  const child = await holderOf(path)
  expect(() => lockForServer(path)).toThrow(new RegExp(`process ${child.pid} has served it`))
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  lockForServer(path).release()
})
