import { once } from 'node:events'
import type { Child } from '../../support/command-process.ts'
import { startServe } from '../../support/serve-process.ts'

const running = new Set<Child>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// Whoever is told to end takes along what it has started.
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1))

/** A server in a process of its own, at one address however often it is started. */
export class Replica {
  readonly #words: readonly string[]
  #child: Child | undefined
  #port = 0

  /** @param words the flags of `serve` */
  constructor(words: readonly string[]) {
    this.#words = words
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const { child, url } = await startServe([...this.#words, '--port', String(this.#port)])
    this.#port = Number(new URL(url).port)
    this.#child = child
    running.add(child)
    child.once('exit', () => running.delete(child))
    child.stderr.resume()
    child.stdout.resume()
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name)
  }

  /** Ends it, and answers its exit code; null if it was killed. */
  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (child === undefined) return null
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(name)
      await gone
    }
    return child.exitCode
  }
}
