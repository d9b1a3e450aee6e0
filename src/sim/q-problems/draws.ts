import type { RandomStream } from '../random.ts'

/** Whole numbers between bounds, in a list of a drawn length. */
export const longs = (
  random: RandomStream,
  [fewest, most]: readonly [number, number],
  [low, high]: readonly [number, number],
): number[] => items(random, [fewest, most], () => random.integer(low, high))

/** A list of a drawn length. */
export const items = <Item>(
  random: RandomStream,
  [fewest, most]: readonly [number, number],
  make: (index: number) => Item,
): Item[] => Array.from({ length: random.integer(fewest, most) }, (_, index) => make(index))

/** A list with occasional repeats, which are easily overlooked. */
export const repeating = <Item>(random: RandomStream, list: readonly Item[]): Item[] =>
  random.chance(0.5) ? [...list] : list.with(random.integer(0, list.length - 1), random.pick(list))

/** Rows of digits, as in `01 12`: a grid, or the edges of a graph. */
export const digits = (rows: string): number[][] =>
  rows.split(' ').map((row) => [...row].map(Number))

/** Floats with two decimals, so that sums differ from roundings. */
export const cents = (random: RandomStream, low: number, high: number): number =>
  random.integer(low * 100, high * 100) / 100

/** Lower-case letters from a part of the alphabet, so that some repeat. */
export const word = (
  random: RandomStream,
  length: readonly [number, number],
  alphabet = 'abcdefgh',
): string => items(random, length, () => random.pick([...alphabet])).join('')

/** Words with single spaces between them. */
export const sentence = (random: RandomStream, words: readonly [number, number]): string =>
  items(random, words, () => word(random, [1, 6], 'aeilnorst')).join(' ')

const SYMBOLS = ['apple', 'pear', 'plum', 'fig', 'kiwi', 'lime'] as const

/** One of a few names, so that groups have several members. */
export const name = (random: RandomStream): string => random.pick(SYMBOLS)

/** A date as q writes it, in the years from 1999 to 2031. */
export function date(random: RandomStream): string {
  return dateText(random.integer(EARLIEST_DAY, LATEST_DAY))
}

const EARLIEST_DAY = -365
const LATEST_DAY = 11_500

/** The date of a number of days since 2000.01.01, as q writes it. */
export function dateText(days: number): string {
  const [year, month, day] = civil(days)
  return `${year}.${two(month)}.${two(day)}`
}

/** Days since 2000.01.01 of a date as q writes it. */
export function dayNumber(text: string): number {
  const [year, month, day] = text.split('.').map(Number) as [number, number, number]
  let days = day - 1
  for (let m = 1; m < month; m++) days += daysIn(year, m)
  for (let y = 2000; y < year; y++) days += isLeap(y) ? 366 : 365
  for (let y = year; y < 2000; y++) days -= isLeap(y) ? 366 : 365
  return days
}

/** Year, month and day of a number of days since 2000.01.01. */
export function civil(days: number): [year: number, month: number, day: number] {
  let [year, left] = [2000, days]
  while (left < 0) left += isLeap(--year) ? 366 : 365
  for (; left >= (isLeap(year) ? 366 : 365); year++) left -= isLeap(year) ? 366 : 365
  let month = 1
  for (; left >= daysIn(year, month); month++) left -= daysIn(year, month)
  return [year, month, left + 1]
}

/** Whether a year has a 29 February. */
export const isLeap = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Days of a month, from 1 to 12. */
export const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** A number with at least two digits. */
export const two = (value: number): string => String(value).padStart(2, '0')
