import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { descendantsCpu, processCpu } from './process-cpu.ts'

/** The built program as users run it. */
export interface Program {
  readonly url: string
  /** Resident memory of the process with all its threads. */
  residentBytes(): number
  /** CPU time of the process, and separately of all processes that it started. */
  cpuMicroseconds(): { readonly ownTime: number; readonly children: number }
  stop(): Promise<void>
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
      return { ownTime: processCpu(pid), children: descendantsCpu(pid) }
    },
    async stop() {
      child.kill('SIGTERM')
      await processExit
    },
  }
}
