import { fillWith } from '../arithmetic/extremes.ts'
import { isZero } from '../arithmetic/monads.ts'
import { bool } from '../values/build.ts'
import { binary, unary, type Verb } from '../verbs/verb.ts'
import { equal, greater, greaterOrEqual, less, lessOrEqual, unequal } from './dyads.ts'
import { matches } from './match.ts'
import { isNull } from './nulls.ts'
import { firstNotBefore, groupRank, lastNotAfter, rank, within } from './search.ts'

/** The verbs of comparison. */
export const comparisonVerbs: readonly Verb[] = [
  binary('=', 'equal', equal),
  binary('<>', 'not equal', unequal, { shown: '~=', type: 105 }),
  binary('<', 'less than', less),
  binary('>', 'greater than', greater),
  binary('<=', 'less than or equal', lessOrEqual, { shown: '~>', type: 105 }),
  binary('>=', 'greater than or equal', greaterOrEqual, {
    shown: '~<',
    type: 105,
  }),
  binary('~', 'match: the same in type, shape and value', (x, y) => bool(matches(x, y))),
  unary('not', 'whether it is zero', isZero, { shown: '~:' }),
  unary('null', 'whether it is a null', isNull, { shown: '^:' }),
  binary('^', 'fill the nulls of y from x', fillWith),
  binary('within', 'whether it is between the two items of y', within),
  binary('bin', 'the last place in a sorted list that is not after', lastNotAfter),
  binary('binr', 'the first place in a sorted list that is not before', firstNotBefore),
  unary('rank', 'the place that each item has when sorted', rank, { type: 100 }),
  binary('xrank', 'the group of x groups of one size', groupRank, { type: 100 }),
]
