import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Child, startChild } from './support/child.ts'
import { batches, type Frame, LoadClient } from './support/load-client.ts'
import { mockPlays } from './support/mock-plays.ts'
import type { PlayBook } from './support/plays.ts'
import { quantile } from './support/quantile.ts'
import { scratchFolder } from './support/scratch.ts'
import { measureWindow } from './support/window.ts'

/**
 * Compares the cost of a step in several trees: many short windows in turn, then the median of
 * their ratios to the first tree. Other load on the machine affects both sides of a pair equally.
 *
 *     npx tsx bench/compare.ts --tree ../older --tree . --world mock --clients 64
 */
const { values } = parseArgs({
  options: {
    /** A built checkout, or `CHECKOUT:FOLDER` for another build in one of its folders. */
    tree: { type: 'string', multiple: true, default: ['.'] },
    world: { type: 'string', default: 'mock' },
    clients: { type: 'string', default: '64' },
    /** Steps per frame, each of a different episode. */
    batch: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '40' },
    /** Approximate number of steps in a window. */
    steps: { type: 'string', default: '1500' },
  },
})
const clientsCount = Number(values.clients)
const batch = Number(values.batch)
/** Warm-up windows of each side, which are not counted. */
const WARM_UP = 8
const TURNS = 10

interface Side {
  readonly name: string
  readonly child: Child
  readonly clients: readonly LoadClient[]
  readonly book: PlayBook
  readonly costs: number[]
  readonly waits: number[]
  usedPlays: number
}

/** Each tree plays with its own data, because plays depend on the world of their tree. */
async function loadBook(tree: string): Promise<PlayBook> {
  if (values.world === 'mock') return mockPlays()
  const startFolder = process.cwd()
  process.chdir(tree)
  const file = pathToFileURL(resolve('bench/support/plays.ts')).href
  type Plays = Record<'mathPlays' | 'phonePlays' | 'freshPhonePlays', () => PlayBook>
  const { mathPlays, phonePlays, freshPhonePlays } = (await import(file)) as Plays
  const books = new Map([
    ['math', mathPlays],
    ['fresh', freshPhonePlays],
  ])
  const book = (books.get(values.world) ?? phonePlays)()
  process.chdir(startFolder)
  return book
}

async function startSide(name: string, db: string): Promise<Side> {
  const [path = '.', dist = 'dist'] = name.split(':')
  const tree = resolve(path)
  const book = await loadBook(tree)
  const file = pathToFileURL(`${tree}/bench/support/server-process.ts`)
  const env = { ...process.env, BENCH_DIST: dist }
  const child = await startChild(file, { db }, { cwd: tree, env })
  const clients = await Promise.all(
    Array.from({ length: clientsCount }, () => LoadClient.connect(child.url)),
  )
  return { name, child, clients, book, costs: [], waits: [], usedPlays: 0 }
}

async function openedFrames(side: Side): Promise<Frame[][]> {
  const perClient = Math.max(batch, Math.ceil(Number(values.steps) / clientsCount / TURNS))
  const frames: Frame[][] = side.clients.map(() => [])
  for (let wave = 0; wave < perClient; wave += batch) {
    await Promise.all(
      side.clients.map(async (client, clientIndex) => {
        const plays = Array.from({ length: batch }, () => side.book.play(side.usedPlays++))
        const episodeFrames = await client.open(plays)
        frames[clientIndex]?.push(...(batch === 1 ? episodeFrames.flat() : batches(episodeFrames)))
      }),
    )
  }
  return frames
}

async function measure(side: Side, counts: boolean): Promise<void> {
  const window = await measureWindow(side.child, side.clients, await openedFrames(side))
  if (!counts) return
  side.costs.push(window.cpuMicroseconds)
  side.waits.push(window.p50Ms)
}

const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/**
 * The median ratio of the pairs, with its 95 % interval from order statistics (Conover, Practical
 * Nonparametric Statistics, section 3.2).
 */
function ratioText(sideTimes: readonly number[], firstTimes: readonly number[]): string {
  const ratios = sideTimes
    .map((value, pair) => value / (firstTimes[pair] as number))
    .sort((a, b) => a - b)
  const half = 0.98 * Math.sqrt(ratios.length)
  const low = ratios[Math.max(0, Math.floor(ratios.length / 2 - half))]
  const high = ratios[Math.min(ratios.length - 1, Math.ceil(ratios.length / 2 + half) - 1)]
  return `${median(ratios).toFixed(3)} [${low?.toFixed(3)}, ${high?.toFixed(3)}]`
}

function tell(side: Side, first: Side): void {
  const { costs, waits, book } = side
  const name = `${side.name} (${book.play(0).env})`
  const cost = `${median(costs).toFixed(1)} us CPU (least ${Math.min(...costs).toFixed(1)})`
  const ratios = `${ratioText(costs, first.costs)} CPU, ${ratioText(waits, first.waits)} p50`
  console.log(`${name.padEnd(32)} ${cost}, p50 ${median(waits).toFixed(3)} ms; x first: ${ratios}`)
}

const scratch = scratchFolder()
const sides: Side[] = []
try {
  for (const [at, name] of values.tree.entries()) {
    sides.push(await startSide(name, scratch.file(`${at}.db`)))
  }
  for (let pair = -WARM_UP; pair < Number(values.pairs); pair++) {
    // Each side goes first equally often, so that garbage of one side does not count against the
    // other.
    for (const side of pair % 2 === 0 ? sides : [...sides].reverse()) await measure(side, pair >= 0)
  }
  for (const side of sides) tell(side, sides[0] as Side)
} finally {
  for (const { clients, child } of sides) {
    for (const client of clients) client.close()
    await child.stop()
  }
  scratch.remove()
}
