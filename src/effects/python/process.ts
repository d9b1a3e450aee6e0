import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable } from 'node:stream'
import type { Json, JsonObject } from '../../sim/json.ts'
import { LineReader } from './line-reader.ts'
import type { PythonVariant, PythonWorldOptions } from './options.ts'
import { workerScript } from './package-folder.ts'

/** A request to a worker. */
export interface PythonCall {
  readonly call: string
  readonly input: JsonObject
  readonly deadlineMs: number
  readonly bytesMax: number
}

/** A failure that a worker reports. Its trace and message are for the operator. */
interface PythonError {
  readonly code: string
  readonly function: string
  readonly message: string
  readonly trace: string
}

export type PythonAnswer =
  | { readonly status: 'answered'; readonly output: Json }
  | { readonly status: 'error'; readonly error: PythonError }
  /** It did not answer in time, and was killed. */
  | { readonly status: 'late' }
  /** The process ended for any reason. */
  | { readonly status: 'died' }
  /** It was stopped as the largest process when workers exceeded the memory limit. */
  | { readonly status: 'evicted' }
  /** Its channel carried invalid data. */
  | { readonly status: 'garbage' }

/** Receives the world's output line by line. */
type OnPrinted = (line: string) => void

interface Pending {
  readonly id: number
  readonly settle: (answer: PythonAnswer) => void
}

/** Extra bytes for an error with its trace, or for the envelope of an answer. */
const ENVELOPE_BYTES = 64 * 1024
const PRINTED_BYTES_MAX = 1_000
const PRINTED_LINES_MAX = 20

/**
 * A process that runs one world and one call at a time. It has its own process group, a channel
 * separate from stdin and stdout, and an environment of a few fixed variables.
 */
export class PythonProcess {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** The world's description, or the reason why it could not start. */
  readonly hello: Promise<PythonAnswer>
  readonly #child: ChildProcess
  /** Undefined if the system had no descriptors for it. Then the process reports an error. */
  readonly #channel: Duplex | undefined
  #pending: Pending | undefined
  #reader = new LineReader(0)
  #calls = 0
  #printedLines = 0
  #isOver = false
  #isEvicted = false
  #failure: string | undefined

  constructor(
    options: PythonWorldOptions,
    variant: PythonVariant,
    startMs: number,
    log: OnPrinted,
  ) {
    this.#child = spawn(options.python, ['-s', '-B', workerScript(), argument(options, variant)], {
      cwd: options.folder,
      env: { ...options.environment, ...variables(variant) },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    // Node omits all streams if no file descriptor is free.
    this.#channel = this.#child.stdio?.[3] as Duplex | undefined
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.#isOver = true
        this.#settle({ status: 'died' })
        this.kill()
        resolve()
      }
      this.#child.once('error', (error) => {
        this.#failure = error.message
        end()
      })
      this.#child.once('exit', end)
    })
    this.#channel?.on('data', (piece: Buffer) => this.#read(piece))
    this.#channel?.on('error', () => this.kill())
    this.#channel?.on('end', () => this.kill())
    for (const stream of [this.#child.stdout, this.#child.stderr]) this.#listen(stream, log)
    this.hello = this.#wait(0, startMs, ENVELOPE_BYTES * 16)
  }

  /** The reason why the system could not start it, such as a missing program. */
  get failure(): string | undefined {
    return this.#failure
  }

  get isAlive(): boolean {
    return !this.#isOver
  }

  /** The process id, or undefined if the start failed. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether it was stopped for its memory. */
  get isEvicted(): boolean {
    return this.#isEvicted
  }

  /** Ends the process because of its memory. Callers are not to blame. */
  evict(): void {
    this.#isEvicted = true
    this.#fail('evicted')
  }

  /** Sends one request. No other request may be pending. */
  call({ call, input, deadlineMs, bytesMax }: PythonCall): Promise<PythonAnswer> {
    if (this.#isOver) return Promise.resolve({ status: 'died' })
    this.#calls += 1
    this.#printedLines = 0
    const id = this.#calls
    const answer = this.#wait(id, deadlineMs, bytesMax + ENVELOPE_BYTES)
    const request = { id, call, input, deadline_ms: deadlineMs, bytes_max: bytesMax }
    this.#channel?.write(`${JSON.stringify(request)}\n`)
    return answer
  }

  /** Ends the process and its children. */
  kill(): void {
    this.#isOver = true
    if (this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // The process group is already empty.
    }
  }

  #wait(id: number, deadlineMs: number, bytesMax: number): Promise<PythonAnswer> {
    this.#reader = new LineReader(bytesMax)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#fail('late'), deadlineMs)
      const settle = (answer: PythonAnswer): void => {
        clearTimeout(timer)
        this.#pending = undefined
        resolve(answer)
      }
      this.#pending = { id, settle }
    })
  }

  #settle(answer: PythonAnswer): void {
    this.#pending?.settle(answer)
  }

  #fail(status: 'late' | 'garbage' | 'evicted'): void {
    this.kill()
    this.#settle({ status })
  }

  #read(piece: Buffer): void {
    const lines = this.#reader.push(piece)
    // A call has one answer. Other data did not come from the worker's own code.
    const [line] = lines ?? []
    if (lines?.length === 0) return
    const answer = line === undefined ? undefined : parseAnswer(line, this.#pending?.id)
    if (answer === undefined || lines?.length !== 1) this.#fail('garbage')
    else this.#settle(answer)
  }

  #listen(stream: Readable | null | undefined, log: OnPrinted): void {
    let rest = ''
    const print = (line: string): void => {
      this.#printedLines += 1
      if (this.#printedLines > PRINTED_LINES_MAX) return
      const isLast = this.#printedLines === PRINTED_LINES_MAX
      log(isLast ? 'and more, which is left out' : line.slice(0, PRINTED_BYTES_MAX))
    }
    stream?.setEncoding('utf8')
    stream?.on('data', (piece: string) => {
      const lines = `${rest}${piece}`.split('\n')
      rest = (lines.pop() ?? '').slice(0, PRINTED_BYTES_MAX)
      for (const line of lines) print(line)
    })
    stream?.once('end', () => {
      if (rest !== '') print(rest)
    })
    stream?.on('error', () => undefined)
  }
}

function argument(
  { module, folder, memoryMegabytes }: PythonWorldOptions,
  { isStrict }: PythonVariant,
): string {
  const memory_bytes = memoryMegabytes * 1024 * 1024
  return JSON.stringify({ module, folder, memory_bytes, strict: isStrict })
}

/** The complete environment of a worker: no secrets and nothing that depends on the machine. */
const variables = ({ hashSeed }: PythonVariant): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  PYTHONHASHSEED: String(hashSeed),
  PYTHONIOENCODING: 'utf-8:backslashreplace',
  // Thread pools inside libraries change the order of sums and so their results.
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
})

function parseAnswer(line: string, id: number | undefined): PythonAnswer | undefined {
  let message: { id?: unknown; answer?: Json; error?: PythonError }
  try {
    message = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || message.id !== id) return undefined
  if (message.error !== undefined) return { status: 'error', error: message.error }
  return message.answer === undefined ? undefined : { status: 'answered', output: message.answer }
}
