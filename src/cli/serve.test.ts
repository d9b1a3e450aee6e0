/** Guards that serve starts, says where it listens, stops on a signal, and explains failures. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { finished, programScript } from '../../test/support/command-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { startServe } from '../../test/support/serve-process.ts'
import { loadConfig } from '../server/config/load.ts'
import { configSchema } from '../server/config/schema.ts'
import { SILENT_LOG } from '../server/host-log.ts'
import { serve } from '../server/serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-serve-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('serves until it is told to stop', async () => {
  const { child, url } = await startServe(['--db', ':memory:', '--data', folder])
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  const port = new URL(url).port
  const db = join(folder, 'none.db')
  const taken = await runCommand('serve', '--port', port, '--db', db, '--data', folder)
  expect(existsSync(db)).toBe(false)
  expect(taken).toMatchObject({ code: 2, out: '' })
  expect(taken.err).toBe(`error: port ${port} of 127.0.0.1 is taken\nChoose another with --port.\n`)
  const end = finished(child)
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
})

const SOMAXCONN = '/proc/sys/net/core/somaxconn'
const CALLERS = 800
const canWait = existsSync(SOMAXCONN) && Number(readFileSync(SOMAXCONN, 'utf8')) >= CALLERS

it.skipIf(!canWait)('loses no connection of many at once while it is busy', async () => {
  const { child, url } = await startServe(['--db', ':memory:', '--data', folder])
  const end = finished(child)
  child.kill('SIGSTOP')
  const sockets = Array.from({ length: CALLERS }, () =>
    connect(Number(new URL(url).port), '127.0.0.1'),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.destroy()
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
})

/** A package whose program is this one, as npm would install it. */
function installed(): string {
  const own = mkdtempSync(join(folder, 'installed-'))
  mkdirSync(join(own, 'node_modules/.bin'), { recursive: true })
  const script = join(own, 'node_modules/.bin/backchannel')
  writeFileSync(script, programScript(), { mode: 0o755 })
  const serve = 'backchannel serve --port 0 --db served.db'
  writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module', scripts: { serve } }))
  return own
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Ways to start a server. In all but the last one, a shell is in between. */
const FORMS = [
  ['npm', 'run', 'serve'],
  ['npx', '--no', 'backchannel', 'serve', '--port', '0', '--db', 'served.db'],
  ['node', 'node_modules/.bin/backchannel', 'serve', '--port', '0', '--db', 'served.db'],
] as const
const ENDS = FORMS.flatMap(([program, ...words]) =>
  (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)
    // If the server itself is killed, it cannot finish anything.
    .filter((signal) => program !== 'node' || signal !== 'SIGKILL')
    .map((signal) => ({ program, words, signal })),
)

it.each(ENDS)(
  'finishes and ends when $program gets $signal',
  async ({ program, words, signal }) => {
    const cwd = installed()
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
    const child = spawn(program, words, { cwd, stdio, detached: true })
    const group = -(child.pid as number)
    const lines = createInterface(child.stdout)
    // The server has ended too, so nobody can print any more.
    const ended = once(lines, 'close')
    try {
      await new Promise<void>((resolve) => {
        lines.on('line', (line) => line.startsWith('listening on') && resolve())
      })
      // A terminal sends Ctrl-C to the whole process group.
      if (signal === 'SIGINT') process.kill(group, signal)
      else child.kill(signal)
      await ended
    } finally {
      if (isRunning(group)) process.kill(group, 'SIGKILL')
    }
    // A store that was closed properly has no journal.
    expect(readdirSync(cwd).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  },
)

it('explains settings that cannot be', async () => {
  const file = join(folder, 'config.yaml')
  writeFileSync(file, 'prot: 1\n')
  const expected: readonly (readonly [readonly string[], RegExp])[] = [
    [['--config', file], /there is no setting prot; did you mean port\?/],
    [['--config', join(folder, 'none.yaml')], /there is no file .*none\.yaml; create it/],
    [['--host', '0.0.0.0'], /can be reached from other machines, which needs a token/],
    [['--port', '65536'], /Give a whole number from 0 to 65535/],
    [['--durability', 'none'], /Allowed choices are process, full/],
    [['--data', join(folder, 'none'), '--port', '0', '--db', ':memory:'], /none: cannot be read/],
  ]
  for (const [words, message] of expected) {
    const { err, code } = await runCommand('serve', ...words)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  }
})

it('prints the effective settings without secrets', async () => {
  const file = join(folder, 'good.yaml')
  writeFileSync(file, 'port: 1\ntokens: [{principal: me, role: admin, token: 0123456789abcdef}]\n')
  const { out, code } = await runCommand('config', '--config', file, '--port', '2')
  expect(code).toBe(0)
  expect(out).toMatch(/^port: 2$/m)
  expect(out).toMatch(/token: \(hidden\)/)
  expect(out).not.toContain('0123456789abcdef')
})

it('does not listen where others can reach, whatever name leads there', async () => {
  for (const host of ['0.0.0.0', '::', '[::]']) {
    const config = configSchema.parse({ port: 0, db: ':memory:', host })
    const serving = serve({ config, dataSets: [], log: SILENT_LOG })
    await expect(serving).rejects.toThrow(/can be reached from other machines/)
  }
  for (const host of ['127.evil.example', '127.1', '0x7f.1', 'localhost.', 'a b', '127.0.0.1:1']) {
    const load = () => loadConfig({ environment: {}, flags: { host } })
    expect(load).toThrow(/^config: host/)
  }
})

it('is refused beside another server on its file, where readers are not', async () => {
  const db = join(folder, 'served.db')
  const first = await startServe(['--db', db, '--data', folder])
  const words = ['--db', db, '--data', folder]
  const second = await runCommand('serve', '--port', '0', ...words)
  expect(second.code).toBe(2)
  expect(second.err).toContain(`process ${first.child.pid} has served it since`)
  const forked = await runCommand('rollout', '--env', 'mock-v1', '--policy', 'oracle', ...words)
  expect([forked.code, forked.err]).toEqual([2, expect.stringContaining('has served it since')])
  for (const reader of [
    ['episodes', 'list'],
    ['db', 'check'],
    ['replay', '--all'],
  ]) {
    expect([reader, (await runCommand(...reader, '--db', db)).code]).toEqual([reader, 0])
  }
  const gone = finished(first.child)
  first.child.kill('SIGKILL')
  await gone
  const { child, url } = await startServe(words)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const end = finished(child)
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
})
