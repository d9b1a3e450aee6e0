import { leaveWithParent } from '../leave-with-parent.ts'
import { doJob, type MarkedJob } from './job.ts'

leaveWithParent(Number(process.argv[2]))

/** A process that does one job after another, and tells its parent what comes of them. */
process.on('message', (job: MarkedJob) => {
  doJob(job, (record) => process.send?.({ kind: 'record', record })).then(
    () => process.send?.({ kind: 'done' }),
    (error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ kind: 'failed', why })
    },
  )
})
