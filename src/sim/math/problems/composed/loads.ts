import type { RandomStream } from '../../../random.ts'
import {
  type AnyLevel,
  type Candidate,
  type Draft,
  expression,
  type Family,
  TOP_LEVEL,
} from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import {
  bestLoad,
  bonusOf,
  type Item,
  improvedLoad,
  itemOrders,
  type Job,
  type Load,
  packed,
  profitOf,
} from './best-load.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { LOAD_STORIES, type LoadStory } from './tables/loads.ts'
import { listed } from './text.ts'

const ITEMS: Readonly<Record<AnyLevel, number>> = { 1: 4, 2: 5, 3: 7, 4: 9, 5: 12, 6: 20 }
/** From this level on, the obvious plans are not the best. */
const HARD = 4

/** How far fees deviate from the value of mass and volume, in percent. */
const SPREAD: Readonly<Record<AnyLevel, number>> = { 1: 20, 2: 20, 3: 20, 4: 16, 5: 12, 6: 1 }

function drawItem(random: RandomStream, name: string, spread: number): Item {
  const mass = random.integer(9, 48) * 10
  const volume = random.integer(3, 19) * 100
  const worth = mass / 4 + volume / 16
  return {
    name,
    mass,
    volume,
    fee: Math.round((worth * random.integer(100 - spread, 100 + spread)) / 100),
  }
}

function drawJob(
  random: RandomStream,
  level: AnyLevel,
  story: LoadStory,
  count = ITEMS[level],
): Job {
  const known = level > 5 ? [...story.items, ...story.more] : story.items
  const items = random.sample(known, count).map((name) => drawItem(random, name, SPREAD[level]))
  const trips = level >= 3 ? 2 : 1
  const [low, high] = level >= 5 ? [44, 56] : [58, 74]
  const share = (value: (item: Item) => number): number =>
    (items.reduce((sum, item) => sum + value(item), 0) * random.integer(low, high)) / 100 / trips
  const [a, b, c, d, e, f, g] = random.shuffle(items.map((_, index) => index)) as [
    number,
    number,
    number,
    number,
    ...number[],
  ]
  return {
    items,
    massMax: Math.round(share(({ mass }) => mass) / 50) * 50,
    volumeMax: Math.round(share(({ volume }) => volume) / 200) * 200,
    trips,
    tripCost: random.integer(12, 30),
    apart:
      level >= 5
        ? [
            [a, b],
            [a, c],
          ]
        : level >= 2
          ? [[a, b]]
          : [],
    together: level >= 3 ? [c, d] : null,
    bonus:
      level >= 4 && e !== undefined && f !== undefined && g !== undefined
        ? {
            of: level >= 5 ? [e, f, g] : [e, f],
            euros: random.integer(25, 60),
            isOneTrip: level >= TOP_LEVEL,
          }
        : null,
  }
}

/** Masses from half a tonne are in tonnes, and volumes from half a cubic metre in cubic metres. */
const massText = (mass: number): string => (mass >= 300 ? `${mass / 1000} t` : `${mass} kg`)
const volumeText = (volume: number): string =>
  volume >= 1000 ? `${volume / 1000} m³` : `${volume} litres`

function questionOf(random: RandomStream, story: LoadStory, job: Job): string {
  const slots = { ...drawPeople(random), cost: job.tripCost }
  return `${textOf(random, story, job, slots)} ${fill(random.pick(story.ask), slots)}`
}

type Slots = Readonly<Record<string, string | number>>

/** The problem without what it asks. `more` has the people and the cost of a trip. */
function textOf(random: RandomStream, story: LoadStory, job: Job, more: Slots): string {
  const { items, apart, together, bonus } = job
  const name = (index: number): string => items[index]?.name ?? ''
  const slots = {
    ...more,
    ...{ mass: job.massMax / 1000, volume: job.volumeMax / 1000 },
    aside: random.integer(31, 59),
  }
  const list = items.map(
    ({ name: item, mass, volume, fee }) =>
      `the ${item} (${massText(mass)}, ${volumeText(volume)}, ${fee} euros)`,
  )
  const rules = [
    ...apart.map(([one, other]) => fill(story.apart, { one: name(one), other: name(other) })),
    ...(together === null
      ? []
      : [fill(story.together, { one: name(together[0]), other: name(together[1]) })]),
    ...(bonus === null
      ? []
      : [
          fill(bonus.isOneTrip ? story.bonusOneTrip : story.bonus, {
            all: listed(bonus.of.map((index) => `the ${name(index)}`)),
            bonus: bonus.euros,
          }),
        ]),
  ]
  return [
    fill(random.pick(story.start), slots),
    fill(job.trips > 1 ? story.twoTrips : story.oneTrip, slots),
    fill(random.pick(story.asides), slots),
    `${story.list} ${listed(list)}.`,
    ...random.shuffle(rules),
  ].join(' ')
}

function linesOf(job: Job, { plan, profit }: Load): string[] {
  const { items } = job
  const onTrip = (trip: number): Item[] => items.filter((_, index) => plan[index] === trip)
  const trips = Array.from({ length: job.trips }, (_, index) => onTrip(index + 1)).filter(
    (carried) => carried.length > 0,
  )
  const lines = trips.flatMap((carried, index) => [
    `Trip ${index + 1}: ${listed(carried.map((item) => item.name))}.`,
    `Mass: ${sumOf(carried.map(({ mass }) => mass))} kg.`,
    `Volume: ${sumOf(carried.map(({ volume }) => volume))} litres.`,
  ])
  const bonus = bonusOf(job, plan)
  const fees = items.filter((_, index) => plan[index] !== 0).map(({ fee }) => fee)
  const all = bonus > 0 ? [...fees, bonus] : fees
  const costs = trips.map(() => ` - ${job.tripCost}`).join('')
  return [...lines, `Left: ${all.join(' + ')}${costs} = ${profit}.`]
}

const sumOf = (values: readonly number[]): string => {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.length < 2 ? `${sum}` : `${values.join(' + ')} = ${sum}`
}

const firstThoughts = (job: Job): Load[] =>
  itemOrders(job).map((order) => improvedLoad(job, packed(job, order)))

function mistakesOf(job: Job): Candidate[] {
  const changed = (change: Partial<Job>, mistake: string): Candidate => {
    const { profit } = bestLoad({ ...job, ...change })
    return [`${profit}`, mistake]
  }
  return [
    ...itemOrders(job)
      .slice(0, 3)
      .map((order): Candidate => [`${packed(job, order).profit}`, 'Another choice earns more.']),
    ...firstThoughts(job).map(
      ({ profit }): Candidate => [`${profit}`, 'Another choice earns more.'],
    ),
    changed({ volumeMax: Number.POSITIVE_INFINITY }, 'The room for the load was left out.'),
    changed({ massMax: Number.POSITIVE_INFINITY }, 'The mass of the load was left out.'),
    changed({ tripCost: 0 }, 'The cost of the trips was left out.'),
    ...(job.bonus === null ? [] : [changed({ bonus: null }, 'The extra payment was left out.')]),
    ...(job.bonus?.isOneTrip === true
      ? [changed(onAnyTrips(job), 'The extra payment needs the same trip.')]
      : []),
    changed({ apart: [], together: null }, 'What goes together or not was left out.'),
  ]
}

/** The same job if its bonus is paid whatever the trips are. */
const onAnyTrips = (job: Job): Job =>
  job.bonus === null ? job : { ...job, bonus: { ...job.bonus, isOneTrip: false } }

const oneWord = (name: string): string => name.replaceAll(' ', '_')

function factsOf(job: Job): Draft['facts'] {
  const name = (index: number): string => oneWord(job.items[index]?.name ?? '')
  return {
    type: 'load',
    limits: `${job.massMax / 1000} ${job.volumeMax / 1000}`,
    trips: job.trips > 1 ? 'two' : 'one',
    cost: job.tripCost,
    items: job.items
      .map(
        (item) =>
          `${oneWord(item.name)} ${massText(item.mass)} ${volumeText(item.volume)} ${item.fee}`,
      )
      .join('; '),
    apart: job.apart.map((pair) => pair.map(name).join(' ')).join('; '),
    together: job.together?.map(name).join(' ') ?? '',
    bonus: job.bonus === null ? '' : [...job.bonus.of.map(name), job.bonus.euros].join(' '),
    bonus_trip: job.bonus?.isOneTrip === true ? 'same' : 'any',
  }
}

/** Whether each item alone fits on a trip. */
const isCarried = ({ items, massMax, volumeMax }: Job): boolean =>
  items.every(({ mass, volume }) => mass <= massMax && volume <= volumeMax)

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const story = random.pick(LOAD_STORIES)
  const job = drawJob(random, level, story)
  // The obvious plans are computed before the best plan, which takes longer.
  const thoughts = level >= HARD ? firstThoughts(job) : [packed(job, itemOrders(job)[0] ?? [])]
  const thought = Math.max(...thoughts.map(({ profit }) => profit))
  if (!isCarried(job)) return undefined
  const best = bestLoad(job)
  if (best.profit <= thought || profitOf(job, best.plan) !== best.profit) return undefined
  // At the top level, the condition of the bonus has to matter.
  if (level >= TOP_LEVEL && bestLoad(onAnyTrips(job)).profit === best.profit) return undefined
  const gold = `${best.profit}`
  return expression({
    question: questionOf(random, story, job),
    gold,
    facts: factsOf(job),
    solution: () => steps(linesOf(job, best), gold),
    mistakes: () => mistakesOf(job),
  })
}

/** Which items to carry on which trip, under limits of mass and volume and rules on pairs. */
export const loads: Family = {
  name: 'loads',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
  top: [(random) => draw(random, TOP_LEVEL)],
}

/** Loads for trips whose cost is decided by another part. */
export const loadPart: PartKind = {
  inputs: () => ({ least: 11, count: 31 }),
  draw(random, { people, isTop, input, inputText }) {
    const story = random.pick(LOAD_STORIES)
    const drawn = drawJob(random, isTop ? TOP_LEVEL : 4, story, isTop ? 15 : 8)
    const jobOf = (tripCost: number): Job => ({ ...drawn, tripCost })
    const job = jobOf(input)
    if (!isCarried(job)) return undefined
    const thought = Math.max(...firstThoughts(job).map(({ profit }) => profit))
    const { profit } = bestLoad(job)
    if (profit <= thought) return undefined
    if (isTop && bestLoad(onAnyTrips(job)).profit === profit) return undefined
    return {
      text: textOf(random, story, job, { ...people, cost: inputText }),
      asks: PART_ASKS.load,
      facts: { ...factsOf(job), cost: INPUT },
      solve: (cost) => bestLoad(jobOf(cost)).profit,
      slips: (cost) => [
        ...firstThoughts(jobOf(cost)).map((load) => load.profit),
        bestLoad({ ...jobOf(cost), apart: [], together: null }).profit,
      ],
    }
  },
  price: () => ({
    ...{ text: PRICES.load, words: {} },
    ...{ facts: 'income', cents: -100 },
  }),
}
