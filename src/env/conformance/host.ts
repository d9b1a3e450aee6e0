/** What needs a clock or files, and so is not part of this folder. */
export interface ConformanceHost {
  /** Runs work of one task. Returns false if it did not end in time and was stopped. */
  endsInTime(work: () => void): boolean
  /** The file and line of the environment's code in which an error was thrown. */
  locate(error: unknown): string | undefined
}

export const NO_HOST: ConformanceHost = {
  endsInTime(work) {
    work()
    return true
  },
  locate: () => undefined,
}
