import type { Attack } from '../hand.ts'
import { callText } from '../line.ts'
import { BOX, longEpisodes, PHONE, words } from './plays.ts'

/** Answers as long as may be, each of which takes the grader long. */
const GRADINGS: readonly object[] = [
  { gold: `${'x+'.repeat(499)}1`, answer: `1+${'x+'.repeat(498)}x` },
  { gold: '(x+1)'.repeat(199), answer: '(1+x)'.repeat(199) },
  { gold: '\\sin(x)'.repeat(140), answer: `${'\\sin(x)'.repeat(139)}\\cos(x)` },
  { gold: `${'\\sqrt{x+'.repeat(100)}1${'}'.repeat(100)}`, answer: `${'x^'.repeat(499)}x` },
  { gold: `${'1,'.repeat(499)}1`, answer: `${'1,'.repeat(499)}2`, question: '5 '.repeat(2_000) },
]

const RUN = 'of mallory'
/** Settings of a group in which nobody waits for others. */
const group = (id: number, index: number): object => ({
  ...{ run: RUN, id: String(id), index, size: 64, mode: 'independent', generation: 'one' },
})

/** What looks at what was played, and what is tried out: each call is dear. */
export const LOOK_ATTACKS: readonly Attack[] = [
  {
    name: 'gradings',
    what: 'has long answers graded, a hundred at a time',
    run: (hand) =>
      hand.flood(() => callText('math.grade', hand.random.pick(GRADINGS)), {
        sockets: 4,
        window: 24,
      }),
  },
  {
    name: 'programs that are tried out',
    what: 'runs endless programs beside no episode, and leaves before they end',
    run: (hand) =>
      hand.repeat(16, async () => {
        const line = await hand.line()
        for (let count = 0; count < 24; count++) {
          line.fire(callText('q.run', { code: 'while[1;]' }))
        }
        await line.progress(hand.random.integer(10, 500))
        line.end()
      }),
  },
  {
    name: 'looks at runs',
    what: 'counts and compares runs of some thousand tasks, many at once',
    async run(hand) {
      for (let index = 0; index < 1_500 && !hand.isOver; index += 100) {
        const line = await hand.line()
        const opened = Array.from({ length: 100 }, (_, at) =>
          line.ask('episode.open', { ...BOX, index: index + at, labels: { run: RUN } }),
        )
        await Promise.all(opened)
        line.end()
      }
      const asked: readonly (readonly [string, object])[] = [
        ['run.tasks', { run: RUN, limit: 1_000, condition: 'none' }],
        ['run.compare', { run: RUN, with: RUN, limit: 1_000, condition: 'none' }],
        ['run.series', { run: RUN, bins: 500, by: 'episodes' }],
        ['run.status', { run: RUN }],
        ['episode.list', { run: RUN, limit: 1_000, count: 'exact', order: 'updated' }],
        ['episode.list', { run: RUN, limit: 1_000, order: 'reward', success: false }],
        ['group.list', { run: RUN, limit: 1_000 }],
      ]
      const message = (): string => callText(...hand.random.pick(asked))
      await hand.flood(message, { sockets: 4, window: 16 })
    },
  },
  {
    name: 'tasks and their numbers',
    what: 'asks for cards, and for the numbers of a hundred tasks at once',
    run: (hand) => {
      const tasks = Array.from({ length: 100 }, (_, at) => `train-${String(at).padStart(6, '0')}`)
      const asked: readonly (readonly [string, object])[] = [
        ['task.stats', { env: 'mock-v1', tasks }],
        ['env.card', { env: 'phone-call-v2' }],
        ['env.card', { env: 'math-feedback-v1' }],
      ]
      const message = (): string => callText(...hand.random.pick(asked))
      return hand.flood(message, { sockets: 4, window: 32 })
    },
  },
  {
    name: 'feeds of the past',
    what: 'asks for all news since the start, over and over, while much is stored',
    async run(hand) {
      const line = await hand.line()
      const begun = await line.ask('feed.read', {})
      line.end()
      const since = begun.result?.cursor
      const news = (): string => callText('feed.read', since === undefined ? {} : { since })
      const message = (): string => (hand.random.integer(0, 2) === 0 ? news() : OPEN)
      await hand.flood(message, { sockets: 4, window: 32 })
    },
  },
  {
    name: 'slow readers of feeds',
    what: 'follows all that happens on many sockets, reads nothing, and lets much happen',
    async run(hand) {
      await hand.times(24, async () => {
        const line = await hand.line().catch(() => undefined)
        line?.fire(callText('feed.watch', {}))
        line?.socket.pause()
      })
      await hand.flood(() => OPEN, { sockets: 2, window: 40 })
    },
  },
  {
    name: 'groups that part',
    what: 'asks where groups of 64 long rollouts part, many at once',
    async run(hand) {
      const line = await hand.line()
      const action = { content: words(15_000) }
      await Promise.all(
        Array.from({ length: 64 }, async (_, index) => {
          const given = { ...PHONE, group: group(1, index), wait: false }
          const opened = await line.ask('episode.open', given)
          for (let seq = 1; seq <= 12 && !hand.isOver; seq++) {
            const episode_id = opened.result?.episode_id
            if (episode_id !== undefined)
              await line.ask('episode.step', { episode_id, seq, action })
          }
        }),
      )
      line.end()
      const message = (): string => callText('group.status', { run: RUN, id: '1' })
      await hand.flood(message, { sockets: 4, window: 16 })
    },
  },
  {
    name: 'accounts',
    what: 'has long attempts told, many at once',
    async run(hand) {
      const ids = await longEpisodes(hand, 4)
      const message = (): string =>
        callText('episode.account', { episode_id: hand.random.pick(ids) })
      if (ids.length > 0) await hand.flood(message, { sockets: 4, window: 32 })
    },
  },
]

const OPEN = callText('episode.open', BOX)
