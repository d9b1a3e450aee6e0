import type { Attack } from '../hand.ts'
import { callText } from '../line.ts'
import { BOX, MATH, PHONE, WRONG_CODE, words } from './plays.ts'

const MEGABYTE = 1024 ** 2
const labelled = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`label-${place}`, 'v']))

const batch = (count: number, call: (place: number) => string): string =>
  `[${Array.from({ length: count }, (_, place) => call(place)).join(',')}]`

/** Frames that cost more than they weigh, or whose answers weigh more than they do. */
export const FRAME_ATTACKS: readonly Attack[] = [
  {
    name: 'batches of openings',
    what: 'opens a thousand episodes in one frame',
    run: (hand) => {
      const frame = batch(1_000, (id) => callText('episode.open', PHONE, id))
      return hand.flood(() => frame, { sockets: 4, window: 3 })
    },
  },
  {
    name: 'batches of descriptions',
    what: 'asks in small frames for answers of megabytes, and reads them slowly',
    run: (hand) => {
      const describe = { env: 'phone-call-v2' }
      const frame = batch(130, (id) => callText('env.describe', describe, id))
      return hand.flood(() => frame, { sockets: 4, window: 40 })
    },
  },
  {
    name: 'label bombs',
    what: 'sends 200,000 labels in a frame, or a few of a megabyte',
    run: (hand) => {
      const many = callText('episode.open', { ...BOX, labels: labelled(180_000) })
      const long = callText('episode.open', { ...BOX, labels: { a: 'x'.repeat(3 * MEGABYTE) } })
      return hand.flood(() => hand.random.pick([many, long]), { sockets: 2, window: 3 })
    },
  },
  {
    name: 'settings bombs',
    what: 'sends 300,000 settings in a frame',
    run: (hand) => {
      const settings = labelled(200_000)
      const frame = callText('episode.open', { ...MATH, settings })
      return hand.flood(() => frame, { sockets: 2, window: 3 })
    },
  },
  {
    name: 'nested arrays',
    what: 'sends millions of arrays, side by side and inside each other',
    run: (hand) => {
      const wide = `[${'[],'.repeat(1_300_000)}[]]`
      const deep = `${'['.repeat(1_900_000)}${']'.repeat(1_900_000)}`
      const inside = callText('episode.step', { episode_id: 'ep_1', action: 1 })
      const frames = [wide, deep, inside.replace(':1}', `:${wide}}`)]
      return hand.flood(() => hand.random.pick(frames), { sockets: 2, window: 2 })
    },
  },
  {
    name: 'tool calls by the thousand',
    what: 'puts as many tool calls and arguments into a turn as a frame takes',
    async run(hand) {
      const [episode_id] = await hand.opened(1, BOX)
      const one = { id: 'a', type: 'function', function: { name: 'x', arguments: labelled(50) } }
      const tool_calls = Array.from({ length: 2_000 }, () => one)
      const frame = callText('episode.step', { episode_id, action: { tool_calls } })
      await hand.flood(() => frame, { sockets: 2, window: 4 })
    },
  },
  {
    name: 'garbage',
    what: 'sends what is no JSON, no call, no method, no text',
    run: (hand) => {
      const frames: (string | Buffer)[] = ['{', '[]', '1', 'null', '{"jsonrpc":"2.0"}', '\u0000']
      frames.push(callText('no.method', {}), callText('episode.step', { episode_id: 1 }))
      frames.push(
        words(1_000_000),
        batch(1_000, () => '{}'),
        '['.repeat(1_000),
      )
      return hand.flood(() => hand.random.pick(frames), { sockets: 4, window: 50 })
    },
  },
  {
    name: 'bodies over HTTP',
    what: 'posts bodies of megabytes that are refused at their end',
    run: (hand) => {
      const bodies = [
        JSON.stringify({ ...BOX, labels: labelled(150_000) }),
        JSON.stringify({ ...BOX, settings: { text: 'x'.repeat(3 * MEGABYTE) } }),
        `[${'[],'.repeat(1_300_000)}[]]`,
      ]
      return hand.repeat(6, () => {
        const body = hand.random.pick(bodies)
        return hand.http('/v1/episodes', { method: 'POST', body })
      })
    },
  },
  {
    name: 'steps in batches',
    what: 'plays a thousand episodes by a frame of a thousand steps',
    async run(hand) {
      const ids = await hand.opened(1_000, BOX)
      const frame = (): string =>
        batch(ids.length, (id) => {
          const step = { episode_id: ids[id] as string, action: WRONG_CODE }
          return callText('episode.step', step, id)
        })
      if (ids.length > 0) await hand.flood(frame, { sockets: 2, window: 2 })
    },
  },
]
