import work, { type QJob, type QJobAnswer } from '../../src/effects/q-worker.ts'
import { marked } from './thread-time.ts'

/** A worker that says which thread it is, when it began and what it computed. */
export default function timedWork(job: QJob): QJobAnswer {
  const { marks } = job.request as unknown as { readonly marks: SharedArrayBuffer }
  return marked(marks, () => work(job))
}
