import { byName } from '../../../by-name.ts'
import { numberAt } from './numbers.ts'
import { type Candidate, MARKS, type Tokens } from './tokens.ts'

const KINDS: Readonly<Record<string, string>> = byName({
  street: 'Street',
  st: 'Street',
  avenue: 'Avenue',
  ave: 'Avenue',
  av: 'Avenue',
  road: 'Road',
  rd: 'Road',
  lane: 'Lane',
  ln: 'Lane',
  drive: 'Drive',
  dr: 'Drive',
  boulevard: 'Boulevard',
  blvd: 'Boulevard',
  court: 'Court',
  ct: 'Court',
  place: 'Place',
  way: 'Way',
})
const STREET_WORDS_MAX = 3
/** No words of streets: "two boxes on the way" is no address. */
const SMALL: ReadonlySet<string> = new Set(
  'a an and at by for from i in is it my of on or that the this to was we with'.split(' '),
)

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Every address of a text: a house number, a street, and what kind of street it is. */
export function addressesIn(tokens: Tokens): Candidate[] {
  const addresses: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const house = numberAt(tokens, start)
    if (house === undefined || !Number.isInteger(house.value)) continue
    const kindAt = kindAfter(tokens, house.end)
    if (kindAt === undefined) continue
    const street = tokens.slice(house.end, kindAt).map(capitalised).join(' ')
    const value = `${house.value} ${street} ${KINDS[tokens[kindAt] ?? '']}`
    addresses.push({ value, start, end: kindAt + 1, isCued: true })
    start = kindAt
  }
  return addresses
}

/** The place of the kind of street, behind one to three words of its name. */
function kindAfter(tokens: Tokens, at: number): number | undefined {
  for (let place = at; place <= at + STREET_WORDS_MAX; place++) {
    const token = tokens[place] ?? ''
    if (token === '' || MARKS.has(token) || SMALL.has(token) || /\d/.test(token)) return undefined
    if (place > at && KINDS[token] !== undefined) return place
  }
  return undefined
}
