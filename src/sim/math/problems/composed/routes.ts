import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import {
  bestCourse,
  courseOf,
  earliestFirst,
  improvedRoute,
  nearestFirst,
  type Round,
  type RouteResult,
  type Stop,
} from './best-route.ts'
import { ROUTE_STORIES, type RouteStory } from './tables/routes.ts'
import { clock, euros } from './text.ts'

/** Block lengths in metres, speeds in kilometres per hour, and minutes per block. */
const PACES: readonly (readonly [metres: number, speed: number, pace: number])[] = [
  [400, 12, 2],
  [500, 15, 2],
  [600, 18, 2],
  [600, 12, 3],
  [750, 15, 3],
  [900, 18, 3],
  [800, 16, 3],
]

const STOPS: Readonly<Record<Level, number>> = { 1: 3, 2: 4, 3: 5, 4: 6, 5: 8 }
/** From this level on, all stops have to be weighed against each other, not only the rules. */
const HARD = 4
const REACH = 6

/** The stops: no two at one corner, none on the streets of the depot. */
function drawCorners(random: RandomStream, count: number): { east: number; north: number }[] {
  const side = (): number => random.integer(1, REACH) * (random.chance(0.5) ? 1 : -1)
  const corners: { east: number; north: number }[] = []
  while (corners.length < count) {
    const [east, north] = [side(), side()]
    if (!corners.some((one) => one.east === east && one.north === north)) {
      corners.push({ east, north })
    }
  }
  return corners
}

function drawRound(random: RandomStream, level: Level, story: RouteStory, pace: number): Round {
  const count = STOPS[level]
  const names = random.sample(story.stops, count)
  const leaves = random.integer(14, 18) * 30
  const unloading = random.integer(4, 9)
  const long = count * (unloading + 5 * pace)
  const plain = drawCorners(random, count).map((corner, index): Stop => {
    return { ...corner, name: names[index] as string, from: 0, until: 0, fine: 0 }
  })
  const at = (low: number, high: number): number =>
    leaves + Math.round((long * random.integer(low, high)) / 500) * 5
  const stops = plain.map((stop, index): Stop => {
    if (level >= 2 && index === 0) return { ...stop, until: at(30, 60) }
    if (level >= 3 && index === 1) return { ...stop, from: at(45, 75) }
    if (level >= 4 && index === 2) {
      const from = at(25, 45)
      return { ...stop, from, until: from + random.integer(2, 4) * 5 }
    }
    if (level >= 5 && index >= 3 && index <= 4) {
      return { ...stop, until: at(20, 50), fine: random.integer(8, 20) * 50 }
    }
    return stop
  })
  const before = level >= 4 ? ([count - 1, count - 2] as const) : null
  return {
    stops,
    leaves,
    pace,
    unloading,
    before,
    wage: level >= 5 ? random.pick([30, 40, 50]) : 100,
  }
}

/** The asked value: minutes, or cents from level 5 on. */
const askedValue = (round: Round, course: RouteResult, level: Level): number =>
  level >= 5 ? course.cost : course.back - round.leaves

const written = (value: number, level: Level): string => (level >= 5 ? euros(value) : `${value}`)

function rulesOf({ name, from, until, fine }: Stop): string[] {
  if (fine > 0) {
    return [
      `At the ${name}, beginning later than ${clock(until)} costs a fine of ${euros(fine)} euros.`,
    ]
  }
  if (from > 0 && until > 0) {
    return [
      `At the ${name} it has to begin no earlier than ${clock(from)} and no later than ` +
        `${clock(until)}.`,
    ]
  }
  if (from > 0) return [`At the ${name} it may not begin before ${clock(from)}.`]
  return until > 0 ? [`At the ${name} it has to begin by ${clock(until)} at the latest.`] : []
}

const blocks = (count: number): string => (count === 1 ? '1 block' : `${count} blocks`)

const locationText = ({ name, east, north }: Stop): string =>
  `the ${name} is ${blocks(Math.abs(east))} ${east > 0 ? 'east' : 'west'} and ` +
  `${blocks(Math.abs(north))} ${north > 0 ? 'north' : 'south'}`

function questionOf(
  random: RandomStream,
  story: RouteStory,
  round: Round,
  [metres, speed]: readonly [number, number, number],
  level: Level,
): string {
  const { stops, before, leaves, unloading, wage } = round
  const order = random.shuffle(stops)
  const slots = {
    ...drawPeople(random),
    ...{ leaves: clock(leaves), metres, speed, unloading },
    ...{ wage: euros(wage * 60), aside: random.integer(31, 59) },
    first: before === null ? '' : (stops[before[0]] as Stop).name,
    second: before === null ? '' : (stops[before[1]] as Stop).name,
  }
  const asks = level >= 5 ? story.askCost : story.askTime
  return [
    fill(random.pick(story.start), slots),
    `Seen from ${story.depot}, ${order.map(locationText).join('; ')}.`,
    fill(story.unloading, slots),
    fill(random.pick(story.asides), slots),
    fill(story.early, slots),
    ...order.flatMap(rulesOf),
    ...(before === null ? [] : [fill(story.first, slots)]),
    ...(level >= 5 ? [fill(story.wage, slots)] : []),
    fill(random.pick(asks), slots),
  ].join(' ')
}

function linesOf(round: Round, { order, begins, back, cost }: RouteResult, level: Level): string[] {
  const { leaves, wage } = round
  const visits = order.map((index, at) => {
    return `At ${clock(begins[at] as number)}: the ${(round.stops[index] as Stop).name}.`
  })
  const lines = ['The best order:', ...visits, `Back at ${clock(back)}.`]
  const minutes = `Minutes: ${back} - ${leaves} = ${back - leaves}.`
  if (level < 5) return [...lines, minutes]
  const wages = (back - leaves) * wage
  const sum = `Cost: ${euros(wages)} + ${euros(cost - wages)} = ${euros(cost)}.`
  return [...lines, minutes, sum]
}

/** The results of moving single stops of an obvious order. */
const firstThoughts = (round: Round): RouteResult[] =>
  [nearestFirst(round), nearestFirst(round).reverse(), earliestFirst(round)].flatMap(
    (order) => improvedRoute(round, order) ?? [],
  )

function mistakesOf(round: Round, level: Level): Candidate[] {
  const candidateOf = (course: RouteResult | null, of: Round, mistake: string): Candidate => [
    course === null ? undefined : written(askedValue(of, course, level), level),
    mistake,
  ]
  const changed = (change: Partial<Round>, mistake: string): Candidate => {
    const other = { ...round, ...change }
    const most = Math.min(...firstThoughts(other).map(({ cost }) => cost))
    return candidateOf(bestCourse(other, most), other, mistake)
  }
  const free = round.stops.map((stop) => ({ ...stop, from: 0, until: 0, fine: 0 }))
  const careless = round.stops.map((stop) => (stop.fine > 0 ? { ...stop, until: 0 } : stop))
  return [
    candidateOf(
      courseOf(round, nearestFirst(round)),
      round,
      'Another order than the nearest is better.',
    ),
    ...firstThoughts(round).map((course) => candidateOf(course, round, 'There is a better order.')),
    changed({ stops: free }, 'The times of the places were left out.'),
    changed({ unloading: 0 }, 'The time at the places was left out.'),
    changed({ before: null }, 'One place has to come earlier than another, which was left out.'),
    ...(level < 5 ? [] : [changed({ stops: careless }, 'The fines were left out.')]),
  ]
}

const factsOf = (
  round: Round,
  [metres, speed]: readonly [number, number, number],
  level: Level,
): Draft['facts'] => ({
  type: 'route',
  asks: level >= 5 ? 'cost' : 'time',
  leaves: clock(round.leaves),
  blocks: `${metres} ${speed}`,
  unloading: round.unloading,
  wage: level >= 5 ? euros(round.wage * 60) : '',
  before:
    round.before
      ?.map((index) => (round.stops[index] as Stop).name.replaceAll(' ', '_'))
      .join(' ') ?? '',
  stops: round.stops.map(stopFacts).join('; '),
})

const time = (minutes: number): string => (minutes === 0 ? 'none' : clock(minutes))

const stopFacts = ({ name, east, north, from, until, fine }: Stop): string =>
  [
    name.replaceAll(' ', '_'),
    ...[Math.abs(east), east > 0 ? 'east' : 'west'],
    ...[Math.abs(north), north > 0 ? 'north' : 'south'],
    ...[time(from), time(until), fine === 0 ? 'none' : euros(fine)],
  ].join(' ')

function draw(random: RandomStream, level: Level): Draft | undefined {
  const story = random.pick(ROUTE_STORIES)
  const pace = random.pick(PACES)
  const round = drawRound(random, level, story, pace[2])
  const thoughts = level >= HARD ? firstThoughts(round) : []
  const best = bestCourse(round, Math.min(...thoughts.map(({ cost }) => cost)))
  if (best === null) return undefined
  const isFound = (course: RouteResult | null): boolean =>
    course !== null && course.cost <= best.cost
  // If the obvious orders are right, there is nothing to weigh.
  if (thoughts.some(isFound)) return undefined
  if (level > 1 && isFound(courseOf(round, nearestFirst(round)))) return undefined
  const gold = written(askedValue(round, best, level), level)
  return expression({
    question: questionOf(random, story, round, pace, level),
    gold,
    facts: factsOf(round, pace, level),
    solution: () => steps(linesOf(round, best, level), gold),
    mistakes: () => mistakesOf(round, level),
  })
}

/** The best order of the stops of a round with deadlines. */
export const routes: Family = {
  name: 'routes',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
}
