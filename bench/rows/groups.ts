import { type Child, startChild } from '../support/child.ts'
import { type Play, type PlayBook, phonePlays } from '../support/plays.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'

/** Number of concurrent groups (and as many episodes without groups), and their size. */
const CASES = [
  { count: 500, size: 8, goal: 1.1 },
  { count: 62, size: 64, goal: 1.15 },
] as const
const SOCKETS = 8

type Case = Pick<(typeof CASES)[number], 'count' | 'size'>

interface Cost {
  /** CPU time of the server per step, including opening and closing. */
  readonly cpu_us: number
  readonly per_second: number
}

/** Plays an episode from its opening to its close, and returns its number of steps. */
async function playEpisode(client: RpcClient, play: Play, group?: object): Promise<number> {
  const { env, split, index, actions } = play
  const groupMember = group === undefined ? {} : { group }
  // Groups have other seeds by default; with this one, both sides play the same episodes.
  const opening = { env, split, index, seed: index, labels: { run: 'bench' }, ...groupMember }
  const openAnswer = await client.call('episode.open', JSON.stringify(opening))
  const id = /"episode_id":"(ep_[0-9a-f]+)"/.exec(openAnswer)?.[1]
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

type PlayAll = (options: Played) => Promise<number>

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/**
 * Spreads the rollouts of every group over all sockets, because a socket with fewer concurrent
 * rollouts costs more per step.
 */
const chooseClient = (
  clients: readonly RpcClient[],
  groupIndex: number,
  index: number,
): RpcClient => clients[(groupIndex + index) % SOCKETS] as RpcClient

/** Plays as many episodes of each task as a group has, one after another. */
const independent: PlayAll = async ({ clients, book, count, size }) => {
  const chains = Array.from({ length: count }, async (_, groupIndex) => {
    let steps = 0
    for (let index = 0; index < size; index++) {
      steps += await playEpisode(chooseClient(clients, groupIndex, index), book.play(groupIndex))
    }
    return steps
  })
  return sum(await Promise.all(chains))
}

/**
 * Plays all rollouts of all groups at once; in feedback groups, the server lets them proceed in
 * order.
 */
const playGroups =
  (mode: 'independent' | 'feedback'): PlayAll =>
  async ({ clients, book, round, count, size }) => {
    const rollouts = Array.from({ length: count * size }, (_, number) => {
      const [at, index] = [Math.floor(number / size), number % size]
      const id = `${mode}-${size}-${round}-${at}`
      const name = { run: 'bench', id, generation: 'one', mode }
      const schedule = mode === 'feedback' ? { feedback: { waves: [1] } } : {}
      const group = { ...name, index, size, ...schedule }
      return playEpisode(chooseClient(clients, at, index), book.play(at), group)
    })
    return sum(await Promise.all(rollouts))
  }

async function measure(child: Child, play: () => Promise<number>): Promise<Cost> {
  const usageBefore = await child.usage()
  const startMs = performance.now()
  const steps = await play()
  const seconds = (performance.now() - startMs) / 1000
  const usageAfter = await child.usage()
  const cpu_us = (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / steps
  return { cpu_us, per_second: steps / seconds }
}

const cheaper = (left: Cost, right: Cost): Cost => (right.cpu_us < left.cpu_us ? right : left)

/** The cost of a group with feedback, relative to independent episodes. */
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
    for (const groupCase of CASES)
      rows.push(...(await measureCase(server, { clients, book }, groupCase, rounds)))
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
  const worstCost: Cost = { cpu_us: Number.POSITIVE_INFINITY, per_second: 0 }
  const play = (way: PlayAll, round: number): Promise<Cost> =>
    measure(server, () => way({ ...players, count, size, round }))
  let [apart, unordered, together] = [worstCost, worstCost, worstCost]
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const independentCost = await play(independent, round)
    apart = cheaper(apart, independentCost)
    unordered = cheaper(unordered, await play(playGroups('independent'), round))
    const feedbackCost = await play(playGroups('feedback'), round)
    together = cheaper(together, feedbackCost)
    ratios.push(feedbackCost.cpu_us / independentCost.cpu_us)
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
