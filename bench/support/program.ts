import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The built program as users run it. */
export interface Program {
  readonly url: string
  /** Memory that it holds, all its threads together. */
  residentBytes(): number
  /** CPU time that it has used, and all processes that it started, which stand apart. */
  cpuMicroseconds(): { readonly own: number; readonly children: number }
  stop(): Promise<void>
}

const MICROSECONDS_PER_TICK = 10_000

/** What a process that runs has used, by the system, which counts hundredths of seconds. */
function cpuOf(pid: number): number {
  // The name in brackets may hold anything, so what comes before its end is passed over.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\))/)
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * MICROSECONDS_PER_TICK
}

/** The processes that a process has started, and those that they have. */
function descendantsOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const children = text === '' ? [] : text.split(' ').map(Number)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/**
 * Starts `backchannel serve` on a free port and waits until it says where it listens.
 *
 * @param more further words of the command
 * @throws Error if it ends before that
 */
export async function startProgram(db: string, more: readonly string[] = []): Promise<Program> {
  const words = [
    'bin/backchannel',
    'serve',
    '--port',
    '0',
    '--db',
    db,
    '--log-level',
    'silent',
    ...more,
  ]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const first = once(createInterface(child.stdout), 'line')
  const [line] = (await Promise.race([first, gone])) as [unknown]
  const url = /^listening on (\S+)$/.exec(String(line))?.[1]
  if (url === undefined) throw new Error(`the server did not start: ${line}`)
  return {
    url,
    residentBytes: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) *
      1024,
    cpuMicroseconds() {
      const pid = child.pid as number
      const children = descendantsOf(pid).reduce((sum, each) => sum + cpuOf(each), 0)
      return { own: cpuOf(pid), children }
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
