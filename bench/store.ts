import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppendRow, EventStore } from '../src/store/event-store.ts'
import { openStore } from '../src/store/open.ts'
import { SampleEpisode } from '../src/store/sample.contract.ts'

/**
 * The cost of a stored row: CPU microseconds of this process, and rows per second. Cases: batches
 * of 1 and of 64 rows of 64 concurrent episodes with 20 steps; openings; and what a server writes
 * with 64 clients, each of which opens 15 episodes and plays them in sequence (about 30 rows per
 * batch). Both durabilities. Cases are interleaved, and the minimum over the rounds counts.
 *
 * `BENCH_DIR` is the folder, by default the system's for temporary files. `BENCH_BASELINE` is the
 * path of another checkout's `src/store/open.ts`, to play every case on that store too.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const EPISODES = 64
const STEPS = 20
const CLIENT_EPISODES = 15
const PAYLOAD = JSON.stringify({ action: 'x'.repeat(120), observation: 'y'.repeat(200) })

interface Case {
  readonly name: string
  readonly path: string
  readonly durability: 'process' | 'full'
  readonly batchRows: number
  readonly rows: number
  readonly kind: 'steps' | 'openings' | 'server'
}

interface Result {
  cpuMicroseconds: number
  rowsPerSecond: number
}

function sampleRows(item: Case, round: number): AppendRow[] {
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

/**
 * The steps of all clients in turn. An episode is played long after it was opened: 15 episodes lie
 * between.
 */
function serverRows(round: number): { readonly openings: AppendRow[]; readonly rows: AppendRow[] } {
  const clients = Array.from({ length: EPISODES }, (_, client) =>
    Array.from(
      { length: CLIENT_EPISODES },
      (_, position) => new SampleEpisode(`${round}-${client}-${position}`),
    ),
  )
  const openings = clients.flat().map((episode) => episode.open(PAYLOAD))
  const rows: AppendRow[] = []
  for (let at = 0; at < CLIENT_EPISODES; at++) {
    for (let step = 1; step <= STEPS; step++) {
      const progress = step === STEPS ? { endReason: 'completed', success: true } : {}
      for (const episodes of clients)
        rows.push((episodes[at] as SampleEpisode).step(PAYLOAD, progress))
    }
  }
  return { openings, rows }
}

async function splitBatches(store: EventStore, item: Case, round: number): Promise<AppendRow[][]> {
  let rows: AppendRow[]
  if (item.kind === 'server') {
    const madeRows = serverRows(round)
    await store.log.append(madeRows.openings)
    rows = madeRows.rows
  } else {
    rows = sampleRows(item, round)
  }
  const batches: AppendRow[][] = []
  for (let start = 0; start < rows.length; start += item.batchRows) {
    batches.push(rows.slice(start, start + item.batchRows))
  }
  return batches
}

async function measure(store: EventStore, item: Case, round: number): Promise<Result> {
  const batches = await splitBatches(store, item, round)
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const batch of batches) await store.log.append(batch)
  const seconds = (performance.now() - start) / 1000
  const cpuUsed = process.cpuUsage(cpu)
  return {
    cpuMicroseconds: (cpuUsed.user + cpuUsed.system) / item.rows,
    rowsPerSecond: item.rows / seconds,
  }
}

const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'backchannel-bench-'))
const file = (name: string): string => join(folder, `${name}.db`)
const steps = { kind: 'steps' } as const
const ALL_CASES: readonly Case[] = [
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
  {
    name: 'process, server-like',
    path: file('f'),
    durability: 'process',
    batchRows: 30,
    rows: EPISODES * CLIENT_EPISODES * STEPS,
    kind: 'server',
  },
]
const ONLY = process.env.BENCH_ONLY
const CASES = ALL_CASES.filter(({ name }) => ONLY === undefined || name.includes(ONLY))

type OpenStore = typeof openStore

/** The stores to measure: that of this checkout, and the one to compare with. */
async function findSubjects(): Promise<readonly (readonly [string, OpenStore])[]> {
  const path = process.env.BENCH_BASELINE
  if (path === undefined) return [['', openStore]]
  const baseline = (await import(path)) as { readonly openStore: OpenStore }
  return [
    ['base', baseline.openStore],
    ['now', openStore],
  ]
}

interface Subject {
  readonly name: string
  readonly item: Case
  readonly store: EventStore
  readonly best: Result
}

async function openSubjects(): Promise<Subject[]> {
  const subjects: Subject[] = []
  const sides = await findSubjects()
  for (const item of CASES) {
    for (const [side, open] of sides) {
      const path = item.path === ':memory:' ? item.path : `${item.path}${side}`
      const store = await open({ ...item, path })
      const best = { cpuMicroseconds: Number.POSITIVE_INFINITY, rowsPerSecond: 0 }
      subjects.push({ name: `${item.name} ${side}`, item, store, best })
    }
  }
  return subjects
}

try {
  const subjects = await openSubjects()
  console.log(
    `load average ${loadavg()[0]?.toFixed(2)}, ${ROUNDS} rounds, ${PAYLOAD.length}-byte rows`,
  )
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that no case always meets the warmer or fuller process.
    for (const { store, item, best } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const result = await measure(store, item, round)
      best.cpuMicroseconds = Math.min(best.cpuMicroseconds, result.cpuMicroseconds)
      best.rowsPerSecond = Math.max(best.rowsPerSecond, result.rowsPerSecond)
    }
  }
  for (const { name, best } of subjects) {
    const rate = Math.round(best.rowsPerSecond).toLocaleString('en-US')
    const cost = best.cpuMicroseconds.toFixed(2).padStart(7)
    console.log(`${name.padEnd(26)} ${cost} us/row ${rate.padStart(9)} rows/s`)
  }
  for (const { store } of subjects) await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
