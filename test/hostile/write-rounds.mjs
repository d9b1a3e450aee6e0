import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded before a server. Writes how much processor time each longer round of its event loop took:
// everybody else waited so long, whatever else the machine did. Writes separately what the host of
// a virtual machine took from it, and when garbage was collected. A collection is often reported
// one or two rounds late, so the reader of the file matches them by time.

/** Shorter rounds keep nobody waiting. */
const SHORTEST_MS = 5
/** Shorter collections are not written. */
const COLLECTION_MS = 1
/** How old a reading of the stolen time may be. */
const STOLEN_AGE_MS = 20
/** A tick of the kernel's clock in its tables. */
const TICK_MS = 10

// Worker threads load this module too, and nobody waits for their rounds.
if (isMainThread) watch(openSync(new URL(import.meta.url).searchParams.get('out'), 'a'))

function watch(out) {
  const write = (line) => writeSync(out, `${JSON.stringify(line)}\n`)
  writeCollections(write)
  writeRounds(write)
}

function writeCollections(write) {
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const fromMs = performance.timeOrigin + startTime
      if (duration >= COLLECTION_MS) write({ collection: { fromMs, toMs: fromMs + duration } })
    }
  }).observe({ entryTypes: ['gc'] })
}

function writeRounds(write) {
  const { timeOrigin } = performance
  const usedMs = clockOfThread()
  const stolenMs = stolenClock()
  let last = { usedMs: usedMs(), atMs: performance.now() }
  let stolen = { ms: stolenMs(), atMs: performance.now() }
  const timer = setInterval(() => {
    const tookMs = usedMs() - last.usedMs
    const nowMs = performance.now()
    const isLong = tookMs >= SHORTEST_MS
    if (isLong || nowMs - stolen.atMs > STOLEN_AGE_MS) {
      const ms = stolenMs()
      if (isLong) {
        const lostMs = mostTaken(stolen.ms, ms)
        write({ fromMs: timeOrigin + last.atMs, atMs: timeOrigin + nowMs, tookMs, lostMs })
      }
      stolen = { ms, atMs: nowMs }
    }
    last = { usedMs: usedMs(), atMs: performance.now() }
  }, 1)
  timer.unref()
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

/** The time that the host took from each processor until now, in milliseconds. */
function stolenClock() {
  const STOLEN = 8
  return () => {
    try {
      const lines = readFileSync('/proc/stat', 'latin1').split('\n')
      const processors = lines.filter((line) => /^cpu\d/.test(line))
      return processors.map((line) => Number(line.split(' ')[STOLEN] ?? 0) * TICK_MS)
    } catch {
      return []
    }
  }
}

/** At most so much was taken from a thread, which may have run on any of the processors. */
function mostTaken(before, after) {
  return Math.max(0, ...after.map((ms, processor) => ms - (before[processor] ?? ms)))
}
