import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import {
  bestSchedule,
  firstThoughts,
  type Lot,
  lotOrders,
  type ScheduleResult,
  type Shop,
  scheduleOf,
} from './best-schedule.ts'
import { SCHEDULE_STORIES, type ScheduleStory, SHADES } from './tables/schedules.ts'
import { clock, duration, euros, listed } from './text.ts'

const LOTS: Readonly<Record<Level, number>> = { 1: 3, 2: 4, 3: 5, 4: 6, 5: 7 }
/** From this level on, no obvious order is the best one, even after moving lots. */
const HARD = 5

function drawLots(random: RandomStream, level: Level, story: ScheduleStory, opens: number): Lot[] {
  const plain = random.sample(story.lots, LOTS[level]).map((name) => ({
    name,
    shade: level >= 2 ? random.integer(0, SHADES.length - 1) : 0,
    first: random.integer(4, 14) * 5,
    second: random.integer(3, 14) * 5,
  }))
  const long = plain.reduce((sum, { first, second }) => sum + Math.max(first, second), 0)
  return plain.map((lot) => ({
    ...lot,
    due: opens + Math.round((long * random.integer(25, 85)) / 500) * 5,
    rate: random.integer(2, 12) * 5,
  }))
}

function drawShop(random: RandomStream, level: Level, story: ScheduleStory): Shop {
  const opens = random.integer(12, 17) * 30
  const lots = drawLots(random, level, story, opens)
  const from = opens + random.integer(8, 14) * 15
  return {
    lots,
    opens,
    darker: level >= 2 ? random.integer(1, 2) * 5 : 0,
    lighter: level >= 2 ? random.integer(3, 6) * 5 : 0,
    pause: level >= 4 ? { from, until: from + random.integer(4, 8) * 5 } : null,
    before: level >= 3 ? [0, 1] : null,
    wage: level >= 5 ? random.integer(2, 6) * 10 : 0,
  }
}

/** Some fines are stated per hour. That changes only the unit. */
const rateText = ({ rate }: Lot): string =>
  rate % 10 === 0
    ? `${euros(rate * 60)} euros for every hour after that, charged by the minute`
    : `${euros(rate)} euros for every minute after that`

const lotText = (story: ScheduleStory, level: Level, lot: Lot): string =>
  `the ${lot.name} (${level >= 2 ? `${SHADES[lot.shade]}, ` : ''}${duration(lot.first)} in ` +
  `${story.first}, ${duration(lot.second)} in ${story.second}, due at ${clock(lot.due)}, ` +
  `${rateText(lot)})`

function questionOf(random: RandomStream, story: ScheduleStory, shop: Shop, level: Level): string {
  const { lots, opens, darker, lighter, pause, before, wage } = shop
  const [one, other] = [lots[before?.[0] ?? 0] as Lot, lots[before?.[1] ?? 0] as Lot]
  const slots = {
    ...drawPeople(random),
    ...{ opens: clock(opens), darker, lighter, wage: euros(wage * 60) },
    ...{ from: clock(pause?.from ?? 0), until: clock(pause?.until ?? 0) },
    ...{ one: one.name, second: other.name, aside: random.integer(31, 59) },
  }
  const rules = [
    story.order,
    ...(level >= 2 ? [story.cleaning] : []),
    ...(pause === null ? [] : [story.pause]),
    ...(before === null ? [] : [story.before]),
    ...(wage === 0 ? [] : [story.wage]),
  ]
  return [
    fill(random.pick(story.start), slots),
    ...rules.map((rule) => fill(rule, slots)),
    fill(random.pick(story.asides), slots),
    `${story.list} ${listed(random.shuffle(lots).map((lot) => lotText(story, level, lot)))}.`,
    fill(random.pick(wage === 0 ? story.askFines : story.askCost), slots),
  ].join(' ')
}

function linesOf(shop: Shop, { order, leaves, end, fines, cost }: ScheduleResult): string[] {
  const visits = order.map((index, at) => {
    const [first, second] = leaves[at] as readonly [number, number]
    const { name } = shop.lots[index] as Lot
    return `The ${name}: ready for the second machine at ${clock(first)}, done at ${clock(second)}.`
  })
  const late = order.flatMap((index, at) => {
    const { due, rate } = shop.lots[index] as Lot
    const minutes = (leaves[at]?.[1] ?? 0) - due
    return minutes > 0 ? [`${minutes} × ${euros(rate)}`] : []
  })
  const lines = ['The best order:', ...visits, `Fines: ${late.join(' + ')} = ${euros(fines)}.`]
  if (shop.wage === 0) return lines
  const minutes = end - shop.opens
  const work = `Work: ${minutes} × ${euros(shop.wage)} = ${euros(minutes * shop.wage)}.`
  return [...lines, work, `Cost: ${euros(fines)} + ${euros(cost - fines)} = ${euros(cost)}.`]
}

const cheapest = (shop: Shop): ScheduleResult =>
  bestSchedule(
    shop,
    firstThoughts(shop).reduce((one, other) => (other.cost < one.cost ? other : one)),
  )

function mistakesOf(shop: Shop): Candidate[] {
  const changed = (change: Partial<Shop>, mistake: string): Candidate => [
    euros(cheapest({ ...shop, ...change }).cost),
    mistake,
  ]
  const plain = lotOrders(shop).flatMap((order) => scheduleOf(shop, order) ?? [])
  return [
    ...[...firstThoughts(shop), ...plain].map(
      ({ cost }): Candidate => [euros(cost), 'There is a better order.'],
    ),
    changed({ darker: 0, lighter: 0 }, 'The cleaning was left out.'),
    ...(shop.pause === null ? [] : [changed({ pause: null }, 'The break was left out.')]),
    ...(shop.before === null
      ? []
      : [changed({ before: null }, 'A rule on the order of two lots was left out.')]),
    ...(shop.wage === 0 ? [] : [changed({ wage: 0 }, 'The cost of every hour was left out.')]),
  ]
}

const oneWord = (name: string): string => name.replaceAll(' ', '_')

const factsOf = (shop: Shop): Draft['facts'] => ({
  type: 'schedule',
  opens: clock(shop.opens),
  cleaning: shop.lighter === 0 ? '' : `${shop.darker} ${shop.lighter}`,
  pause: shop.pause === null ? '' : `${clock(shop.pause.from)} ${clock(shop.pause.until)}`,
  before: shop.before?.map((index) => oneWord((shop.lots[index] as Lot).name)).join(' ') ?? '',
  wage: shop.wage === 0 ? '' : euros(shop.wage * 60),
  lots: shop.lots
    .map(({ name, shade, first, second, due, rate }) =>
      [
        ...[oneWord(name), SHADES[shade], duration(first), duration(second), clock(due)],
        rate % 10 === 0 ? `${euros(rate * 60)} hour` : `${euros(rate)} minute`,
      ].join(', '),
    )
    .join('; '),
})

function draw(random: RandomStream, level: Level): Draft | undefined {
  const story = random.pick(SCHEDULE_STORIES)
  const shop = drawShop(random, level, story)
  const thoughts = firstThoughts(shop)
  const thought = thoughts.reduce((one, other) => (other.cost < one.cost ? other : one))
  const best = bestSchedule(shop, thought)
  if (best.fines === 0 || (level >= HARD && best.cost === thought.cost)) return undefined
  if (lotOrders(shop).some((order) => scheduleOf(shop, order)?.cost === best.cost)) return undefined
  const gold = euros(best.cost)
  return expression({
    question: questionOf(random, story, shop, level),
    gold,
    facts: factsOf(shop),
    solution: () => steps(linesOf(shop, best), gold),
    mistakes: () => mistakesOf(shop),
  })
}

/** The best order of lots on two machines, with cleaning, due times and fines. */
export const schedules: Family = {
  name: 'schedules',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
}
