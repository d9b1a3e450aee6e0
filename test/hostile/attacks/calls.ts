import type { Attack } from '../hand.ts'
import { callText } from '../line.ts'
import { CROWD, TOKENS } from '../tokens.ts'
import { BOX, longEpisodes, MATH, PHONE, WRONG_CODE, words } from './plays.ts'

/** Floods of well-formed calls: each is allowed, together they are too many. */
export const CALL_ATTACKS: readonly Attack[] = [
  {
    name: 'open flood',
    what: 'opens episodes on many sockets, as fast as they are answered',
    run: (hand) => hand.flood(() => callText('episode.open', PHONE), { sockets: 8, window: 200 }),
  },
  {
    name: 'open flood of a crowd',
    what: 'the same with twelve tokens at once',
    run: (hand) =>
      hand.times(CROWD.length, (place) => {
        const token = TOKENS[CROWD[place] as string] as string
        const message = (): string => callText('episode.open', BOX)
        return hand.flood(message, { sockets: 2, window: 100, token })
      }),
  },
  {
    name: 'step flood',
    what: 'plays thousands of steps at once, each in its turn',
    async run(hand) {
      const ids = await hand.opened(500, BOX)
      const message = (): string => {
        const episode_id = hand.random.pick(ids)
        return callText('episode.step', { episode_id, action: WRONG_CODE })
      }
      if (ids.length > 0) await hand.flood(message, { sockets: 8, window: 200 })
    },
  },
  {
    name: 'huge numbers of steps',
    what: 'asks for steps far ahead and long ago, with long actions',
    async run(hand) {
      const ids = await hand.opened(20, PHONE)
      const action = { content: words(16_000) }
      const message = (): string => {
        const seq = hand.random.pick([1, 2, 999_999, 1_000_000])
        const episode_id = hand.random.pick(ids)
        return callText('episode.step', { episode_id, seq, action })
      }
      if (ids.length > 0) await hand.flood(message, { sockets: 4, window: 16 })
    },
  },
  {
    name: 'resume flood',
    what: 'resumes episodes with long logs over and over',
    async run(hand) {
      const ids = await longEpisodes(hand, 20)
      const message = (): string =>
        callText('episode.resume', { episode_id: hand.random.pick(ids) })
      if (ids.length > 0) await hand.flood(message, { sockets: 6, window: 50 })
    },
  },
  {
    name: 'cold resume flood',
    what: 'resumes more episodes than are kept, so that each is built again',
    async run(hand) {
      const ids = await longEpisodes(hand, 40)
      // Long enough that the server has let them go.
      const message = (): string =>
        callText('episode.resume', { episode_id: hand.random.pick(ids) })
      if (ids.length > 0) await hand.flood(message, { sockets: 12, window: 20 })
    },
  },
  {
    name: 'fork bomb',
    what: 'forks an episode with a long log at its end, and the forks again',
    async run(hand) {
      const ids = await longEpisodes(hand, 2)
      const message = (): string =>
        callText('episode.fork', { episode_id: hand.random.pick(ids), position: 28 })
      if (ids.length > 0) await hand.flood(message, { sockets: 4, window: 50 })
    },
  },
  {
    name: 'replay checks',
    what: 'has long logs played again and compared, many at once',
    async run(hand) {
      const ids = await longEpisodes(hand, 4)
      if (ids.length === 0) return
      await hand.repeat(32, () => hand.http(`/v1/episodes/${hand.random.pick(ids)}/replay`, POST))
    },
  },
  {
    name: 'log exports',
    what: 'reads long logs over HTTP in both formats',
    async run(hand) {
      const ids = await longEpisodes(hand, 4)
      if (ids.length === 0) return
      await hand.repeat(32, () => {
        const format = hand.random.pick(['json', 'jsonl'])
        return hand.http(`/v1/episodes/${hand.random.pick(ids)}/log?format=${format}`)
      })
    },
  },
  {
    name: 'listings',
    what: 'lists with conditions that nothing fits, so that everything is looked at',
    run: (hand) =>
      hand.repeat(16, () => {
        const path = hand.random.pick([
          '/v1/episodes?success=true&run=none&limit=1000',
          '/v1/episodes?env=q-code-v1&success=true&limit=1000',
          '/v1/episodes?limit=1000',
          '/v1/groups?run=none',
          '/v1/groups?limit=1000',
          '/v1/runs?limit=1000',
        ])
        return hand.http(path)
      }),
  },
  {
    name: 'pages of generated tasks',
    what: 'wants tasks of a difficulty that there is none of',
    run: (hand) =>
      hand.repeat(16, () => {
        const env = hand.random.pick(['phone-call-v2', 'mock-v1', 'math-feedback-v1'])
        const from = hand.random.integer(0, 1_000_000_000)
        return hand.http(
          `/v1/environments/${env}/tasks?split=train&from=${from}&limit=1000&difficulty=99`,
        )
      }),
  },
  {
    name: 'hard answers',
    what: 'has the longest and deepest formulas graded',
    run: (hand) =>
      hand.repeat(16, async () => {
        const [episode_id] = await hand.opened(1, { ...MATH, index: hand.random.integer(0, 50) })
        const line = await hand.line()
        const content = hand.random.pick(FORMULAS)
        await line.ask('episode.step', { episode_id, action: { content } })
        line.end()
      }),
  },
]

export const POST = { method: 'POST', body: '' }

const FORMULAS = [
  `\\boxed{${'('.repeat(20_000)}1${')'.repeat(20_000)}}`,
  `\\boxed{${'(x+1)(x-1)'.repeat(5_000)}}`,
  `\\boxed{${'9^'.repeat(20_000)}9}`,
  `\\boxed{${'\\frac{1}{'.repeat(6_000)}2${'}'.repeat(6_000)}}`,
  '\\boxed{5} or '.repeat(4_500),
  `\\boxed{${'1,'.repeat(30_000)}}`,
  `The answer is ${'x+'.repeat(30_000)}1`,
]
