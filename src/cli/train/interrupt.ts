/**
 * Runs work that can be stopped: the first Ctrl-C (or SIGTERM) asks it to end at the next good
 * moment, the second ends the process at once.
 */
export async function untilInterrupted<Result>(
  work: (isStopped: () => boolean) => Promise<Result>,
): Promise<Result> {
  let isStopped = false
  const stop = (): void => {
    if (isStopped) process.exit(130)
    isStopped = true
    process.stderr.write('\nending after what is under way; once more to end at once\n')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work(() => isStopped)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
