import { numberAt } from './numbers.ts'
import { type Candidate, MARKS, STOPS, type Tokens } from './tokens.ts'

const CURRENCIES: ReadonlySet<string> = new Set(['dollar', 'dollars', 'usd', 'bucks'])
/** Other money, and shares: no amounts and no counts. */
const OTHERS: ReadonlySet<string> = new Set('€ £ % euro euros pound pounds percent'.split(' '))

/** Every amount of money, in cents; numbers without a currency are not cued. */
export function amountsIn(tokens: Tokens): Candidate[] {
  return numbersIn(tokens, ({ value, start, end }) => {
    const isCued = tokens[start - 1] === '$' || CURRENCIES.has(tokens[end] ?? '')
    return isCued || !isDetail(tokens, start) ? { value: centsOf(value), isCued } : undefined
  })
}

const centsOf = (dollars: number): number => Math.round(dollars * 100)

/** So many words may stand between a number and its unit: "twelve equal monthly instalments". */
const UNIT_REACH = 2
const MONTHS_OF_YEAR = 12

/** Every number of things; those without one of the units are not cued. */
export function countsIn(tokens: Tokens, units: readonly string[]): Candidate[] {
  return numbersIn(tokens, ({ value, start, end }) => {
    if (!Number.isInteger(value) || tokens[start - 1] === '$') return undefined
    for (let at = end; at <= end + UNIT_REACH; at++) {
      const token = tokens[at] ?? ''
      if (units.includes(token)) return { value, isCued: true }
      const isYears = token === 'years' || token === 'year'
      if (isYears && units.includes('months')) {
        return { value: value * MONTHS_OF_YEAR, isCued: true }
      }
      if (token === '' || MARKS.has(token) || numberAt(tokens, at) !== undefined) break
    }
    const isPronoun = tokens[start] === 'one' || tokens[start] === 'a'
    return isPronoun || isDetail(tokens, start) ? undefined : { value, isCued: false }
  })
}

type Found = { readonly value: number; readonly isCued: boolean }

function numbersIn(
  tokens: Tokens,
  take: (number: { value: number; start: number; end: number }) => Found | undefined,
): Candidate[] {
  const found: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const number = numberAt(tokens, start)
    if (number === undefined) continue
    const isOther = OTHERS.has(tokens[start - 1] ?? '') || OTHERS.has(tokens[number.end] ?? '')
    const taken = isOther ? undefined : take({ ...number, start })
    if (taken !== undefined) found.push({ ...taken, start, end: number.end })
    start = number.end - 1
  }
  return found
}

/** Words before numbers by which customers are known. */
const DETAILS: ReadonlySet<string> = new Set(
  (
    'number no id pin zip ssn social code reference phone digits ending policy order member ' +
    'account card security dob birth born called'
  ).split(' '),
)
const DETAIL_REACH = 3

/** Whether a number is a detail by which the customer is known: "account number 123456789". */
function isDetail(tokens: Tokens, start: number): boolean {
  for (let at = start - 1; at >= start - DETAIL_REACH && at >= 0; at--) {
    const token = tokens[at] ?? ''
    if (STOPS.has(token) || token === 'to' || token === 'of') return false
    if (DETAILS.has(token)) return true
  }
  return false
}
