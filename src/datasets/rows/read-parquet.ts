import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DataSetError } from '../manifest.ts'
import type { ParquetPart, SentRow } from './parquet-process.ts'
import { RowError, type RowRead } from './row.ts'

/** How much a Parquet file may cost before it is given up. */
interface ParquetLimits {
  /** Longest wait for the next rows; a row group is read as a whole. Default 120,000. */
  readonly silenceMs?: number
  /** Heap of the process that reads. Default 4,096. */
  readonly heapMegabytes?: number
  /** Memory of that process, buffers included; watched on Linux only. Default 6,144. */
  readonly memoryMegabytes?: number
}

const WATCH_MS = 100
const REMEDY =
  'Fetch it again from a source that you trust, or write it again with smaller row groups.'

/**
 * The rows of a Parquet file, in order. It is read in a process of its own with a deadline and a
 * bound on memory, since a crafted file can keep the library busy for ever, and a thread that runs
 * out of memory may take the whole process with it.
 *
 * @throws DataSetError if the file is damaged, or takes too long or too much; the error of the file
 *   system if it cannot be read
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
      if (part.kind === 'failed') throw failureOf(path, part)
      for (const row of part.rows) yield readOf(path, row)
    }
  } finally {
    await reader.stop()
  }
}

function readOf(file: string, sent: SentRow): RowRead {
  const place = { file, unit: 'row', number: sent.number } as const
  if ('values' in sent) return { kind: 'row', row: { ...place, values: sent.values } }
  return { kind: 'bad', error: new RowError(place, null, sent.problem, sent.remedy) }
}

function failureOf(path: string, part: Extract<ParquetPart, { kind: 'failed' }>): Error {
  const { message, code, isDataSetError } = part
  if (isDataSetError) return new DataSetError(message)
  return Object.assign(new Error(message), code === undefined ? {} : { code, path })
}

interface Reader {
  /** The next part of the file. Rejects if the process was ended for want of time or memory. */
  next(): Promise<ParquetPart>
  stop(): Promise<void>
}

/** The process as it was built, or its source with the loader that runs sources. */
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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const error = (problem: string) => new DataSetError(`${path}: ${problem} ${REMEDY}`)
  const tooLarge = () => error('reading it took more memory than it may.')
  /** Settles the wait of the moment; undefined while nobody waits. */
  let heard: ((part: ParquetPart | Error) => void) | undefined
  child.on('message', (part: ParquetPart) => heard?.(part))
  child.on('error', (problem) => heard?.(problem))
  child.on('exit', (code, signal) => {
    // Node aborts when the heap is full; the system kills when the machine's memory is.
    const isMemory = code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL'
    heard?.(isMemory ? tooLarge() : error(`reading it ended with ${signal ?? code}.`))
  })
  const watch = (endMs: number): void => {
    if (residentBytes(child.pid) > memoryMegabytes * 1024 * 1024) heard?.(tooLarge())
    else if (performance.now() > endMs) {
      heard?.(error(`reading it took longer than ${silenceMs} ms.`))
    }
  }
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const timer = setInterval(watch, WATCH_MS, performance.now() + silenceMs)
        heard = (part) => {
          heard = undefined
          clearInterval(timer)
          if (part instanceof Error) reject(part)
          else resolve(part)
        }
        child.send('next', (problem) => {
          if (problem !== null && (child.exitCode ?? child.signalCode) !== null) heard?.(tooLarge())
        })
      }),
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Memory of a process, or 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return pages * 4_096
  } catch {
    return 0
  }
}
