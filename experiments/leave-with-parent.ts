import { Worker } from 'node:worker_threads'

/**
 * Ends this process when its parent ends, even by `kill -9`. Training blocks the event loop for
 * minutes, so a thread checks.
 */
export function leaveWithParent(parent: number): void {
  const watch = `setInterval(() => {
    if (process.ppid !== ${parent}) process.kill(${process.pid}, 'SIGKILL')
  }, 250)`
  new Worker(watch, { eval: true }).unref()
}
