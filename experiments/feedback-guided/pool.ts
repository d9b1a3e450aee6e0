import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { MarkedJob } from './job.ts'
import type { RunRecord } from './one-run.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const BUILT = fileURLToPath(new URL('../../var/experiment-worker.mjs', import.meta.url))

/**
 * Puts the worker and all that it needs into one file of JavaScript: it runs an eighth faster than
 * sources that are translated one by one, which keep a name with every function.
 */
function buildWorker(): void {
  buildSync({
    entryPoints: [WORKER],
    outfile: BUILT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
}

/**
 * Acts live for a batch and then go: with room for some batches, most are gone before anything is
 * moved. Each process collects in its own thread, for the cores are busy with the others. With 320
 * MB in place of 64, plain training takes 7.1 s in place of 9.7 for 1,536 tasks.
 */
const MEMORY = ['--min-semi-space-size=320', '--max-semi-space-size=320', '--single-threaded-gc']

type Told =
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Does jobs in so many processes of their own.
 *
 * @throws Error of the first job that fails, after ending the processes
 */
export async function doJobs(
  jobs: readonly MarkedJob[],
  processes: number,
  onRecord: (record: RunRecord) => void,
): Promise<void> {
  buildWorker()
  const left = [...jobs]
  const children: ChildProcess[] = []
  const work = async (): Promise<void> => {
    const child = fork(BUILT, [String(process.pid)], { execArgv: MEMORY })
    children.push(child)
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      await doneBy(child, job, onRecord)
    }
    child.kill()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, work))
  } finally {
    for (const child of children) child.kill()
  }
}

function doneBy(
  child: ChildProcess,
  job: MarkedJob,
  onRecord: (record: RunRecord) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (end: () => void): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      end()
    }
    const onExit = (): void => leave(() => reject(new Error('a worker ended in the middle')))
    const onMessage = (told: Told): void => {
      if (told.kind === 'record') onRecord(told.record)
      else if (told.kind === 'done') leave(resolve)
      else leave(() => reject(new Error(told.why)))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(job)
  })
}
