/** Guards what the program does if standard output or standard error cannot be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../../bin/backchannel', import.meta.url))
const WORDS = ['grade', '--gold', '3', '--text', 'The answer is 3.']

it('says in one line that standard output is full', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [PROGRAM, ...WORDS], { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  let err = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const [code] = await once(child, 'close')
  expect(err).toMatch(/^error: cannot write to standard output: ENOSPC[^\n]*\n$/)
  expect(code).toBe(2)
})

it('keeps its exit code if nobody reads standard output or standard error', async () => {
  const runs = [
    { words: WORDS, expected: 0 },
    { words: ['grade', '--gold', '3'], expected: 2 },
  ]
  for (const { words, expected } of runs) {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: 'pipe' })
    child.stdout.destroy()
    child.stderr.destroy()
    const [code] = await once(child, 'close')
    expect(code).toBe(expected)
  }
})

it('serves if the reader of the first line has gone before that line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-streams-'))
  const port = String(await freePort())
  const words = ['serve', '--port', port, '--db', ':memory:']
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, stdio: 'pipe' })
  child.stdout.destroy()
  const ended = once(child, 'close')
  try {
    await expect.poll(() => isHealthy(port), { timeout: 60_000 }).toBe(true)
    // The first line is printed after the server listens.
    expect(await Promise.race([ended, sleep(1_000)])).toBeUndefined()
    expect(await isHealthy(port)).toBe(true)
  } finally {
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const isHealthy = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
