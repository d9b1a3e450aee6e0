import { eachNumber } from '../arithmetic/monads.ts'
import { signal } from '../errors.ts'
import { bool } from '../values/build.ts'
import { BOOLEAN, isNumeric } from '../values/types.ts'
import { binary, unary, type Verb } from '../verbs/verb.ts'
import { equal, greater, greaterOrEqual, less, lessOrEqual, unequal } from './dyads.ts'
import { matches } from './match.ts'

const booleanOf = (type: number): number => (isNumeric(type) ? BOOLEAN : signal('type'))

/** The verbs of comparison. */
export const comparisonVerbs: readonly Verb[] = [
  binary('=', 'equal', equal),
  binary('<>', 'not equal', unequal),
  binary('<', 'less than', less),
  binary('>', 'greater than', greater),
  binary('<=', 'less than or equal', lessOrEqual),
  binary('>=', 'greater than or equal', greaterOrEqual),
  binary('~', 'match: the same in type, shape and value', (x, y) => bool(matches(x, y))),
  unary('not', 'whether it is zero', (x) => eachNumber(x, booleanOf, (n) => (n === 0 ? 1 : 0)), {
    shown: '~:',
  }),
]
