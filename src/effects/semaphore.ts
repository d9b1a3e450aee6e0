/** Gives a slot back; calling it again does nothing. */
export type Release = () => void

export interface SemaphoreLimits {
  /** Holders at once, at least 1. */
  readonly concurrency: number
  /** Callers that may wait, 0 for none. */
  readonly queueMax: number
}

/** Lets a fixed number of callers in, a fixed number wait in order of arrival, and no more. */
export interface Semaphore {
  /** A slot, or `full` when too many wait. Rejects with the signal's reason if that comes first. */
  acquire(signal: AbortSignal): Promise<Release | 'full'>
}

/** Makes a semaphore with all slots free. */
export function createSemaphore({ concurrency, queueMax }: SemaphoreLimits): Semaphore {
  let free = concurrency
  const waiting = new Set<() => void>()

  const slot = (): Release => {
    let held = true
    return () => {
      if (!held) return
      held = false
      const [first] = waiting
      if (first === undefined) free++
      else first()
    }
  }

  return {
    acquire: async (signal) => {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return slot()
      }
      if (waiting.size >= queueMax) return 'full'
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          leave()
          resolve(slot())
        }
        const giveUp = (): void => {
          leave()
          reject(signal.reason)
        }
        const leave = (): void => {
          waiting.delete(enter)
          signal.removeEventListener('abort', giveUp)
        }
        waiting.add(enter)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
