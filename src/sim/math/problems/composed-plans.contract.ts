/** Solves the best-plan problems again from their facts, by sets of completed parts. */

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

/** The cost of the best round in euros, or its time in minutes. */
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
  /** A place after a set of places: the departure time, and the fines so far. */
  type Way = readonly [now: number, fines: number]
  const all = 2 ** places.length - 1
  const ways = Array.from({ length: all + 1 }, () => places.map((): Way[] => []))
  const stands = places.map(({ x, y }) => ({ x, y }))
  for (let been = 0; been <= all; been++) {
    for (const last of been === 0 ? [-1] : places.keys()) {
      const here = stands[last] ?? { x: 0, y: 0 }
      const kept = been === 0 ? [[start, 0] as const] : cleared(ways[been]?.[last] ?? [])
      for (const [next, place] of places.entries()) {
        if (been & (1 << next)) continue
        const hasFirst = places.some(({ name }, index) => name === first && been & (1 << index))
        if (place.name === second && !hasFirst) continue
        for (const [now, fines] of kept) {
          const arrival = now + (Math.abs(place.x - here.x) + Math.abs(place.y - here.y)) * pace
          const begin = place.from !== null && arrival < place.from ? place.from : arrival
          const isLate = place.until !== null && begin > place.until
          if (isLate && place.fine === null) continue
          const fined = fines + (isLate ? (place.fine ?? 0) : 0)
          ways[been | (1 << next)]?.[next]?.push([begin + Number(unloading), fined])
        }
      }
    }
  }
  const values = places.flatMap(({ x, y }, last) =>
    (ways[all]?.[last] ?? []).map(([now, fines]) => {
      const minutes = now + (Math.abs(x) + Math.abs(y)) * pace - start
      return asks === 'cost' ? (minutes / 60) * Number(wage) + fines : minutes
    }),
  )
  return Math.round(Math.min(...values) * 100) / 100
}

/** Removes ways for which another one is earlier at no higher fines. */
function cleared(ways: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  let least = Number.POSITIVE_INFINITY
  return [...ways]
    .sort(([now, fines], [then, others]) => now - then || fines - others)
    .filter(([, fines]) => {
      if (fines >= least) return false
      least = fines
      return true
    })
}

/** Kilograms or litres from texts such as `0.35 t` and `1.2 m³`. */
const amount = (value = '', unit = ''): number =>
  Math.round(Number(value) * (unit === 't' || unit === 'm³' ? 1000 : 1))

/** The net fees of the best load: every set on one trip, with the best of the rest. */
export function load(facts: Facts): number {
  const { limits, trips, cost, items, apart, together, bonus } = facts
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
  /** The sum over the things of every set: that of its lowest thing, and of the others. */
  const sumsOf = (value: (thing: (typeof things)[number]) => number): Float64Array => {
    const sums = new Float64Array(1 << things.length)
    for (let mask = 1; mask < sums.length; mask++) {
      const lowest = things[31 - Math.clz32(mask & -mask)] as (typeof things)[number]
      sums[mask] = (sums[mask & (mask - 1)] as number) + value(lowest)
    }
    return sums
  }
  const [masses, volumes] = [
    sumsOf(({ kilograms }) => kilograms),
    sumsOf(({ litres }) => litres),
  ] as const
  const fees = sumsOf(({ fee }) => fee)
  const sets = Array.from({ length: 1 << things.length }, (_, mask) => mask).filter((mask) => {
    const [mass, volume] = [masses[mask] as number, volumes[mask] as number]
    const isSplit = (mask & pair) !== 0 && (mask & pair) !== pair
    const clashes = apartMasks.some((each) => (mask & each) === each)
    return mass <= massMax && volume <= volumeMax && !isSplit && !clashes
  })
  const worth = (mask: number): number => (fees[mask] as number) - (mask === 0 ? 0 : Number(cost))
  /** For each mask, the most valuable allowed set within it. */
  const bestWithin = (needed: number): Float64Array => {
    const most = new Float64Array(1 << things.length).fill(Number.NEGATIVE_INFINITY)
    for (const mask of sets) if ((mask & needed) === needed) most[mask] = worth(mask)
    for (let bit = 1; bit < most.length; bit *= 2) {
      for (let mask = 0; mask < most.length; mask++) {
        if ((mask & bit) !== 0) most[mask] = Math.max(most[mask] ?? 0, most[mask - bit] ?? 0)
      }
    }
    return most
  }
  const within = new Map<number, Float64Array>()
  const withinOf = (needed: number): Float64Array => {
    const known = within.get(needed) ?? bestWithin(needed)
    within.set(needed, known)
    return known
  }
  const all = (1 << things.length) - 1
  let best = 0
  for (const one of sets) {
    const isThere = (one & wantedMask) === wantedMask
    const missing = facts.bonus_trip === 'same' ? wantedMask : wantedMask & ~one
    const needed = isThere ? 0 : missing
    const others = trips === 'two' ? all & ~one : 0
    const bonused = withinOf(needed)[others] ?? 0
    best = Math.max(best, worth(one) + (withinOf(0)[others] ?? 0), worth(one) + bonused + extra)
  }
  return best
}
