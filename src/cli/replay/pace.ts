import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** The pace of a replay: a pause in milliseconds, or a key press between steps. */
export type Pace = number | 'key'

interface Waiter {
  /** Resolves when the next step may be shown. */
  next(): Promise<void>
  end(): void
}

/** Waits between steps according to the pace; without a pace it does not wait. */
export function waiter(pace: Pace | undefined): Waiter {
  if (pace === 'key') return keyWaiter()
  return {
    next: async () => {
      if (pace !== undefined) await sleep(pace)
    },
    end: () => {},
  }
}

/**
 * Waits for any key on a terminal, or a line elsewhere. After the end of input it does not wait.
 */
function keyWaiter(): Waiter {
  const { stdin } = process
  if (!stdin.isTTY) return lineWaiter()
  stdin.setRawMode(true)
  return {
    next: () =>
      new Promise((resolve) => {
        stdin.once('data', (key) => {
          stdin.pause()
          // In raw mode, Ctrl-C arrives as a character.
          if (String(key) === '\u0003' || String(key) === 'q') {
            stdin.setRawMode(false)
            process.exit(0)
          }
          resolve()
        })
        stdin.resume()
      }),
    end: () => void stdin.setRawMode(false),
  }
}

function lineWaiter(): Waiter {
  const lines = createInterface({ input: process.stdin })
  const iterator = lines[Symbol.asyncIterator]()
  return { next: async () => void (await iterator.next()), end: () => lines.close() }
}
