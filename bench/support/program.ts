import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The built program as users run it. */
export interface Program {
  readonly url: string
  /** Memory that it holds, all its threads together. */
  residentBytes(): number
  stop(): Promise<void>
}

/**
 * Starts `backchannel serve` on a free port and waits until it says where it listens.
 *
 * @throws Error if it ends before that
 */
export async function startProgram(db: string): Promise<Program> {
  const words = ['bin/backchannel', 'serve', '--port', '0', '--db', db, '--log-level', 'silent']
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
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
