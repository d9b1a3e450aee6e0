import type { RandomStream } from '../../random.ts'
import { PEOPLE } from './tables/people.ts'

type Values = Readonly<Record<string, string | number | bigint>>

/** Fills the `{slots}` of a template. Throws if a slot has no value. */
export const fill = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const value = values[slot]
    if (value === undefined) throw new Error(`wording: no value for {${slot}} in "${template}"`)
    return String(value)
  })

/** Two different people, for the slots `{name}` and `{other}`. */
export function drawPeople(random: RandomStream): { name: string; other: string } {
  const first = random.integer(0, PEOPLE.length - 1)
  const second = (first + random.integer(1, PEOPLE.length - 1)) % PEOPLE.length
  return { name: PEOPLE[first] as string, other: PEOPLE[second] as string }
}

/** Fills a random template; `{name}` and `{other}` are two people. */
export function word(random: RandomStream, templates: readonly string[], values: Values): string {
  const people = drawPeople(random)
  const text = fill(random.pick(templates), { ...people, ...values })
  // Only these slots after an article begin with a vowel. A letter "a" may be an unknown.
  return text.replace(/\b([Aa]) (?=(?:arithmetic|urn)\b)/g, '$1n ')
}

/** The lines of a solution. The last one names the answer. */
export const steps = (lines: readonly string[], answer: string): string =>
  [...lines, `The answer is ${answer}.`].join('\n')

/** `+ 3` or `- 3`, as a further term. */
export const signed = (value: number): string => (value < 0 ? `- ${-value}` : `+ ${value}`)

/** `3x`, `x`, `-x`; the coefficient is not 0. */
export function term(coefficient: number, variable: string): string {
  if (coefficient === 1) return variable
  return coefficient === -1 ? `-${variable}` : `${coefficient}${variable}`
}

/** A sum of terms such as `2x - 3y + z`, without terms of coefficient 0. */
export function sumOfTerms(terms: readonly (readonly [number, string])[]): string {
  let text = ''
  for (const [coefficient, variable] of terms) {
    if (coefficient === 0) continue
    const size = Math.abs(coefficient)
    const bare = variable === '' ? String(size) : term(size, variable)
    if (text === '') text = coefficient < 0 ? `-${bare}` : bare
    else text += coefficient < 0 ? ` - ${bare}` : ` + ${bare}`
  }
  return text === '' ? '0' : text
}

/** `3x - 5`, without zero terms. */
export const linear = (coefficient: number, variable: string, constant: number): string =>
  sumOfTerms([
    [coefficient, variable],
    [constant, ''],
  ])

/** The value, in brackets if it is negative, for use after a sign. */
export const bracketed = (value: number | bigint): string =>
  value < 0 ? `(${value})` : String(value)
