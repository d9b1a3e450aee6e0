import { type Child, startChild } from '../support/child.ts'
import { type Play, type PlayBook, phonePlays } from '../support/plays.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'

/** Number of concurrent groups, and their size. */
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

/** Plays all rollouts at once, as trainers do. */
const playAtOnce = (
  { clients, book, count, size }: Played,
  groupOf: (at: number, index: number) => object | undefined,
): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: count * size }, (_, number) => {
      const [at, index] = [Math.floor(number / size), number % size]
      return playEpisode(chooseClient(clients, at, index), book.play(at), groupOf(at, index))
    }),
  )

/** Plays as many episodes of each task as a group has, without groups. */
const apart: PlayAll = async (played) => sum(await playAtOnce(played, () => undefined))

/** Plays the same episodes, but those of a task one after another, so that fewer are in flight. */
const chains: PlayAll = async ({ clients, book, count, size }) => {
  const steps = Array.from({ length: count }, async (_, at) => {
    let chainSteps = 0
    for (let index = 0; index < size; index++)
      chainSteps += await playEpisode(chooseClient(clients, at, index), book.play(at))
    return chainSteps
  })
  return sum(await Promise.all(steps))
}

/** Plays the same episodes in groups. The server decides when a rollout of a group opens. */
const inGroups =
  (way: string, schedule: object): PlayAll =>
  async (played) => {
    const { round, size } = played
    return sum(
      await playAtOnce(played, (at, index) => {
        const id = `${way}-${size}-${round}-${at}`
        return { run: 'bench', id, generation: 'one', index, size, ...schedule }
      }),
    )
  }

interface Way {
  readonly name: string
  readonly play: PlayAll
  readonly hasGate: boolean
}

/** All other ways are compared with the first one. */
const WAYS: readonly Way[] = [
  { name: 'without groups, all at once', play: apart, hasGate: false },
  { name: 'without groups, one per task in flight', play: chains, hasGate: false },
  {
    name: 'in independent groups',
    play: inGroups('independent', { mode: 'independent' }),
    hasGate: false,
  },
  {
    name: 'with feedback, default waves',
    play: inGroups('waves', { mode: 'feedback' }),
    hasGate: true,
  },
  {
    name: 'with feedback, strict order',
    play: inGroups('order', { mode: 'feedback', feedback: { waves: [1] } }),
    hasGate: true,
  },
]

async function measure(child: Child, play: () => Promise<number>): Promise<Cost> {
  const usageBefore = await child.usage()
  const startMs = performance.now()
  const steps = await play()
  const seconds = (performance.now() - startMs) / 1000
  const usageAfter = await child.usage()
  const cpu_us = (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / steps
  return { cpu_us, per_second: steps / seconds }
}

const cheapest = (costs: readonly Cost[]): Cost =>
  costs.reduce((left, right) => (right.cpu_us < left.cpu_us ? right : left))

/**
 * What a group with feedback costs, relative to the same episodes without groups. Both have all
 * their calls in flight from the start, as trainers do.
 */
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
  const costs = WAYS.map((): Cost[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, { play }] of WAYS.entries())
      costs[at]?.push(await measure(server, () => play({ ...players, count, size, round })))
  }
  return WAYS.map(({ name, hasGate }, at) => {
    const ratios = (costs[at] ?? []).map(
      ({ cpu_us }, round) => cpu_us / (costs[0]?.[round]?.cpu_us ?? Number.NaN),
    )
    const ratio = quantile(ratios, 0.5)
    const what = 'CPU per step / that of all episodes at once without groups, median of pairs'
    const gate = { what, value: ratio, goal, better: 'less' } as const
    return row({
      name: `${count} × ${size} episodes ${name}`,
      figures: { ...cheapest(costs[at] ?? []), ...(hasGate || at === 0 ? {} : { ratio }) },
      ...(hasGate ? { gate } : {}),
      note: `${players.book.mix}; openings, waits, critiques and closes included`,
    })
  })
}
