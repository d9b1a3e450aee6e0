/** Problems of the best plan solved again from their facts, by trying every plan. */

type Facts = Readonly<Record<string, unknown>>

/** Minutes since midnight of a time such as `9:05`; `null` for "none". */
function minutesOf(text: string | undefined): number | null {
  if (text === undefined || text === 'none') return null
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return 60 * hours + minutes
}

const partsOf = (text: unknown): string[] =>
  String(text)
    .split('; ')
    .filter((part) => part !== '')

/** What a round costs in cents, or takes in minutes, in each order. */
export function route({ asks, leaves, blocks, unloading, wage, before, stops }: Facts): number {
  const [metres = 1, speed = 1] = String(blocks).split(' ').map(Number)
  const pace = metres / ((speed * 1000) / 60)
  const places = partsOf(stops).map((text) => {
    const [name, east, side, north, way, from, until, fine] = text.split(' ')
    return {
      ...{ name, from: minutesOf(from), until: minutesOf(until) },
      x: Number(east) * (side === 'east' ? 1 : -1),
      y: Number(north) * (way === 'north' ? 1 : -1),
      fine: fine === 'none' ? null : Number(fine),
    }
  })
  const [first, second] = String(before).split(' ')
  const start = minutesOf(String(leaves)) ?? 0
  let best = Number.POSITIVE_INFINITY
  /** Tries every place that is left, until it costs as much as another order. */
  const go = (left: typeof places, x: number, y: number, now: number, fines: number): void => {
    if (left.length === 0) {
      const minutes = now + (Math.abs(x) + Math.abs(y)) * pace - start
      best = Math.min(best, asks === 'cost' ? (minutes / 60) * Number(wage) + fines : minutes)
    }
    const least = asks === 'cost' ? ((now - start) / 60) * Number(wage) + fines : now - start
    if (least >= best) return
    for (const place of left) {
      if (place.name === second && left.some(({ name }) => name === first)) continue
      const arrival = now + (Math.abs(place.x - x) + Math.abs(place.y - y)) * pace
      const begin = place.from !== null && arrival < place.from ? place.from : arrival
      const isLate = place.until !== null && begin > place.until
      if (isLate && place.fine === null) continue
      const others = left.filter((other) => other !== place)
      const fined = fines + (isLate ? (place.fine ?? 0) : 0)
      go(others, place.x, place.y, begin + Number(unloading), fined)
    }
  }
  go(places, 0, 0, start, 0)
  return Math.round(best * 100) / 100
}

/** Amounts in kilograms or litres of texts such as `0.35 t` and `1.2 m³`. */
const amount = (value = '', unit = ''): number =>
  Math.round(Number(value) * (unit === 't' || unit === 'm³' ? 1000 : 1))

/** What is left of the fees for the best load: every set of items on a trip, then pairs of sets. */
export function load({ limits, trips, cost, items, apart, together, bonus }: Facts): number {
  const [massMax, volumeMax] = String(limits)
    .split(' ')
    .map((each) => amount(each, 't')) as [number, number]
  const things = partsOf(items).map((text) => {
    const [name = '', mass, massUnit, volume, volumeUnit, fee] = text.split(' ')
    const [kilograms, litres] = [amount(mass, massUnit), amount(volume, volumeUnit)]
    return { name, kilograms, litres, fee: Number(fee) }
  })
  const names = things.map(({ name }) => name)
  const maskOf = (some: readonly string[]): number =>
    some.reduce((mask, name) => mask | (1 << names.indexOf(name)), 0)
  const apartMasks = partsOf(apart).map((pair) => maskOf(pair.split(' ')))
  const pair = together === '' ? 0 : maskOf(String(together).split(' '))
  const wanted = String(bonus).split(' ')
  const extra = bonus === '' ? 0 : Number(wanted.pop())
  const wantedMask = bonus === '' ? 0 : maskOf(wanted)
  const sets = Array.from({ length: 1 << things.length }, (_, mask) => mask).filter((mask) => {
    const inside = things.filter((_, index) => (mask & (1 << index)) !== 0)
    const mass = inside.reduce((sum, { kilograms }) => sum + kilograms, 0)
    const volume = inside.reduce((sum, { litres }) => sum + litres, 0)
    const isSplit = (mask & pair) !== 0 && (mask & pair) !== pair
    const clashes = apartMasks.some((each) => (mask & each) === each)
    return mass <= massMax && volume <= volumeMax && !isSplit && !clashes
  })
  const worth = (mask: number): number =>
    things.reduce((sum, { fee }, index) => sum + ((mask & (1 << index)) === 0 ? 0 : fee), 0) -
    (mask === 0 ? 0 : Number(cost))
  const valued = sets.map((mask) => [mask, worth(mask)] as const)
  let best = 0
  for (const [one, value] of valued) {
    for (const [other, more] of trips === 'two' ? valued : [[0, 0] as const]) {
      if ((one & other) !== 0) continue
      const isPaid = extra > 0 && ((one | other) & wantedMask) === wantedMask
      best = Math.max(best, value + more + (isPaid ? extra : 0))
    }
  }
  return best
}
