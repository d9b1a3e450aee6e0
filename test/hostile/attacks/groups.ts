import type { Attack, Hand } from '../hand.ts'
import { callText, type Line } from '../line.ts'
import { bearer, TOKENS } from '../tokens.ts'
import { BOX, WRONG_CODE, words } from './plays.ts'

const SIZE = 1_024

interface Rollout {
  readonly id: string
  readonly index: number
  readonly generation?: string
  readonly mode?: 'feedback' | 'independent'
  readonly wait?: boolean
  readonly feedback?: object
}

const rollout = ({
  id,
  index,
  generation = 'one',
  mode = 'feedback',
  ...more
}: Rollout): object => {
  const { wait = false, feedback = { clean_share: 0 } } = more
  const group = { run: 'run', id, index, size: SIZE, mode, generation }
  const schedule = mode === 'feedback' ? { feedback } : {}
  return { ...BOX, group: { ...group, ...schedule }, wait }
}

const nameOf = (hand: Hand): string => `g${hand.random.integer(0, 2_000_000_000)}`

/** A group of the largest size of which every rollout has been opened, and failed. */
async function fullGroup(hand: Hand, id: string): Promise<void> {
  const line = await hand.line()
  const feedback = { start_at: SIZE, waves: [SIZE], clean_share: 1 }
  for (let index = 0; index < SIZE && !hand.isOver; index += 64) {
    const places = Array.from({ length: 64 }, (_, place) => index + place)
    await Promise.all(places.map((place) => failed(line, { id, index: place, feedback })))
  }
  line.end()
}

async function failed(line: Line, given: Rollout): Promise<void> {
  const { result } = await line.ask('episode.open', rollout(given))
  if (result === undefined) return
  const { episode_id } = result
  await line.ask('episode.step', { episode_id, action: WRONG_CODE })
  await line.ask('episode.close', { episode_id })
}

/** What groups remember, wait for and read. */
export const GROUP_ATTACKS: readonly Attack[] = [
  {
    name: 'refused openings of groups',
    what: 'names a new group of the largest size in each call, whose rollout would wait',
    run: (hand) => {
      const message = (): string =>
        callText('episode.open', rollout({ id: nameOf(hand), index: SIZE - 1 }))
      return hand.flood(message, { sockets: 4, window: 100 })
    },
  },
  {
    name: 'waiting openings',
    what: 'waits in a new group of the largest size with each call',
    run: (hand) => {
      const message = (): string =>
        callText('episode.open', rollout({ id: nameOf(hand), index: SIZE - 1, wait: true }))
      return hand.flood(message, { sockets: 8, window: 10_000 })
    },
  },
  {
    name: 'one opening of each group',
    what: 'begins groups of the largest size and goes on with none',
    run: (hand) => {
      const message = (): string =>
        callText('episode.open', rollout({ id: nameOf(hand), index: 0 }))
      return hand.flood(message, { sockets: 4, window: 100 })
    },
  },
  {
    name: 'generations',
    what: 'begins the same group again and again',
    run: (hand) => {
      const message = (): string => {
        const generation = nameOf(hand)
        return callText('episode.open', rollout({ id: 'again', index: 0, generation }))
      }
      return hand.flood(message, { sockets: 4, window: 50 })
    },
  },
  {
    name: 'status of the largest group',
    what: 'asks how a full group of the largest size stands, many at once, while others wait in it',
    async run(hand) {
      const id = nameOf(hand)
      await fullGroup(hand, id)
      const paths = [`/v1/groups/run/${id}`, '/v1/groups?limit=1000']
      await Promise.all([
        hand.flood(() => callText('group.status', { run: 'run', id }), { sockets: 2, window: 20 }),
        hand.repeat(8, () => hand.http(hand.random.pick(paths))),
      ])
    },
  },
  {
    name: 'largest critiques',
    what: 'fails a rollout, writes the longest critique of it, and has it shown to others',
    async run(hand) {
      const id = nameOf(hand)
      const line = await hand.line()
      const feedback = { critique: 'posted', clean_share: 0, cap_chars: 20_000 }
      for (let index = 0; index < SIZE && !hand.isOver; index++) {
        const open = rollout({ id, index, feedback, wait: false })
        const { result } = await line.ask('episode.open', open)
        if (result === undefined) continue
        const { episode_id } = result
        await line.ask('episode.step', { episode_id, action: WRONG_CODE })
        await line.ask('episode.close', { episode_id })
        const text = words(20_000)
        for (const length of [20_000, 8_000, 2_000, 1_000]) {
          await line.ask('group.critique', { episode_id, text: text.slice(0, length) })
        }
      }
      line.end()
    },
  },
  {
    name: 'polls over HTTP',
    what: 'lets openings wait over HTTP and hangs up',
    run: (hand) =>
      hand.repeat(64, async () => {
        const body = JSON.stringify(rollout({ id: nameOf(hand), index: 5, wait: true }))
        const signal = AbortSignal.timeout(hand.random.integer(1, 300))
        const headers = bearer(TOKENS.mallory)
        await fetch(`${hand.url}/v1/episodes`, { method: 'POST', headers, body, signal })
      }),
  },
]
