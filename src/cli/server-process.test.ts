/** Guards the restarts and the end of one of several servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { ServerProcess } from './server-process.ts'

const SILENT = { error: () => undefined }

const program =
  (script: string) =>
  (port: number): ChildProcess =>
    spawn(process.execPath, ['-e', script, String(port)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })

/** Reports an address without a port, as `URL` writes port 80, and ends. */
const ENDS = program(`process.send({ url: 'http://0.0.0.0', lines: [] }, () => process.exit(0))`)

/** The first two ports on which a server starts. */
async function firstPorts(port: number): Promise<number[]> {
  const ports: number[] = []
  let report = (): void => undefined
  const hasRestarted = new Promise<void>((resolve) => {
    report = resolve
  })
  const server = new ServerProcess(
    port,
    (requested) => {
      ports.push(requested)
      if (ports.length === 2) report()
      return ENDS(requested)
    },
    SILENT,
  )
  await server.start()
  await hasRestarted
  await server.stop('SIGKILL')
  return ports
}

it('restarts on the requested port, also on the one that a URL omits', async () => {
  expect(await firstPorts(80)).toEqual([80, 80])
})

it('stops when no process could be created', async () => {
  const server = new ServerProcess(0, () => spawn('/nonexistent'), SILENT)
  const start = server.start()
  const stop = server.stop('SIGTERM')
  await expect(start).rejects.toThrow('ENOENT')
  await stop
})

it('rejects the start when creating a process throws, and when it ends early', async () => {
  const creation = (): never => {
    throw new Error('E2BIG')
  }
  await expect(new ServerProcess(0, creation, SILENT).start()).rejects.toThrow('E2BIG')
  const early = new ServerProcess(0, program('process.exit(3)'), SILENT)
  await expect(early.start()).rejects.toMatchObject({ ending: 3 })
  await expect(early.stop('SIGTERM')).resolves.toBeUndefined()
})
