import { connect, type Episode } from '../../../src/client/index.ts'

/** What a player has played. */
export interface Played {
  readonly steps: number
  readonly tookMs: number
}

/** Episodes that are played at the same time, and groups that share their tasks. */
const EPISODES = 128
const GROUP_SIZE = 8
const FRAMES_PER_SECOND = 25

const given = JSON.parse(process.argv[2] ?? '{}') as {
  readonly url: string
  readonly run: string
  readonly rate: number
  readonly seconds: number
}
const client = await connect({ url: given.url })
const startedMs = performance.now()
const batchOf = (count: number): string => String(Math.floor(count / (2 * EPISODES)))
let opened = 0

function open(): Promise<Episode> {
  const count = opened++
  const index = Math.floor(count / GROUP_SIZE) % 1_000
  const labels = { run: given.run, batch: `${Math.floor(startedMs)}-${batchOf(count)}` }
  return client.open({ env: 'mock-v1', split: 'train', index, labels })
}

const call = (name: string, args: object) => ({
  content: null,
  tool_calls: [
    {
      id: 'call_1',
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(args) },
    },
  ],
})

/** Wrong codes, and sometimes the right one after a look at the label: six steps on average. */
function actionOf(episode: Episode) {
  const said = String(episode.transcript.at(-1)?.content ?? '')
  const code = /says (\d+)/.exec(said)?.[1]
  if (code !== undefined) return call('enter_code', { code })
  return Math.random() < 0.2 ? call('read_code', {}) : call('enter_code', { code: '000' })
}

const episodes = await Promise.all(Array.from({ length: EPISODES }, open))
let steps = 0
const playedMs = performance.now()
const elapsedMs = (): number => performance.now() - playedMs
let at = 0
while (elapsedMs() < 1_000 * given.seconds) {
  const due = Math.floor((given.rate * elapsedMs()) / 1_000) - steps
  const size = Math.min(EPISODES, due)
  if (size > 0) {
    const chosen = Array.from({ length: size }, (_, turn) => (at + turn) % EPISODES)
    at = (at + size) % EPISODES
    const turns = chosen.map((place) => {
      const episode = episodes[place] as Episode
      return { episode, action: actionOf(episode) }
    })
    const settled = await client.stepMany(turns)
    steps += settled.filter(({ status }) => status === 'fulfilled').length
    await Promise.all(
      chosen.map(async (place) => {
        if (episodes[place]?.over) episodes[place] = await open()
      }),
    )
  } else await new Promise((resolve) => setTimeout(resolve, 1_000 / FRAMES_PER_SECOND))
}
const tookMs = elapsedMs()
await client.close()
process.send?.({ steps, tookMs } satisfies Played)
process.disconnect?.()
