import { leaveWithParent } from '../leave-with-parent.ts'
import { doJob, type Job } from './job.ts'

leaveWithParent(Number(process.argv[2]))

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
