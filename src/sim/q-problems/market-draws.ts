import type { RandomStream } from '../random.ts'
import { cents, name, two } from './draws.ts'
import type { LiteralRow } from './literal.ts'

export const secondText = (total: number): string =>
  [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map(two).join(':')

export const secondNumber = (text: string): number =>
  text.split(':').reduce((total, part) => total * 60 + Number(part), 0)

interface Tick extends LiteralRow {
  readonly time: string
  readonly sym: string
  readonly price: number
  readonly size: number
}

interface Quote extends LiteralRow {
  readonly time: string
  readonly sym: string
  readonly bid: number
  readonly ask: number
}

export const TICKS = 'table time:second, sym:symbol, price:float, size:long'
export const QUOTES = 'table time:second, sym:symbol, bid:float, ask:float'

export const times = (random: RandomStream, count: number): string[] =>
  Array.from({ length: count }, () => random.integer(34_200, 35_400))
    .sort((x, y) => x - y)
    .map(secondText)

export const ticks = (random: RandomStream, most = 9): Tick[] =>
  times(random, random.integer(4, most)).map((time) => ({
    time,
    sym: name(random),
    price: cents(random, 1, 40),
    size: random.integer(1, 12) * 10,
  }))

export const quotes = (random: RandomStream): Quote[] =>
  times(random, random.integer(5, 10)).map((time) => {
    const bid = cents(random, 1, 40)
    return { time, sym: name(random), bid, ask: bid + random.integer(1, 8) / 4 }
  })

export const TWO: Tick[] = [
  { time: '09:30:01', sym: 'fig', price: 2.5, size: 10 },
  { time: '09:36:00', sym: 'fig', price: 3.5, size: 30 },
  { time: '09:36:00', sym: 'pear', price: 8, size: 20 },
]

export const total = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0)

const groupsOf = <Item>(all: readonly Item[], key: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of all) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

export const sortedGroups = <Item>(all: readonly Item[], key: (item: Item) => string) =>
  [...groupsOf(all, key)].sort(([x], [y]) => (x < y ? -1 : 1))

export const last = <Item>(all: readonly Item[]): Item => all[all.length - 1] as Item

/** The start of the bar, of this many minutes, that contains a time. */
export const barOf = (minutes: number, time: string): string =>
  secondText(secondNumber(time) - (secondNumber(time) % (minutes * 60))).slice(0, 5)
