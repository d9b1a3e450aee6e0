import { leaveWithParent } from '../leave-with-parent.ts'
import { doJob, type MarkedJob } from './job.ts'

leaveWithParent(Number(process.argv[2]))

/** A process that runs one job after another, and sends the results to its parent. */
process.on('message', (job: MarkedJob) => {
  doJob(job, (record) => process.send?.({ kind: 'record', record })).then(
    () => process.send?.({ kind: 'done' }),
    (error: unknown) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ kind: 'failed', why: reason })
    },
  )
})
