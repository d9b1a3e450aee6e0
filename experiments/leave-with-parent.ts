import { Worker } from 'node:worker_threads'

/**
 * Ends this process with its parent, however that ended, also by `kill -9`. Training leaves no turn
 * of the event loop for minutes, so a thread looks.
 */
export function leaveWithParent(parent: number): void {
  const watch = `setInterval(() => {
    if (process.ppid !== ${parent}) process.kill(${process.pid}, 'SIGKILL')
  }, 250)`
  new Worker(watch, { eval: true }).unref()
}
