import { readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from './support/child.ts'
import { quantile } from './support/quantile.ts'
import { jsonReport, machine, printRow } from './support/report.ts'
import { type Row, row } from './support/row.ts'
import { scratchFolder } from './support/scratch.ts'
import { startThinkers } from './support/thinkers.ts'

/**
 * Sockets that pause before each step, as language models do. Measures the cost of a step with few
 * and with many of them, and whether the cost with few predicts that with many.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000,3000,10000' },
    /** Bounds of the random pause before each step, in seconds. */
    think: { type: 'string', default: '1,5' },
    seconds: { type: 'string', default: '20' },
    /** Processes that share the sockets. One process is busy with about 1,500 steps a second. */
    generators: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
const [lowMs = 0, highMs = 0] = values.think.split(',').map((text) => 1_000 * Number(text))
const windowMs = 1_000 * Number(values.seconds)
const generators = Number(values.generators)
const MEGABYTE = 1024 * 1024
const PAGE_BYTES = 4_096

/** Resident memory of a process with all its threads. */
const residentBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES

async function measureFigures(sockets: number, file: string) {
  const server = await startChild(new URL('./support/server-process.ts', import.meta.url), {
    db: file,
  })
  const thinkers = await startThinkers([server.url], generators, { sockets, lowMs, highMs })
  // All sockets have opened an episode and paused once before the window begins.
  await delay(2 * highMs)
  await thinkers.seen()
  const bytes = statSync(file).size
  const usedBefore = await thinkers.cpuTimes()
  const usageBefore = await server.usage()
  const startMs = performance.now()
  await delay(windowMs)
  const usageAfter = await server.usage()
  const seconds = (performance.now() - startMs) / 1_000
  const usedAfter = await thinkers.cpuTimes()
  const { opened, latencies } = await thinkers.seen()
  const steps = usageAfter.steps - usageBefore.steps
  const cpuMicroseconds = usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds
  const generatorMicroseconds = usedAfter.map((used, at) => used - (usedBefore[at] as number))
  const figures = {
    steps_per_second: steps / seconds,
    opens_per_second: opened / seconds,
    cpu_percent: cpuMicroseconds / 1e4 / seconds,
    cpu_us_per_step: cpuMicroseconds / steps,
    p50_ms: quantile(latencies, 0.5),
    p99_ms: quantile(latencies, 0.99),
    rss_mb: residentBytes(server.pid) / MEGABYTE,
    store_kb_per_step: (statSync(file).size - bytes) / 1_024 / steps,
    generator_cpu_percent: Math.max(...generatorMicroseconds) / 1e4 / seconds,
  }
  await thinkers.stop()
  await server.stop()
  return figures
}

const scratch = scratchFolder()
const rows: Row[] = []
let microsecondsOfFew: number | undefined
for (const sockets of values.sockets.split(',').map(Number)) {
  const figures = await measureFigures(sockets, scratch.file(`${sockets}.db`))
  microsecondsOfFew ??= figures.cpu_us_per_step
  const foretold = (microsecondsOfFew * figures.steps_per_second) / 1e4
  rows.push(
    row({
      name: `${sockets} sockets, thinking ${values.think} s`,
      figures: { ...figures, foretold_cpu_percent: foretold },
      gate: { what: 'p99 of a step, ms', value: figures.p99_ms, goal: 50, better: 'less' },
      note: 'phone-call-v2, habit; generator_cpu_percent is that of the busiest generator',
    }),
  )
  if (!values.json) printRow(rows.at(-1) as Row)
}
console.log(values.json ? jsonReport(rows) : machine())
scratch.remove()
