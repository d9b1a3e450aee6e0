import { byName } from '../../../by-name.ts'
import { wordSet, wordsOf } from './words-of.ts'

/** Words before a value that say how certain or exact it is. */
export const VALUE_LEADS: readonly string[] = [
  ...['about', 'approximately', 'approx', 'roughly', 'exactly', 'around', 'nearly', 'equal to'],
  ...['therefore', 'thus', 'then', 'hence', 'indeed', 'simply', 'just', 'clearly', 'definitely'],
  ...['probably', 'likely'],
]

/** Words before a value that do not change it, such as names of quantities: "the average is 5". */
export const FILLERS: ReadonlySet<string> = new Set([
  ...VALUE_LEADS,
  ...wordsOf(`
  equals equal is are the a an answer answers final value values result total of so
  we get have solution solutions that it gives find which be to
  must either both let only there interval set range domain pair remainder
  quotient product difference average mean median mode probability perimeter volume length
  width height distance speed cost price profit ratio slope angle radius diameter amount count
  age score rs inr usd eur gbp ordered triple point matrix number numbers sum area in with
`),
])

/** Words after a value that begin a condition. */
export const CONDITION_WORDS: ReadonlySet<string> = wordSet(`
  for where when if with since because as such whenever given so which respectively only
  inclusive exclusive provided this who
`)

/** Short words that are not products of letters. */
export const SHORT_WORDS: ReadonlySet<string> = wordSet(`
  no is in of to it be we if by an at as so on yes the odd day for not are has was its one two
  six ten all any few let get per pct but can may who man dog cat cow pig hen car bus box bag
  pen egg red sum st nd rd th am pm sq cu dne mon tue wed thu fri sat sun jan feb mar apr jun
  jul aug sep oct nov dec
`)

/** Words for "no solution". */
export const NO_SOLUTION: ReadonlySet<string> = new Set([
  ...['no solution', 'no solutions', 'none', 'empty set', 'the empty set', 'no real solution'],
  ...[
    'no real solutions',
    'there is no solution',
    'there are no solutions',
    'no solutions exist',
    'no solution exists',
    'empty',
  ],
])

/** Ways to say "undefined". */
export const UNDEFINED: ReadonlySet<string> = new Set([
  ...['undefined', 'dne', 'does not exist', 'not defined', 'doesnt exist', 'limit does not exist'],
])

/** Words for "infinite". */
export const INFINITE: ReadonlySet<string> = new Set([
  ...['infinity', 'infinite', 'positive infinity', 'infinitely many', 'there are infinitely many'],
  ...['infinitely many solutions', 'there are infinitely many solutions'],
])

/** "all nonnegative real numbers", with the word for their sign. */
export const REALS =
  /^(?:the set of )?(?:(?:all|any) (?=.*real)|(?=.*reals|.*real numbers))(?:the )?(non ?negative |non ?positive |positive |negative |)reals?(?: numbers?| values?)?(?: of)?(?: [a-z])?$/

/** All numbers of a kind, with its name. */
export const NUMBER_SETS =
  /^(?:the set of )?all (integers?|naturals?|rationals?|complex)(?: numbers?| values?)?$/

/** The set letter of such a kind. */
export const NUMBERS_OF: Readonly<Record<string, string>> = byName({
  integers: 'Z',
  integer: 'Z',
  naturals: 'N',
  natural: 'N',
  rationals: 'Q',
  rational: 'Q',
  complex: 'C',
})

/** Real numbers of a sign, as intervals. */
export const REALS_OF: Readonly<Record<string, string>> = byName({
  'non negative ': '[0,\\infty)',
  'nonnegative ': '[0,\\infty)',
  'non positive ': '(-\\infty,0]',
  'nonpositive ': '(-\\infty,0]',
  'positive ': '(0,\\infty)',
  'negative ': '(-\\infty,0)',
})
