import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type Bench, row } from '../support/row.ts'
import { type Scratch, scratchFolder } from '../support/scratch.ts'

const POLL_MS = 2
const DEADLINE_MS = 20_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const healthy = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('error', () => resolve(false))
  })

/** Milliseconds from starting the built program to its first healthy answer. */
async function startOnce(scratch: Scratch, name: string): Promise<number> {
  const port = await freePort()
  const words = ['bin/backchannel', 'serve', '--port', String(port), '--db', scratch.file(name)]
  const startMs = performance.now()
  const child = spawn(process.execPath, [...words, '--log-level', 'silent'], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    while (!(await healthy(port))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
      if (performance.now() - startMs > DEADLINE_MS) throw new Error('the server never was healthy')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return performance.now() - startMs
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

/** Start of the built program, on a new database and on one that is there. */
export const start: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  try {
    let freshMs = Number.POSITIVE_INFINITY
    let againMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round++) {
      freshMs = Math.min(freshMs, await startOnce(scratch, `${round}.db`))
      againMs = Math.min(againMs, await startOnce(scratch, `${round}.db`))
    }
    return [
      row({
        name: 'start to healthy',
        figures: { new_database_ms: freshMs, same_database_ms: againMs },
        gate: { what: 'ms on a new database', value: freshMs, goal: 500, better: 'less' },
      }),
    ]
  } finally {
    scratch.remove()
  }
}
