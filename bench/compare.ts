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
 * What a step costs in this tree beside what it costs in others: many short windows in turn, and
 * the median of their ratios. A machine with other work on it changes both sides of a pair alike.
 *
 *     npx tsx bench/compare.ts --tree ../old --tree . --world mock --clients 64
 */
const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: ['.'] },
    world: { type: 'string', default: 'mock' },
    clients: { type: 'string', default: '64' },
    batch: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '40' },
    steps: { type: 'string', default: '1500' },
  },
})

interface Side {
  readonly name: string
  readonly child: Child
  readonly clients: readonly LoadClient[]
  readonly book: PlayBook
  readonly costs: number[]
  readonly p50s: number[]
  used: number
}

async function bookOf(tree: string): Promise<PlayBook> {
  if (values.world === 'mock') return mockPlays()
  // Plays belong to the world of their tree, whose data lies there too.
  const here = process.cwd()
  process.chdir(tree)
  const file = pathToFileURL(resolve('bench/support/plays.ts')).href
  const { phonePlays } = (await import(file)) as { phonePlays(): PlayBook }
  const book = phonePlays()
  process.chdir(here)
  return book
}

const scratch = scratchFolder()
const clientsCount = Number(values.clients)
const batch = Number(values.batch)

async function sideOf(given: string, at: number): Promise<Side> {
  // TREE:DIST measures another build with the data and the benches of a tree.
  const [path = '.', dist = 'dist'] = given.split(':')
  const tree = resolve(path)
  const file = pathToFileURL(`${tree}/bench/support/server-process.ts`)
  const child = await startChild(
    file,
    { db: scratch.file(`${at}.db`) },
    { cwd: tree, env: { ...process.env, BENCH_DIST: dist } },
  )
  const clients = await Promise.all(
    Array.from({ length: clientsCount }, () => LoadClient.connect(child.url)),
  )
  return { name: given, child, clients, book: await bookOf(tree), costs: [], p50s: [], used: 0 }
}

async function openedFrames(side: Side): Promise<Frame[][]> {
  const perClient = Math.max(batch, Math.ceil(Number(values.steps) / clientsCount / 10))
  return Promise.all(
    side.clients.map(async (client) => {
      const frames: Frame[] = []
      for (let wave = 0; wave < perClient; wave += batch) {
        const plays = Array.from({ length: batch }, () => side.book.play(side.used++))
        const opened = await client.open(plays)
        frames.push(...(batch === 1 ? opened.flat() : batches(opened)))
      }
      return frames
    }),
  )
}

async function measure(side: Side, keep: boolean): Promise<void> {
  const window = await measureWindow(side.child, side.clients, await openedFrames(side))
  if (!keep) return
  side.costs.push(window.cpuMicroseconds)
  side.p50s.push(window.p50Ms)
}

const sides: Side[] = []
for (const [at, tree] of values.tree.entries()) sides.push(await sideOf(tree, at))
const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
const WARM_UP = 8
for (let pair = -WARM_UP; pair < Number(values.pairs); pair++) {
  // Each goes first as often as the other: what it leaves behind must not count against one side.
  for (const side of pair % 2 === 0 ? sides : [...sides].reverse()) await measure(side, pair >= 0)
}
const first = sides[0] as Side
for (const { name, costs, p50s } of sides) {
  const ratio = median(costs.map((cost, pair) => (first.costs[pair] as number) / cost))
  const waits = median(p50s.map((p50, pair) => (first.p50s[pair] as number) / p50))
  console.log(
    `${name.padEnd(30)} ${median(costs).toFixed(1)} us CPU, least ${Math.min(...costs).toFixed(1)}` +
      `, p50 ${median(p50s).toFixed(3)} ms; first / this: CPU ${ratio.toFixed(3)}, ` +
      `p50 ${waits.toFixed(3)}`,
  )
}
for (const { clients, child } of sides) {
  for (const client of clients) client.close()
  await child.stop()
}
scratch.remove()
