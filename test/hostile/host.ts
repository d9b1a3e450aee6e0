import { readFileSync } from 'node:fs'

/** How often the kernel's table is read. */
const WINDOW_MS = 250
/** A window in which the host took more of all processors than this tells of the host alone. */
const STOLEN_SHARE_MAX = 0.05
/** The fields of the table that add up to all time, and the one that tells of what was taken. */
const FIELDS = 8
const STOLEN = 7

interface Window {
  readonly fromMs: number
  readonly toMs: number
  readonly share: number
}

/**
 * When the host of a virtual machine gave its processors to others. What is timed then says
 * nothing about a server: a call waits for a second in which nobody here computes at all.
 * Where no table is kept, nothing counts as taken.
 */
export class Host {
  readonly #windows: Window[] = []
  #last = { atMs: performance.now(), ...readTimes() }
  readonly #timer = setInterval(() => this.#read(), WINDOW_MS)

  stop(): void {
    clearInterval(this.#timer)
    this.#read()
  }

  /** Whether the host took the processors at some time between two readings of the clock. */
  isAway(fromMs: number, toMs: number): boolean {
    return this.#windows.some(
      (window) => window.share > STOLEN_SHARE_MAX && window.fromMs <= toMs && fromMs <= window.toMs,
    )
  }

  #read(): void {
    const now = { atMs: performance.now(), ...readTimes() }
    const all = now.all - this.#last.all
    const share = all === 0 ? 0 : (now.stolen - this.#last.stolen) / all
    this.#windows.push({ fromMs: this.#last.atMs, toMs: now.atMs, share })
    this.#last = now
  }
}

/** Ticks of all processors since the machine was started. */
function readTimes(): { readonly all: number; readonly stolen: number } {
  try {
    const line = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? ''
    const ticks = line
      .split(/ +/)
      .slice(1, FIELDS + 1)
      .map(Number)
    return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[STOLEN] ?? 0 }
  } catch {
    return { all: 0, stolen: 0 }
  }
}
