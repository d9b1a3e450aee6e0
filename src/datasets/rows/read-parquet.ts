import { Worker } from 'node:worker_threads'
import { DataSetError } from '../manifest.ts'
import type { ParquetJob, ParquetPart, SentRow } from './parquet-worker.ts'
import { RowError, type RowRead } from './row.ts'

/** How much a Parquet file may cost before it is given up. */
export interface ParquetLimits {
  /** Longest wait for the next rows; a row group is read as a whole. Default 120,000. */
  readonly silenceMs?: number
  /** Heap of the thread that reads. Default 4,096. */
  readonly heapMegabytes?: number
  /** How much the process may grow meanwhile; buffers are no part of the heap. Default 6,144. */
  readonly growthMegabytes?: number
}

const WATCH_MS = 100
const REMEDY =
  'Fetch it again from a source that you trust, or write it again with smaller row groups.'

/**
 * The rows of a Parquet file, in order. It is read in a thread of its own with a deadline and a
 * bound on memory, since a crafted file can keep the library busy for ever.
 *
 * @throws DataSetError if the file is damaged, or takes too long or too much; the error of the file
 *   system if it cannot be read
 */
export async function* readParquet(
  path: string,
  limits: ParquetLimits = {},
): AsyncGenerator<RowRead> {
  const thread = startThread(path, limits)
  try {
    for (;;) {
      const part = await thread.next()
      if (part.kind === 'end') return
      if (part.kind === 'failed') throw failureOf(path, part)
      for (const row of part.rows) yield readOf(path, row)
    }
  } finally {
    await thread.stop()
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

/** The worker as it was built, or a first file that runs its source by the loader for sources. */
function workerEntry(): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL('./parquet-worker.js', import.meta.url)
  const { href } = new URL('./parquet-worker.ts', import.meta.url)
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const start = `import { register } from ${loader}; register();`
  const source = `${start} await import(${JSON.stringify(href)})`
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

interface Thread {
  /** The next part of the file. Rejects if the thread was ended for want of time or memory. */
  next(): Promise<ParquetPart>
  stop(): Promise<void>
}

function startThread(path: string, limits: ParquetLimits): Thread {
  const { silenceMs = 120_000, heapMegabytes = 4_096, growthMegabytes = 6_144 } = limits
  const worker = new Worker(workerEntry(), {
    workerData: { path } satisfies ParquetJob,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const startBytes = process.memoryUsage.rss()
  const tooSlow = () =>
    new DataSetError(`${path}: reading it took longer than ${silenceMs} ms. ${REMEDY}`)
  const tooLarge = () =>
    new DataSetError(`${path}: reading it took more memory than it may. ${REMEDY}`)
  /** Settles the wait of the moment; undefined while nobody waits. */
  let heard: ((part: ParquetPart | Error) => void) | undefined
  worker.on('message', (part: ParquetPart) => heard?.(part))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    heard?.(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
  )
  worker.on('exit', () => heard?.(tooLarge()))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const endMs = performance.now() + silenceMs
        const watch = setInterval(() => {
          const grownBytes = process.memoryUsage.rss() - startBytes
          if (grownBytes > growthMegabytes * 1024 * 1024) heard?.(tooLarge())
          else if (performance.now() > endMs) heard?.(tooSlow())
        }, WATCH_MS)
        heard = (part) => {
          heard = undefined
          clearInterval(watch)
          if (part instanceof Error) reject(part)
          else resolve(part)
        }
        worker.postMessage('next')
      }),
    stop: async () => {
      await worker.terminate()
    },
  }
}
