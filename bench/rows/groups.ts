import { type Child, startChild } from '../support/child.ts'
import { type Play, type PlayBook, phonePlays } from '../support/plays.ts'
import { type Bench, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'

const GROUPS = 500
const SIZE = 8

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

type PlayAll = (clients: readonly RpcClient[], book: PlayBook, round: number) => Promise<number>

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** Rollouts of every group on every socket, at any time: fewer at once on one cost more each. */
const clientOf = (clients: readonly RpcClient[], at: number, index: number): RpcClient =>
  clients[(at + index) % SIZE] as RpcClient

/** As many episodes of each task one after the other as a group has rollouts. */
const independent: PlayAll = async (clients, book) => {
  const chains = Array.from({ length: GROUPS }, async (_, at) => {
    let steps = 0
    for (let index = 0; index < SIZE; index++) {
      steps += await playEpisode(clientOf(clients, at, index), book.play(at))
    }
    return steps
  })
  return sum(await Promise.all(chains))
}

/** All rollouts of all groups at once; with feedback the server lets them go in order. */
const grouped =
  (mode: 'independent' | 'feedback'): PlayAll =>
  async (clients, book, round) => {
    const rollouts = Array.from({ length: GROUPS * SIZE }, (_, number) => {
      const [at, index] = [Math.floor(number / SIZE), number % SIZE]
      const name = { run: 'bench', id: `${mode}-${round}-${at}`, generation: 'one', mode }
      const schedule = mode === 'feedback' ? { feedback: { waves: [1] } } : {}
      const group = { ...name, index, size: SIZE, ...schedule }
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

/** What a group with feedback costs over the same episodes apart: 500 groups of 8 in flight. */
export const groups: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('groups.db'),
  })
  const clients = await Promise.all(
    Array.from({ length: SIZE }, () => RpcClient.connect(server.url)),
  )
  const book = phonePlays()
  try {
    const none: Cost = { cpu_us: Number.POSITIVE_INFINITY, per_second: 0 }
    const least = async (play: PlayAll, round: number, before: Cost): Promise<Cost> =>
      cheaper(before, await measure(server, () => play(clients, book, round)))
    let [apart, unordered, together] = [none, none, none]
    for (let round = 0; round < rounds; round++) {
      apart = await least(independent, round, apart)
      unordered = await least(grouped('independent'), round, unordered)
      together = await least(grouped('feedback'), round, together)
    }
    const what = 'CPU per step in groups / that of independent episodes'
    const value = together.cpu_us / apart.cpu_us
    return [
      row({ name: `${GROUPS} chains of ${SIZE} episodes`, figures: { ...apart } }),
      row({
        name: `${GROUPS} groups of ${SIZE} in flight, independent`,
        figures: { ...unordered, of_those_apart: unordered.cpu_us / apart.cpu_us },
      }),
      row({
        name: `${GROUPS} groups of ${SIZE} in flight, strict order`,
        figures: { ...together },
        gate: { what, value, goal: 1.1, better: 'less' },
        note: `${book.mix}; openings, waits, critiques and closes included`,
      }),
    ]
  } finally {
    for (const client of clients) client.close()
    await server.stop()
    scratch.remove()
  }
}
