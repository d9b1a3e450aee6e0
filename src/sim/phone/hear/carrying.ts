import { CARRYING } from './tables/assertion.ts'
import { HANDLING } from './tables/polarity.ts'
import type { Spoken } from './turning.ts'

export const ARTICLES = new Set(
  'a an the my our his her their your this these two any another'.split(' '),
)

/** Behind a thing these say which one: "a mistake on my bill needs …". */
export const PREPOSITIONS = new Set('of on in at to from for with about under'.split(' '))

/** "Could you possibly …" asks as "could you …" does; "I would possibly" doubts. */
export const isPolite = ({ text, before, next, afterNext }: Spoken): boolean =>
  (text === 'whether' && next === 'you' && POLITE_BEFORE.has(afterNext)) ||
  ((text === 'possibly' || text === 'perhaps' || text === 'maybe') && POLITE_BEFORE.has(before))
const POLITE_BEFORE = new Set('you could can would might somebody someone'.split(' '))

/** Whether what is done stands behind a verb that only brings it about. */
export const carries = ({ text, next }: Spoken): boolean =>
  CARRYING.has(text) ||
  (ARRANGING.has(text) && (next === 'for' || next === 'to' || next === 'that')) ||
  (HANDLING.has(text) && (ARTICLES.has(next) || next.endsWith('ing')))
const ARRANGING = new Set(['arrange', 'organise', 'organize', 'see'])
