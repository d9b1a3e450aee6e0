import { type Child, startChild } from '../support/child.ts'
import { type Play, type PlayBook, phonePlays } from '../support/plays.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'

/** Groups in flight, as many episodes either way, and their size. */
const CASES = [
  { count: 500, size: 8, goal: 1.1 },
  { count: 62, size: 64, goal: 1.15 },
] as const
const SOCKETS = 8

type Case = Pick<(typeof CASES)[number], 'count' | 'size'>

interface Cost {
  /** CPU time of the server per step, openings and closes included. */
  readonly cpu_us: number
  readonly per_second: number
}

/** Plays an episode from its opening to its account; answers how many steps it had. */
async function playEpisode(client: RpcClient, play: Play, group?: object): Promise<number> {
  const { env, split, index, actions } = play
  const asked = group === undefined ? {} : { group }
  // The seed of a group is another one; with this one both sides play the same episodes.
  const opening = { env, split, index, seed: index, labels: { run: 'bench' }, ...asked }
  const opened = await client.call('episode.open', JSON.stringify(opening))
  const id = /"episode_id":"(ep_[0-9a-f]+)"/.exec(opened)?.[1]
  for (const [turn, action] of actions.entries()) {
    const params = `{"episode_id":"${id}","seq":${turn + 1},"action":${action}}`
    await client.call('episode.step', params)
  }
  await client.call('episode.close', `{"episode_id":"${id}"}`)
  return actions.length
}

interface Played extends Case {
  readonly clients: readonly RpcClient[]
  readonly book: PlayBook
  readonly round: number
}

type PlayAll = (played: Played) => Promise<number>

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** Rollouts of every group on every socket, at any time: fewer at once on one cost more each. */
const clientOf = (clients: readonly RpcClient[], at: number, index: number): RpcClient =>
  clients[(at + index) % SOCKETS] as RpcClient

/** As many episodes of each task one after the other as a group has rollouts. */
const independent: PlayAll = async ({ clients, book, count, size }) => {
  const chains = Array.from({ length: count }, async (_, at) => {
    let steps = 0
    for (let index = 0; index < size; index++) {
      steps += await playEpisode(clientOf(clients, at, index), book.play(at))
    }
    return steps
  })
  return sum(await Promise.all(chains))
}

/** All rollouts of all groups at once; with feedback the server lets them go in order. */
const grouped =
  (mode: 'independent' | 'feedback'): PlayAll =>
  async ({ clients, book, round, count, size }) => {
    const rollouts = Array.from({ length: count * size }, (_, number) => {
      const [at, index] = [Math.floor(number / size), number % size]
      const id = `${mode}-${size}-${round}-${at}`
      const name = { run: 'bench', id, generation: 'one', mode }
      const schedule = mode === 'feedback' ? { feedback: { waves: [1] } } : {}
      const group = { ...name, index, size, ...schedule }
      return playEpisode(clientOf(clients, at, index), book.play(at), group)
    })
    return sum(await Promise.all(rollouts))
  }

async function measure(child: Child, play: () => Promise<number>): Promise<Cost> {
  const before = await child.usage()
  const startMs = performance.now()
  const steps = await play()
  const seconds = (performance.now() - startMs) / 1000
  const after = await child.usage()
  const cpu_us = (after.cpuMicroseconds - before.cpuMicroseconds) / steps
  return { cpu_us, per_second: steps / seconds }
}

const cheaper = (left: Cost, right: Cost): Cost => (right.cpu_us < left.cpu_us ? right : left)

/** What a group with feedback costs over the same episodes apart. */
export const groups: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('groups.db'),
  })
  const clients = await Promise.all(
    Array.from({ length: SOCKETS }, () => RpcClient.connect(server.url)),
  )
  const book = phonePlays()
  try {
    const rows = []
    for (const each of CASES)
      rows.push(...(await measureCase(server, { clients, book }, each, rounds)))
    return rows
  } finally {
    for (const client of clients) client.close()
    await server.stop()
    scratch.remove()
  }
}

async function measureCase(
  server: Child,
  players: Pick<Played, 'clients' | 'book'>,
  { count, size, goal }: (typeof CASES)[number],
  rounds: number,
): Promise<Row[]> {
  const none: Cost = { cpu_us: Number.POSITIVE_INFINITY, per_second: 0 }
  const play = (way: PlayAll, round: number): Promise<Cost> =>
    measure(server, () => way({ ...players, count, size, round }))
  let [apart, unordered, together] = [none, none, none]
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await play(independent, round)
    apart = cheaper(apart, before)
    unordered = cheaper(unordered, await play(grouped('independent'), round))
    const after = await play(grouped('feedback'), round)
    together = cheaper(together, after)
    ratios.push(after.cpu_us / before.cpu_us)
  }
  const of_those_apart = unordered.cpu_us / apart.cpu_us
  return [
    row({ name: `${count} chains of ${size} episodes`, figures: { ...apart } }),
    row({
      name: `${count} groups of ${size} in flight, independent`,
      figures: { ...unordered, of_those_apart },
    }),
    row({
      name: `${count} groups of ${size} in flight, strict order`,
      figures: { ...together },
      gate: {
        what: 'CPU per step in groups / that of independent episodes, median of pairs',
        value: quantile(ratios, 0.5),
        goal,
        better: 'less',
      },
      note: `${players.book.mix}; openings, waits, critiques and closes included`,
    }),
  ]
}
