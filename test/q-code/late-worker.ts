import { appendFileSync, statSync } from 'node:fs'
import work, { type QJob, type QJobAnswer } from '../../src/effects/q-worker.ts'

/**
 * A worker whose first threads never start a program: `/ late N FILE` runs only in the thread after
 * N others, which the file counts.
 */
export default function lateWork(job: QJob): QJobAnswer {
  const code = job.request.op === 'run' ? job.request.code : ''
  const late = /^\/ late (\d+) (\S+)/.exec(code)
  if (late !== null) {
    const [, count, file = ''] = late
    appendFileSync(file, '.')
    if (statSync(file).size <= Number(count)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
  }
  return work(job)
}
