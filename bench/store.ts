import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppendRow, EventStore } from '../src/store/event-store.ts'
import { openStore } from '../src/store/open.ts'
import { SampleEpisode } from '../src/store/sample.contract.ts'

/**
 * What one stored row costs: CPU microseconds of this process and rows per second, for batches of 1
 * and 64 rows of episodes of 20 steps, 64 at a time, and for openings, at both durabilities. Cases
 * are interleaved and the minimum of the rounds counts. Folder: `BENCH_DIR`, else the system's
 * for temporary files.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const EPISODES = 64
const STEPS = 20
const PAYLOAD = JSON.stringify({ action: 'x'.repeat(120), observation: 'y'.repeat(200) })

interface Case {
  readonly name: string
  readonly path: string
  readonly durability: 'process' | 'full'
  readonly batchRows: number
  readonly rows: number
  readonly kind: 'steps' | 'openings'
}

interface Result {
  cpuMicroseconds: number
  rowsPerSecond: number
}

function rowsOf(item: Case, round: number): AppendRow[] {
  const rows: AppendRow[] = []
  for (let first = 0; rows.length < item.rows; first += EPISODES) {
    const episodes = Array.from(
      { length: EPISODES },
      (_, at) => new SampleEpisode(`${round}-${first + at}`),
    )
    for (const episode of episodes) rows.push(episode.open(PAYLOAD))
    if (item.kind === 'openings') continue
    for (let step = 0; step < STEPS; step++) {
      for (const episode of episodes) rows.push(episode.step(PAYLOAD))
    }
  }
  return rows.slice(0, item.rows)
}

function batchesOf(item: Case, round: number): AppendRow[][] {
  const rows = rowsOf(item, round)
  const batches: AppendRow[][] = []
  for (let at = 0; at < rows.length; at += item.batchRows) {
    batches.push(rows.slice(at, at + item.batchRows))
  }
  return batches
}

async function measure(store: EventStore, item: Case, round: number): Promise<Result> {
  const batches = batchesOf(item, round)
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const batch of batches) await store.append(batch)
  const seconds = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  return {
    cpuMicroseconds: (used.user + used.system) / item.rows,
    rowsPerSecond: item.rows / seconds,
  }
}

const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'backchannel-bench-'))
const file = (name: string): string => join(folder, `${name}.db`)
const steps = { kind: 'steps' } as const
const CASES: readonly Case[] = [
  {
    ...steps,
    name: 'memory, 64 steps',
    path: ':memory:',
    durability: 'process',
    batchRows: 64,
    rows: 32_000,
  },
  {
    ...steps,
    name: 'process, 64 steps',
    path: file('a'),
    durability: 'process',
    batchRows: 64,
    rows: 32_000,
  },
  {
    ...steps,
    name: 'process, 1 step',
    path: file('b'),
    durability: 'process',
    batchRows: 1,
    rows: 4_000,
  },
  {
    ...steps,
    name: 'full, 64 steps',
    path: file('c'),
    durability: 'full',
    batchRows: 64,
    rows: 32_000,
  },
  {
    ...steps,
    name: 'full, 1 step',
    path: file('d'),
    durability: 'full',
    batchRows: 1,
    rows: 1_000,
  },
  {
    name: 'process, 64 openings',
    path: file('e'),
    durability: 'process',
    batchRows: 64,
    rows: 6_400,
    kind: 'openings',
  },
]

try {
  const stores = await Promise.all(CASES.map((item) => openStore(item)))
  const best = CASES.map(
    (): Result => ({ cpuMicroseconds: Number.POSITIVE_INFINITY, rowsPerSecond: 0 }),
  )
  console.log(
    `load average ${loadavg()[0]?.toFixed(2)}, ${ROUNDS} rounds, ${PAYLOAD.length}-byte rows`,
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, item] of CASES.entries()) {
      const result = await measure(stores[at] as EventStore, item, round)
      const own = best[at] as Result
      own.cpuMicroseconds = Math.min(own.cpuMicroseconds, result.cpuMicroseconds)
      own.rowsPerSecond = Math.max(own.rowsPerSecond, result.rowsPerSecond)
    }
  }
  for (const [at, item] of CASES.entries()) {
    const { cpuMicroseconds, rowsPerSecond } = best[at] as Result
    const rate = Math.round(rowsPerSecond).toLocaleString('en-US')
    const cost = cpuMicroseconds.toFixed(2).padStart(7)
    console.log(`${item.name.padEnd(22)} ${cost} us/row ${rate.padStart(9)} rows/s`)
  }
  for (const store of stores) await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
