import type { ChildProcess } from 'node:child_process'
import type { pino } from 'pino'

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

/** The exit code of a process, or the signal that ended it. */
type Ending = number | NodeJS.Signals | null

/** A server ended before it listened. It has printed the reason. */
export class EndedEarly extends Error {
  readonly ending: Ending

  constructor(ending: Ending) {
    super('a server could not start')
    this.ending = ending
  }
}

/** One of the servers, across restarts of its process. */
export class ServerProcess {
  /** The requested port. If it is 0, the port of the first start, so that a restart reuses it. */
  #port: number
  readonly #spawn: (port: number) => ChildProcess
  readonly #log: Pick<pino.Logger, 'error'>
  #child: ChildProcess | undefined
  #pauseMs = PAUSE_MS
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  /** @param spawn creates a process that sends `Listening` when it listens on the port */
  constructor(
    port: number,
    spawn: (port: number) => ChildProcess,
    log: Pick<pino.Logger, 'error'>,
  ) {
    this.#port = port
    this.#spawn = spawn
    this.#log = log
  }

  /** @throws EndedEarly, or the error of a process that could not be created */
  start(): Promise<Listening> {
    return new Promise((resolve, reject) => {
      const child = this.#spawn(this.#port)
      const startedMs = performance.now()
      this.#child = child
      let hasListened = false
      child.once('message', (message) => {
        const listening = message as Listening
        hasListened = true
        // The URL of port 80 has no port, so a requested port is kept.
        this.#port ||= Number(new URL(listening.url).port)
        resolve(listening)
      })
      child.on('error', reject)
      // A process that could not be created has no exit.
      child.once('close', (code, signal) => {
        this.#child = undefined
        if (!hasListened) reject(new EndedEarly(code ?? signal))
        else this.#startAgain(performance.now() - startedMs, code ?? signal)
      })
    })
  }

  /** Asks it to finish pending work and end. SIGKILL ends it at once. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (child === undefined) return
    const processEnd = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    await processEnd
  }

  #startAgain(livedMs: number, ending: Ending | string): void {
    if (this.#isStopping) return
    if (livedMs > SETTLED_MS) this.#pauseMs = PAUSE_MS
    const about = { port: this.#port, ended: ending, pause_ms: this.#pauseMs }
    this.#log.error(about, 'a server has ended; it will restart')
    this.#timer = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.#startAgain(0, error instanceof EndedEarly ? error.ending : String(error))
      })
    }, this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MS_MAX)
  }
}
