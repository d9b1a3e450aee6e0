import { byName } from '../../by-name.ts'

const DIGITS = byName({
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
})
const REPEATS = byName({ double: 2, triple: 3 })

/** Every row of digits in a text, spelled or not; a word in between ends a row. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let times = 1
  for (const word of text.toLowerCase().match(/[a-z]+|\d+/g) ?? []) {
    const digits = /^\d/.test(word) ? word : DIGITS[word]
    if (digits !== undefined) rows.at(-1)?.push(digits.repeat(times))
    else if (REPEATS[word] === undefined) rows.push([])
    times = REPEATS[word] ?? 1
  }
  return rows
}

/** Whether a text tells these digits: as a number, part by part, spelled or not. */
export function tellsDigits(text: string, digits: string): boolean {
  return rowsOf(text).some((row) =>
    row.some((_, start) => {
      let joined = ''
      for (const part of row.slice(start)) {
        joined += part
        if (joined === digits) return true
        if (joined.length > LONGEST) return false
      }
      return false
    }),
  )
}

/** A longer row is no detail. */
const LONGEST = 20
