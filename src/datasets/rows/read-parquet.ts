import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DataSetError } from '../manifest.ts'
import type { ParquetPart, SentRow } from './parquet-process.ts'
import { RowError, type RowRead } from './row.ts'

/** Limits of time and memory for a Parquet file. */
interface ParquetLimits {
  /** Maximum milliseconds without rows; a row group is read as a whole. Default: 120,000. */
  readonly silenceMs?: number
  /** Heap of the reading process. Default: 4,096. */
  readonly heapMegabytes?: number
  /** Memory of that process, including buffers; checked on Linux only. Default: 6,144. */
  readonly memoryMegabytes?: number
}

const WATCH_MS = 100
const REMEDY =
  'Fetch it again from a source that you trust, or write it again with smaller row groups.'

/**
 * The rows of a Parquet file, in order. A separate process reads it, with a deadline and a memory
 * limit. A crafted file can occupy the library for ever, and a thread without memory may end the
 * whole process.
 *
 * @throws DataSetError if the file is damaged, or exceeds the limits; the error of the file system
 * if it cannot be read
 */
export async function* readParquet(
  path: string,
  limits: ParquetLimits = {},
): AsyncGenerator<RowRead> {
  const reader = startReader(path, limits)
  try {
    for (;;) {
      const part = await reader.next()
      if (part.kind === 'end') return
      if (part.kind === 'failed') throw toError(path, part)
      for (const row of part.rows) yield toRowRead(path, row)
    }
  } finally {
    await reader.stop()
  }
}

function toRowRead(file: string, sent: SentRow): RowRead {
  const location = { file, unit: 'row', number: sent.number } as const
  if ('values' in sent) return { kind: 'row', row: { ...location, values: sent.values } }
  return { kind: 'bad', error: new RowError(location, null, sent.problem, sent.remedy) }
}

function toError(path: string, part: Extract<ParquetPart, { kind: 'failed' }>): Error {
  const { message, code, isDataSetError } = part
  if (isDataSetError) return new DataSetError(message)
  return Object.assign(new Error(message), code === undefined ? {} : { code, path })
}

interface Reader {
  /** The next part of the file. Rejects if the process exceeded its time or memory. */
  next(): Promise<ParquetPart>
  stop(): Promise<void>
}

/** The built process, or its source with the loader for sources. */
function startProcess(path: string, heapMegabytes: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const file = new URL(`./parquet-process.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const loader = isSource ? ['--import', import.meta.resolve('tsx')] : []
  return fork(fileURLToPath(file), [path], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, ...loader],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

function startReader(path: string, limits: ParquetLimits): Reader {
  const { silenceMs = 120_000, heapMegabytes = 4_096, memoryMegabytes = 6_144 } = limits
  const child = startProcess(path, heapMegabytes)
  // A process that could not be created has no exit.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const error = (problem: string) => new DataSetError(`${path}: ${problem} ${REMEDY}`)
  const tooLarge = () => error('reading it took more memory than it may.')
  /** Resolves the pending request; undefined without one. */
  let onPart: ((part: ParquetPart | Error) => void) | undefined
  child.on('message', (part: ParquetPart) => onPart?.(part))
  child.on('error', (problem) => {
    const message = `${path}: the process that reads it did not start: ${problem.message}.`
    const remedy = 'Look at the limits of processes and memory.'
    onPart?.(child.pid === undefined ? new DataSetError(`${message} ${remedy}`) : problem)
  })
  child.on('exit', (code, signal) => {
    // Node aborts when the heap is full; the system kills when the machine's memory is full.
    const isMemory = code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL'
    onPart?.(isMemory ? tooLarge() : error(`reading it ended with ${signal ?? code}.`))
  })
  const watch = (endMs: number): void => {
    if (residentBytes(child.pid) > memoryMegabytes * 1024 * 1024) onPart?.(tooLarge())
    else if (performance.now() > endMs) {
      onPart?.(error(`reading it took longer than ${silenceMs} ms.`))
    }
  }
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const timer = setInterval(watch, WATCH_MS, performance.now() + silenceMs)
        onPart = (part) => {
          onPart = undefined
          clearInterval(timer)
          if (part instanceof Error) reject(part)
          else resolve(part)
        }
        child.send('next', (problem) => {
          const hasEnded = (child.exitCode ?? child.signalCode) !== null
          if (problem !== null && hasEnded && child.pid !== undefined) onPart?.(tooLarge())
        })
      }),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Memory of a process, or 0 if the system does not report it. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return pages * 4_096
  } catch {
    return 0
  }
}
