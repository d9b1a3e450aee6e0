/** Where progress is shown: `process.stderr`, or a fake in tests. */
export interface ProgressSink {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface ProgressOptions {
  /** What is being counted: `tasks`, `rollouts`. */
  readonly label: string
  readonly total: number
  readonly sink?: ProgressSink
  /** The clock in milliseconds; tests provide their own. */
  readonly nowMs?: () => number
}

/** A running count. Call `update` at any rate; it limits how often it draws. */
export interface Progress {
  update(done: number): void
  /** Draws the final count and ends the line. */
  end(): void
}

const BAR_WIDTH = 24
const TERMINAL_EVERY_MS = 100
const PLAIN_EVERY_MS = 5000

/** A bar that redraws on a terminal; elsewhere a plain line every few seconds. */
export function startProgress(options: ProgressOptions): Progress {
  const { label, total, sink = process.stderr, nowMs = () => performance.now() } = options
  const terminal = sink.isTTY === true
  const everyMs = terminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS
  const startMs = nowMs()
  let drawnMs = terminal ? -Infinity : startMs
  let done = 0
  let hasDrawn = false
  const draw = (): void => {
    const text = progressLine(label, done, total, nowMs() - startMs)
    sink.write(terminal ? `\r\u001b[2K${text}` : `${text}\n`)
    hasDrawn = true
  }
  return {
    update(count) {
      done = count
      if (nowMs() - drawnMs < everyMs) return
      drawnMs = nowMs()
      draw()
    },
    end() {
      if (terminal || hasDrawn) draw()
      if (terminal) sink.write('\n')
    },
  }
}

/** Runs work under a progress bar. The work reports how much is done. */
export async function withProgress<Result>(
  options: ProgressOptions,
  work: (onDone: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  const progress = startProgress(options)
  try {
    return await work((done) => progress.update(done))
  } finally {
    progress.end()
  }
}

/** The text of the bar: share, count, rate and remaining time. */
export function progressLine(
  label: string,
  done: number,
  total: number,
  elapsedMs: number,
): string {
  const share = total > 0 ? Math.min(1, done / total) : 1
  const filled = Math.round(share * BAR_WIDTH)
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled)
  const rate = elapsedMs > 0 ? (1000 * done) / elapsedMs : 0
  const remaining = rate > 0 && done < total ? `, ${durationText((total - done) / rate)} left` : ''
  const percent = String(Math.floor(100 * share)).padStart(3)
  const speed = rate.toFixed(rate < 10 ? 1 : 0)
  return `${label} [${bar}] ${percent}% ${done}/${total}, ${speed}/s${remaining}`
}

/** A duration as a short text: `9 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`
}
