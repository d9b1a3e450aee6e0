import { Worker } from 'node:worker_threads'
import { doJob, type Job } from './job.ts'

/**
 * Ends this process with its parent, whose id it is given, however that ended. Training leaves no
 * turn of the event loop for minutes, so a thread looks.
 */
const WATCH = `setInterval(() => {
  if (process.ppid !== ${Number(process.argv[2])}) process.kill(${process.pid}, 'SIGKILL')
}, 1_000)`
new Worker(WATCH, { eval: true }).unref()

/** A process that does one job after another, and tells its parent what comes of them. */
process.on('message', (job: Job) => {
  doJob(job, (record) => process.send?.({ kind: 'record', record })).then(
    () => process.send?.({ kind: 'done' }),
    (error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ kind: 'failed', why })
    },
  )
})
