import { sayMoment } from '../../sim/phone/clock/time.ts'
import type { Lesson } from './lessons.ts'
import type { SeenEpisode, SeenStop } from './seen.ts'

/** What the clock taught: hours, and how long one waits where and when. */
export const clockLessons = ({ clock: { stops, transfers } }: SeenEpisode): Lesson[] => [
  ...transfers.map(({ from, to }): Lesson => {
    return { kind: 'advice', text: `${from} put the call through to ${to}: call ${to}.` }
  }),
  ...stops.map((stop): Lesson => {
    const isQueue = stop.hours === ''
    return { kind: isQueue ? 'fact' : 'advice', text: isQueue ? queued(stop) : shut(stop) }
  }),
]

const shut = ({ department, at, hours }: SeenStop): string =>
  `${department} was closed on ${sayMoment(at)}. Its opening hours: ${hours}.`

const queued = ({ department, at, minutes }: SeenStop): string =>
  `${department} had a queue of ${minutes} minutes on ${sayMoment(at)}.`
