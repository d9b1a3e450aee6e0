import { ORDINAL_WORDS, SMALL_NUMBER_WORDS } from '../grading/tables/number-words.ts'

const wordOf = (value: number): string | undefined =>
  [...SMALL_NUMBER_WORDS].find(([, number]) => Number(number) === value)?.[0]

const SCALES = [
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

/** An integer in words, as a number and as an ordinal. */
export function spelled(value: number): readonly string[] {
  const words = inWords(value)
  const last = value % 100 > 20 ? value % 10 : value % 100
  const [ordinal] = [...ORDINAL_WORDS].find(([, rank]) => Number(rank) === last) ?? []
  const rest = last === 0 ? '' : inWords(last)
  return ordinal === undefined || !words.endsWith(rest)
    ? [words]
    : [words, words.slice(0, words.length - rest.length) + ordinal]
}

function inWords(value: number): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue
    const rest = value % size
    return `${inWords(Math.floor(value / size))} ${name}${rest === 0 ? '' : ` ${inWords(rest)}`}`
  }
  const word = wordOf(value)
  if (word !== undefined) return word
  return `${wordOf(value - (value % 10)) ?? ''} ${wordOf(value % 10) ?? ''}`.trim()
}
