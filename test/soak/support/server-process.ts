import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { ROOT } from '../../tidy/files.ts'

/** A server in a process of its own, which can be killed. */
export interface ServerProcess {
  readonly url: string
  /** Log lines of level error and worse: a healthy server has none. */
  readonly errors: readonly string[]
  /** Resolves when the process is no more. */
  readonly gone: Promise<unknown>
  /** Takes the process away at once, as a crash does. */
  kill(): Promise<void>
  /** Asks it to stop and answers its exit code, null if it had to be killed. */
  stop(): Promise<number | null>
}

/** How a server is started. */
export interface ServerStart {
  readonly db: string
  /** Default: a free one. */
  readonly port?: number
  /** Settings in a file. */
  readonly config?: string
  /** Words to run instead of the built program's `serve`. */
  readonly program?: readonly string[]
}

const START_MS = 120_000
const STOP_MS = 60_000

const running = new Set<ChildProcess>()

/** Ends the servers that a case which failed has left. */
export function killLeftServers(): void {
  for (const child of running) child.kill('SIGKILL')
}

process.once('exit', killLeftServers)

/** Starts the built program; `npm run build` goes before. */
export async function startServer(start: ServerStart): Promise<ServerProcess> {
  const child = spawnProgram(
    [
      ...(start.program ?? [join(ROOT, 'bin/backchannel'), 'serve']),
      ...['--port', String(start.port ?? 0), '--db', start.db, '--log-level', 'warn'],
      ...(start.config === undefined ? [] : ['--config', start.config]),
    ],
    dirname(start.db),
  )
  running.add(child)
  child.once('exit', () => running.delete(child))
  const errors: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (!isHarmless(line)) errors.push(line)
  })
  const gone = once(child, 'close')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
  }
  return {
    url: await addressOf(child, errors),
    errors,
    gone,
    kill: () => end('SIGKILL'),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await end('SIGTERM')
      clearTimeout(timer)
      return child.exitCode
    },
  }
}

/** Runs a command of the built program; throws with its output unless it exits with 0. */
export async function runBuilt(words: readonly string[], cwd: string): Promise<string> {
  const child = spawnProgram([join(ROOT, 'bin/backchannel'), ...words], cwd)
  let said = ''
  const read = (text: string): void => {
    said += text
  }
  child.stdout?.setEncoding('utf8').on('data', read)
  child.stderr?.setEncoding('utf8').on('data', read)
  await once(child, 'close')
  if (child.exitCode !== 0)
    throw new Error(`backchannel ${words[0]} failed: ${said.slice(0, 2_000)}`)
  return said
}

function spawnProgram(words: readonly string[], cwd: string): ChildProcess {
  // Settings of whoever runs the soak must not reach the server.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('BACKCHANNEL_'))
  return spawn(process.execPath, [...words], {
    cwd,
    env: Object.fromEntries(own),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const LOG_LEVEL_ERROR = 50

function isHarmless(line: string): boolean {
  if (line.trim() === '') return true
  try {
    return (JSON.parse(line) as { level: number }).level < LOG_LEVEL_ERROR
  } catch {
    return false
  }
}

function addressOf(child: ChildProcess, errors: readonly string[]): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`the server ${why}: ${said}${errors.join('\n')}`))
    }
    const timer = setTimeout(() => fail('said no address'), START_MS)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /^listening on (\S+)\n/m.exec(said)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('exit', () => fail('ended'))
  })
}
