import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** How fast a replay goes: a pause in milliseconds, or at the push of a key. */
export type Pace = number | 'key'

interface Waiter {
  /** Resolves when the next step may be shown. */
  next(): Promise<void>
  end(): void
}

/** Waits between steps as the pace says; without one it does not wait. */
export function waiter(pace: Pace | undefined): Waiter {
  if (pace === 'key') return keyWaiter()
  return {
    next: async () => {
      if (pace !== undefined) await sleep(pace)
    },
    end: () => {},
  }
}

/** Any key on a terminal, a line elsewhere; when the input is over it does not wait any more. */
function keyWaiter(): Waiter {
  const { stdin } = process
  if (!stdin.isTTY) return lineWaiter()
  stdin.setRawMode(true)
  return {
    next: () =>
      new Promise((resolve) => {
        stdin.once('data', (key) => {
          stdin.pause()
          // In raw mode the terminal hands over Ctrl-C, and "q", as what they are.
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
