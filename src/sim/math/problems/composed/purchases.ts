import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { PURCHASE_STORIES, type PurchaseStory } from './tables/purchases.ts'
import { euros } from './text.ts'

/** A shop's prices in cents, all multiples of 20, so that no discount needs rounding. */
interface Shop {
  readonly single: number
  readonly boxSize: number
  readonly box: number
  readonly crateSize: number
  readonly crate: number
  /** Every n-th crate of an order costs half; 0 means none. */
  readonly halfEvery: number
  readonly delivery: number
  /** Delivery is free for goods of this value; 0 means that it always costs the same. */
  readonly freeFrom: number
}

/** A voucher for one order at the first shop: a discount on goods of at least this value. */
interface Voucher {
  readonly percent: number
  readonly from: number
}

interface Plan {
  readonly needed: number
  readonly shops: readonly Shop[]
  readonly voucher: Voucher | null
}

/** An order at one shop, with its cost including delivery. */
interface Order {
  readonly crates: number
  readonly boxes: number
  readonly singles: number
  readonly goods: number
  readonly cost: number
}

/** The number of extra single pieces that can pay to reach free delivery or the voucher. */
const EXTRA_SINGLES = 60

const crateCost = (shop: Shop, crates: number): number =>
  shop.crate * crates -
  (shop.halfEvery === 0 ? 0 : Math.floor(crates / shop.halfEvery) * (shop.crate / 2))

function costOf(shop: Shop, goods: number, voucher: Voucher | null): number {
  const off = voucher !== null && goods >= voucher.from ? (goods * voucher.percent) / 100 : 0
  const isFree = shop.freeFrom > 0 && goods >= shop.freeFrom
  return goods - off + (isFree ? 0 : shop.delivery)
}

/** Calls `visit` with every order that may be the cheapest for some number up to `needed`. */
function visitOrders(
  shop: Shop,
  needed: number,
  voucher: Voucher | null,
  visit: (pieces: number, cost: number, crates: number, boxes: number, singles: number) => void,
): void {
  for (let crates = 0; crates <= Math.ceil(needed / shop.crateSize); crates++) {
    for (let boxes = 0; boxes <= Math.ceil(needed / shop.boxSize); boxes++) {
      const packed = crates * shop.crateSize + boxes * shop.boxSize
      const goods = crateCost(shop, crates) + boxes * shop.box
      const most = Math.max(0, needed - packed) + EXTRA_SINGLES
      for (let singles = packed === 0 ? 1 : 0; singles <= most; singles++) {
        const cost = costOf(shop, goods + singles * shop.single, voucher)
        visit(Math.min(needed, packed + singles), cost, crates, boxes, singles)
      }
    }
  }
}

/** The lowest cost of at least a number of pieces at one shop, by that number. */
function leastCosts(shop: Shop, needed: number, voucher: Voucher | null): Float64Array {
  const least = new Float64Array(needed + 1).fill(Number.POSITIVE_INFINITY)
  visitOrders(shop, needed, voucher, (pieces, cost) => {
    if (cost < (least[pieces] as number)) least[pieces] = cost
  })
  for (let pieces = needed - 1; pieces > 0; pieces--) {
    least[pieces] = Math.min(least[pieces] as number, least[pieces + 1] as number)
  }
  least[0] = 0
  return least
}

/** The pieces of each shop in the cheapest purchase, and the total cost. */
interface Split {
  readonly pieces: readonly number[]
  readonly total: number
}

const voucherAt = ({ voucher }: Plan, index: number): Voucher | null =>
  index === 0 ? voucher : null

/** The cheapest way to get what is needed, from one shop or both. */
function cheapest(plan: Plan): Split {
  const { needed, shops } = plan
  const [first, second] = shops.map((shop, index) =>
    leastCosts(shop, needed, voucherAt(plan, index)),
  ) as [Float64Array, Float64Array?]
  if (second === undefined) return { pieces: [needed], total: first[needed] as number }
  let best: Split = { pieces: [], total: Number.POSITIVE_INFINITY }
  for (let pieces = 0; pieces <= needed; pieces++) {
    const total = (first[pieces] as number) + (second[needed - pieces] as number)
    if (total < best.total) best = { pieces: [pieces, needed - pieces], total }
  }
  return best
}

/** The cheapest order of a shop for its pieces. */
function orderAt(plan: Plan, index: number, pieces: number): Order | null {
  const shop = plan.shops[index] as Shop
  let best: Order | null = null
  if (pieces === 0) return best
  visitOrders(shop, pieces, voucherAt(plan, index), (got, cost, crates, boxes, singles) => {
    if (got !== pieces || cost >= (best?.cost ?? Number.POSITIVE_INFINITY)) return
    const goods = crateCost(shop, crates) + boxes * shop.box + singles * shop.single
    best = { crates, boxes, singles, goods, cost }
  })
  return best
}

/** As many of the largest packages as fit, then of the next size: a hurried buyer's choice. */
function greedy({ needed, shops, voucher }: Plan): number {
  const shop = shops[0] as Shop
  const crates = Math.floor(needed / shop.crateSize)
  const left = needed - crates * shop.crateSize
  const boxes = Math.floor(left / shop.boxSize)
  const goods =
    crateCost(shop, crates) + boxes * shop.box + (left - boxes * shop.boxSize) * shop.single
  return costOf(shop, goods, voucher)
}

function drawShop(random: RandomStream, level: Level): Shop {
  const single = random.integer(3, 6) * 20
  const boxSize = random.integer(8, 14)
  const crateSize = boxSize * random.integer(2, 3) + random.integer(1, 6)
  const rebate = (size: number, percent: number): number =>
    Math.round((single * size * percent) / 2000) * 20
  return {
    single,
    boxSize,
    box: rebate(boxSize, random.integer(80, 88)),
    crateSize,
    crate: rebate(crateSize, random.integer(68, 76)),
    halfEvery: level >= 3 ? random.integer(2, 3) : 0,
    delivery: level >= 2 ? random.integer(20, 34) * 20 : 0,
    freeFrom: 0,
  }
}

/** A free-delivery threshold close to the order's cost, so that it matters. */
const withThreshold = (random: RandomStream, shop: Shop, needed: number): Shop => {
  const usual = (shop.crate / shop.crateSize) * needed
  return { ...shop, freeFrom: Math.round((usual * random.integer(60, 108)) / 50_000) * 500 }
}

function drawPlan(random: RandomStream, level: Level, needed: number): Plan {
  const count = level >= 4 ? 2 : 1
  const shops = Array.from({ length: count }, () => {
    const shop = drawShop(random, level)
    return level >= 2 ? withThreshold(random, shop, needed) : shop
  })
  const voucher =
    level >= 5 ? { percent: random.pick([10, 20]), from: random.integer(7, 14) * 500 } : null
  return { needed, shops, voucher }
}

/** The number of pieces needed, and its description in the story. */
interface Need {
  readonly groups: number
  readonly people: number
  readonly spare: number
  readonly left: number
}

const neededBy = ({ groups, people, spare, left }: Need): number => groups * (people + spare) - left

const drawNeed = (random: RandomStream): Need => ({
  groups: random.integer(4, 7),
  people: random.integer(13, 24),
  spare: random.integer(1, 3),
  left: random.integer(5, 19),
})

const HALF_PRICE: Readonly<Record<number, string>> = {
  2: 'every second crate (the second, the fourth and so on)',
  3: 'every third crate (the third, the sixth and so on)',
}

function shopText({ unit, units }: PurchaseStory, name: string, shop: Shop): string {
  const half =
    shop.halfEvery === 0 ? '' : ` In any one order, ${HALF_PRICE[shop.halfEvery]} is half price.`
  const free =
    shop.freeFrom === 0
      ? ''
      : `, and nothing if the goods cost ${euros(shop.freeFrom)} euros or more`
  const delivery =
    shop.delivery === 0 ? '' : ` Delivery of an order costs ${euros(shop.delivery)} euros${free}.`
  return (
    `${name} sells a single ${unit} for ${euros(shop.single)} euros, a box of ${shop.boxSize} ` +
    `${units} for ${euros(shop.box)} euros and a crate of ${shop.crateSize} for ` +
    `${euros(shop.crate)} euros.${half}${delivery}`
  )
}

function questionOf(
  random: RandomStream,
  story: PurchaseStory,
  need: Need,
  { shops, voucher }: Plan,
): string {
  const people = drawPeople(random)
  const values = { ...people, ...need, unit: story.unit, units: story.units }
  const names = random.sample(story.shops, shops.length)
  const parts = [
    fill(random.pick(story.need), values),
    fill(random.pick(story.asides), { ...values, aside: random.integer(25, 59) }),
    ...shops.map((shop, index) => shopText(story, names[index] as string, shop)),
  ]
  if (shops.length > 1) {
    parts.push(
      '{name} may order from one shop or from both, but places at most one order with each.',
    )
  }
  if (voucher !== null) {
    parts.push(
      `{name} also has a voucher for ${names[0]}: it takes ${voucher.percent} % off the price ` +
        'of the goods in an ' +
        `order if they cost ${euros(voucher.from)} euros or more. Whether delivery is free ` +
        'depends on the price of the goods before the voucher.',
    )
  }
  parts.push(random.pick(story.ask))
  return fill(parts.join(' '), values)
}

/** The lines of a solution: the need, each order, and the sum. */
function linesOf(need: Need, plan: Plan, { pieces, total }: Split): string[] {
  const orders = pieces.map((count, index) => orderAt(plan, index, count))
  const lines = orders.flatMap((order, index) =>
    order === null ? [] : orderLines(plan.shops[index] as Shop, order),
  )
  const costs = orders.flatMap((order) => (order === null ? [] : [euros(order.cost)]))
  return [
    `Needed: ${need.groups} × (${need.people} + ${need.spare}) - ${need.left} = ${plan.needed}.`,
    ...lines,
    ...(costs.length > 1 ? [`All: ${costs.join(' + ')} = ${euros(total)}.`] : []),
  ]
}

const orderLines = (shop: Shop, { crates, boxes, singles, goods, cost }: Order): string[] => [
  `Order: take ${crates} crates, ${boxes} boxes and ${singles} single pieces.`,
  `Goods: ${euros(crateCost(shop, crates))} + ${boxes} × ${euros(shop.box)} + ` +
    `${singles} × ${euros(shop.single)} = ${euros(goods)}.`,
  `Order with delivery and discounts: ${euros(cost)}.`,
]

function mistakesOf(need: Need, plan: Plan): Candidate[] {
  const priced = (changed: Partial<Plan>, mistake: string): Candidate => [
    euros(cheapest({ ...plan, ...changed }).total),
    mistake,
  ]
  const shops = (change: (shop: Shop) => Shop): Shop[] => plan.shops.map(change)
  const first = plan.shops.slice(0, 1)
  return [
    [euros(greedy(plan)), 'The largest packages were taken first; another mix costs less.'],
    priced({ needed: plan.needed + need.left }, 'What is left from before was not used.'),
    priced({ needed: need.groups * need.people - need.left }, 'The spare pieces were left out.'),
    priced({ shops: shops((shop) => ({ ...shop, delivery: 0 })) }, 'Delivery was left out.'),
    priced({ shops: shops((shop) => ({ ...shop, freeFrom: 0 })) }, 'Free delivery was left out.'),
    priced({ shops: shops((shop) => ({ ...shop, halfEvery: 0 })) }, 'The half price was left out.'),
    priced({ voucher: null }, 'The voucher was left out.'),
    priced({ shops: first }, 'Only one of the shops was looked at.'),
  ]
}

const factsOf = (need: Need, { shops, voucher }: Plan): Draft['facts'] => ({
  type: 'purchase',
  need: [need.groups, need.people, need.spare, need.left],
  shops: shops.map(shopNumbers).join('; '),
  voucher: voucher === null ? '' : `${voucher.percent} ${euros(voucher.from)}`,
})

/** Single, box size, box, crate size, crate, delivery, free from, and every n-th crate half. */
const shopNumbers = (shop: Shop): string =>
  [
    euros(shop.single),
    shop.boxSize,
    euros(shop.box),
    shop.crateSize,
    euros(shop.crate),
    ...(shop.delivery === 0 ? ['none', 'none'] : [euros(shop.delivery), euros(shop.freeFrom)]),
    shop.halfEvery === 0 ? 'none' : shop.halfEvery === 2 ? 'second' : 'third',
  ].join(' ')

function draw(random: RandomStream, level: Level): Draft | undefined {
  const need = drawNeed(random)
  const plan = drawPlan(random, level, neededBy(need))
  const best = cheapest(plan)
  // If the hurried buyer is right, there is nothing to compare.
  if (greedy(plan) === best.total) return undefined
  const gold = euros(best.total)
  return expression({
    question: questionOf(random, random.pick(PURCHASE_STORIES), need, plan),
    gold,
    facts: factsOf(need, plan),
    solution: () => steps(linesOf(need, plan, best), gold),
    mistakes: () => mistakesOf(need, plan),
  })
}

/** The cheapest way to buy enough: packages, delivery, discounts and a second shop. */
export const purchases: Family = {
  name: 'purchases',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
}
