import type { Attack, Hand } from '../hand.ts'
import { callText } from '../line.ts'
import { BOX, Q, toolCall } from './plays.ts'

/** Steps of many episodes at once, whose effects take their time. */
async function stepAll(hand: Hand, open: object, count: number, action: object): Promise<void> {
  const ids = await hand.opened(count, open)
  const line = await hand.line()
  const seconds = Math.ceil(hand.leftMs / 1_000)
  for (let round = 0; round < seconds && !hand.isOver; round++) {
    for (const episode_id of ids) line.fire(callText('episode.step', { episode_id, action }))
    await line.progress(1_000)
  }
  await hand.rest()
  line.end()
}

/** What is done outside of the event loop, of which there is only so much. */
export const EFFECT_ATTACKS: readonly Attack[] = [
  {
    name: 'endless programs',
    what: 'runs sixty programs that never end',
    run: (hand) => stepAll(hand, Q, 60, toolCall('q_sandbox', { code: 'while[1;]' })),
  },
  {
    name: 'greedy programs',
    what: 'runs programs that take all memory, and print without end',
    run: (hand) => {
      const code = 'x:til 1000000; while[1; x:x,x; show x]'
      return stepAll(hand, Q, 20, toolCall('q_sandbox', { code }))
    },
  },
  {
    name: 'memory of programs',
    what: 'keeps 24 programs at work that take all memory in small pieces',
    async run(hand) {
      const ids = await hand.opened(24, Q)
      const action = toolCall('q_sandbox', { code: 'x:();while[1b;x,:enlist til 1000]' })
      await hand.times(ids.length, async (place) => {
        const line = await hand.line()
        let episode_id: string | undefined = ids[place]
        while (!hand.isOver) {
          const { result } = await line.ask('episode.step', { episode_id, action })
          if (result === undefined || result.terminated === true || result.truncated === true)
            [episode_id] = await hand.opened(1, Q)
        }
        line.end()
      })
    },
  },
  {
    name: 'many small programs',
    what: 'runs thousands of programs that end at once',
    async run(hand) {
      const ids = await hand.opened(300, Q)
      const action = toolCall('q_sandbox', { code: '1+1' })
      const message = (): string =>
        callText('episode.step', { episode_id: hand.random.pick(ids), action })
      if (ids.length > 0) await hand.flood(message, { sockets: 4, window: 300 })
    },
  },
  {
    name: 'waits',
    what: 'lets twelve thousand boxes wait for a minute',
    run: (hand) => stepAll(hand, BOX, 12_000, toolCall('read_code', { milliseconds: 60_000 })),
  },
]
