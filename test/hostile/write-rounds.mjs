import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'

// Loaded before a server: writes how much processor time each longer round of its event loop took,
// which is how long everybody else had to wait, whatever else the machine did meanwhile. Time that
// a host took from this virtual machine and collections of garbage are told apart.

/** Shorter rounds keep nobody waiting. */
const SHORTEST_MS = 5
/** How old a reading of the stolen time may be. */
const STOLEN_AGE_MS = 20
/** A tick of the kernel's clock in its tables. */
const TICK_MS = 10

const out = openSync(new URL(import.meta.url).searchParams.get('out'), 'a')
const usedMs = clockOfThread()
const stolenMs = stolenClock()

let garbageMs = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) garbageMs += duration
}).observe({ entryTypes: ['gc'] })

let lastMs = usedMs()
let stolen = { ms: stolenMs(), atMs: performance.now() }
const timer = setInterval(() => {
  const tookMs = usedMs() - lastMs
  const nowMs = performance.now()
  const isLong = tookMs >= SHORTEST_MS
  if (isLong || nowMs - stolen.atMs > STOLEN_AGE_MS) {
    const ms = stolenMs()
    if (isLong) note(tookMs, ms - stolen.ms)
    stolen = { ms, atMs: nowMs }
  }
  lastMs = usedMs()
}, 1)
timer.unref()

function note(tookMs, lostMs) {
  const atMs = performance.timeOrigin + performance.now()
  // Collections are told a round later: after this one, and before the next is looked at.
  setImmediate(() => {
    writeSync(out, `${JSON.stringify({ atMs, tookMs, lostMs, garbageMs })}\n`)
    garbageMs = 0
  })
}

/** Processor time of this thread in milliseconds; where nobody tells it, the time of the wall. */
function clockOfThread() {
  if (process.threadCpuUsage !== undefined) {
    return () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
  }
  return numberIn(`/proc/self/task/${process.pid}/schedstat`) ?? (() => performance.now())
}

/** Reads the number that a small file of the kernel begins with, as milliseconds. */
function numberIn(path) {
  try {
    const file = openSync(path, 'r')
    const buffer = Buffer.alloc(64)
    const read = () =>
      Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6
    if (read() > 0) return read
    closeSync(file)
  } catch {
    // No Linux.
  }
  return undefined
}

/** The time that the host took from the processor which this thread runs on. */
function stolenClock() {
  const PROCESSOR = 36
  const STOLEN = 8
  return () => {
    try {
      const own = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
      const processor = own.slice(own.lastIndexOf(')') + 2).split(' ')[PROCESSOR]
      const lines = readFileSync('/proc/stat', 'latin1').split('\n')
      const fields = lines.find((line) => line.startsWith(`cpu${processor} `))?.split(' ')
      return Number(fields?.[STOLEN] ?? 0) * TICK_MS
    } catch {
      return 0
    }
  }
}
