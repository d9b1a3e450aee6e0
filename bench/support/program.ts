import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The built program as users run it. */
export interface Program {
  readonly url: string
  /** Resident memory of the process with all its threads. */
  residentBytes(): number
  /** CPU time of the process, and separately of all processes that it started. */
  cpuMicroseconds(): { readonly ownTime: number; readonly children: number }
  stop(): Promise<void>
}

const MICROSECONDS_PER_TICK = 10_000

/** The CPU time of a running process, from the system, which counts hundredths of a second. */
function processCpu(pid: number): number {
  // The name in brackets may contain anything, so skip to its end.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\))/)
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * MICROSECONDS_PER_TICK
}

/** The processes that a process has started, directly or indirectly. */
function listDescendants(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const children = text === '' ? [] : text.split(' ').map(Number)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

/**
 * Starts `backchannel serve` on a free port and waits until it prints its address.
 *
 * @param extraWords further words of the command
 * @throws Error if it ends before that
 */
export async function startProgram(
  db: string,
  extraWords: readonly string[] = [],
): Promise<Program> {
  const words = [
    'bin/backchannel',
    'serve',
    '--port',
    '0',
    '--db',
    db,
    '--log-level',
    'silent',
    ...extraWords,
  ]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const processExit = once(child, 'exit')
  const first = once(createInterface(child.stdout), 'line')
  const [line] = (await Promise.race([first, processExit])) as [unknown]
  const url = /^listening on (\S+)$/.exec(String(line))?.[1]
  if (url === undefined) throw new Error(`the server did not start: ${line}`)
  return {
    url,
    residentBytes: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) *
      1024,
    cpuMicroseconds() {
      const pid = child.pid as number
      const children = listDescendants(pid).reduce((sum, each) => sum + processCpu(each), 0)
      return { ownTime: processCpu(pid), children }
    },
    async stop() {
      child.kill('SIGTERM')
      await processExit
    },
  }
}
