import { readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from './support/child.ts'
import { LoadClient } from './support/load-client.ts'
import { phonePlays } from './support/plays.ts'
import { quantile } from './support/quantile.ts'
import { jsonReport, machine, printRow } from './support/report.ts'
import { type Row, row } from './support/row.ts'
import { scratchFolder } from './support/scratch.ts'

/**
 * Sockets that think before each step, as language models do: what a step costs when they are few
 * and when they are many, and whether the price of few foretells that of many.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000,3000,10000' },
    /** Bounds of the drawn pause before each step, in seconds. */
    think: { type: 'string', default: '1,5' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
})
const [lowMs = 0, highMs = 0] = values.think.split(',').map((text) => 1_000 * Number(text))
const windowMs = 1_000 * Number(values.seconds)
const CONNECTING_AT_ONCE = 100
const MEGABYTE = 1024 * 1024
const PAGE_BYTES = 4_096

const book = phonePlays()

/** What all sockets together see. */
class Seen {
  latencies: number[] = []
  opened = 0
  isOver = false
}

/** One socket: it opens episodes one after the other, and thinks before each step. */
async function think(client: LoadClient, first: number, seen: Seen): Promise<void> {
  await delay(Math.random() * highMs)
  for (let number = first; !seen.isOver; number++) {
    const [frames = []] = await client.open([book.play(number)])
    seen.opened += 1
    for (const { text } of frames) {
      await delay(lowMs + Math.random() * (highMs - lowMs))
      if (seen.isOver) return
      const startMs = performance.now()
      const answer = await client.send(text)
      if (answer.includes('"error":{"code":')) throw new Error(answer.toString().slice(0, 500))
      seen.latencies.push(performance.now() - startMs)
    }
  }
}

async function connect(url: string, count: number): Promise<LoadClient[]> {
  const clients: LoadClient[] = []
  while (clients.length < count) {
    const next = Math.min(CONNECTING_AT_ONCE, count - clients.length)
    const some = Array.from({ length: next }, () => LoadClient.connect(url))
    clients.push(...(await Promise.all(some)))
  }
  return clients
}

/** Memory of a process, all its threads together. */
const residentBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES

async function figuresOf(sockets: number, file: string) {
  const server = await startChild(new URL('./support/server-process.ts', import.meta.url), {
    db: file,
  })
  const clients = await connect(server.url, sockets)
  const seen = new Seen()
  const playing = Promise.all(clients.map((client, at) => think(client, at, seen)))
  // Everybody has opened an episode, and thought, before the window begins.
  await Promise.race([delay(2 * highMs), playing])
  seen.latencies = []
  seen.opened = 0
  const bytes = statSync(file).size
  const before = await server.usage()
  const startMs = performance.now()
  await Promise.race([delay(windowMs), playing])
  const after = await server.usage()
  const seconds = (performance.now() - startMs) / 1_000
  const steps = after.steps - before.steps
  const cpuMicroseconds = after.cpuMicroseconds - before.cpuMicroseconds
  const figures = {
    steps_per_second: steps / seconds,
    opens_per_second: seen.opened / seconds,
    cpu_percent: cpuMicroseconds / 1e4 / seconds,
    cpu_us_per_step: cpuMicroseconds / steps,
    p50_ms: quantile(seen.latencies, 0.5),
    p99_ms: quantile(seen.latencies, 0.99),
    rss_mb: residentBytes(server.pid) / MEGABYTE,
    store_kb_per_step: (statSync(file).size - bytes) / 1_024 / steps,
  }
  seen.isOver = true
  await playing
  for (const client of clients) client.close()
  await server.stop()
  return figures
}

const scratch = scratchFolder()
const rows: Row[] = []
let microsecondsOfFew: number | undefined
for (const sockets of values.sockets.split(',').map(Number)) {
  const figures = await figuresOf(sockets, scratch.file(`${sockets}.db`))
  microsecondsOfFew ??= figures.cpu_us_per_step
  const foretold = (microsecondsOfFew * figures.steps_per_second) / 1e4
  rows.push(
    row({
      name: `${sockets} sockets, thinking ${values.think} s`,
      figures: { ...figures, foretold_cpu_percent: foretold },
      gate: { what: 'p99 of a step, ms', value: figures.p99_ms, goal: 50, better: 'less' },
      note: book.mix,
    }),
  )
  if (!values.json) printRow(rows.at(-1) as Row)
}
console.log(values.json ? jsonReport(rows) : machine())
scratch.remove()
