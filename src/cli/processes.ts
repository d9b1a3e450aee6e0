import { type ChildProcess, spawn } from 'node:child_process'
import { pino } from 'pino'
import type { Config } from '../server/config/schema.ts'
import { isPostgresAddress } from '../store/postgres/address.ts'
import { CommandError, EXIT } from './errors.ts'
import { onStopAsked } from './stop-signals.ts'

/** What one of several servers reports when it listens. */
export interface Listening {
  readonly url: string
  /** What it offers, for a person to read. */
  readonly lines: readonly string[]
}

/** The first pause before a server restarts. It doubles up to the maximum. */
const PAUSE_MS = 500
const PAUSE_MS_MAX = 30_000
/** A server that has run this long counts as started successfully. */
const SETTLED_MS = 60_000

/**
 * Runs several server processes on consecutive ports until SIGTERM, SIGINT or SIGHUP. A process
 * that ends by itself is restarted. All of them end with this one, however it ends.
 *
 * @param onListening called once, when all of them listen
 * @returns the exit code of a process that could not start, otherwise that of the end
 * @throws CommandError if the processes cannot share the store
 */
export async function serveInProcesses(
  count: number,
  config: Config,
  onListening: (servers: readonly Listening[]) => void,
): Promise<number> {
  refuseUnshared(config.db)
  refusePortsBeyond(config.port + count - 1)
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: true }))
  const ports = Array.from({ length: count }, (_, index) => config.port && config.port + index)
  const servers = ports.map((port) => new ServerProcess(port, count, log))
  const stop = stopper(servers)
  try {
    onListening(await Promise.all(servers.map((server) => server.start())))
    await stop.asked
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    return typeof error.ending === 'number' ? error.ending : EXIT.unable
  } finally {
    await stop.all()
  }
  return EXIT.fine
}

function refuseUnshared(db: string): void {
  if (isPostgresAddress(db)) return
  const remedy = 'Give a PostgreSQL database with --db postgres://…, or leave out --processes.'
  throw new CommandError(`several processes cannot share the store ${db}`, remedy)
}

function refusePortsBeyond(last: number): void {
  if (last <= 65_535) return
  throw new CommandError(`there is no port ${last}`, 'Choose a lower one with --port.')
}

/** The exit code of a process, or the signal that ended it. */
type Ending = number | NodeJS.Signals | null

/** A server ended before it listened. It has printed the reason. */
class EndedEarly extends Error {
  readonly ending: Ending

  constructor(ending: Ending) {
    super('a server could not start')
    this.ending = ending
  }
}

/** One of the servers, across restarts of its process. */
class ServerProcess {
  /** The requested port. After the first start, the port it got, so that a restart reuses it. */
  #port: number
  /** Number of servers that the parent runs. */
  readonly #count: number
  readonly #log: pino.Logger
  #child: ChildProcess | undefined
  #pauseMs = PAUSE_MS
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(port: number, count: number, log: pino.Logger) {
    this.#port = port
    this.#count = count
    this.#log = log
  }

  /** @throws EndedEarly */
  start(): Promise<Listening> {
    const child = spawnServer(this.#port, this.#count)
    const startedMs = performance.now()
    this.#child = child
    return new Promise((resolve, reject) => {
      let hasListened = false
      child.once('message', (message) => {
        const listening = message as Listening
        hasListened = true
        this.#port = Number(new URL(listening.url).port)
        resolve(listening)
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        this.#child = undefined
        if (!hasListened) reject(new EndedEarly(code ?? signal))
        else this.#startAgain(performance.now() - startedMs, code ?? signal)
      })
    })
  }

  /** Asks it to finish pending work and end. SIGKILL ends it at once. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (child === undefined) return
    const processExit = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await processExit
  }

  #startAgain(livedMs: number, ending: Ending | string): void {
    if (this.#stopping) return
    if (livedMs > SETTLED_MS) this.#pauseMs = PAUSE_MS
    const about = { port: this.#port, ended: ending, pause_ms: this.#pauseMs }
    this.#log.error(about, 'a server has ended; it is started again')
    this.#timer = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.#startAgain(0, error instanceof EndedEarly ? error.ending : String(error))
      })
    }, this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MS_MAX)
  }
}

/** Starts this program again with its own arguments and the settings of one of several servers. */
function spawnServer(port: number, count: number): ChildProcess {
  const childFlags = ['--port', String(port), '--processes', '1', '--one-of-several', String(count)]
  const words = [...process.execArgv, ...process.argv.slice(1), ...childFlags]
  return spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Waits for signals: the first asks all servers to end, the second ends them at once. */
function stopper(servers: readonly ServerProcess[]) {
  const stopAll = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop(signal)))
  }
  const stopRequested = new Promise<void>((resolve) => {
    onStopAsked(resolve, () => void stopAll('SIGKILL'))
  })
  return { asked: stopRequested, all: stopAll }
}
