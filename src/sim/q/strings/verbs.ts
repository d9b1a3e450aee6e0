import { signal } from '../errors.ts'
import { isString, textOf } from '../values/access.ts'
import { chars, vector } from '../values/build.ts'
import { BYTE } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { binary, nary, unary, type Verb } from '../verbs/verb.ts'
import { md5Of } from './digest.ts'
import { gatherWith } from './gather.ts'
import { lower, trim, upper } from './letters.ts'
import { findPositions, like, replace } from './search.ts'
import { splitBy } from './split.ts'

/** The bytes of a string or of a byte vector. @throws QError `type` */
export function bytesIn(x: Value): Uint8Array {
  if (x.kind === 'vector' && (x.type === BYTE || isString(x))) return x.data as Uint8Array
  return x.kind === 'atom' ? (chars(textOf(x)).data as Uint8Array) : signal('type')
}

/** The verbs on strings and symbols. */
export const stringVerbs: readonly Verb[] = [
  binary('like', 'whether text is as a pattern says', like),
  binary('ss', 'positions of a pattern in a string', findPositions),
  nary('ssr', 'put something in the place of a pattern', 3, 3, replace),
  unary('upper', 'as capital letters', upper, { type: 100 }),
  unary('lower', 'as small letters', lower, { type: 100 }),
  unary('trim', 'without blanks at the ends', (x) => trim(x, { left: true, right: true }), {
    type: 100,
  }),
  unary('ltrim', 'without blanks in front', (x) => trim(x, { left: true, right: false }), {
    type: 100,
  }),
  unary('rtrim', 'without blanks behind', (x) => trim(x, { left: false, right: true }), {
    type: 100,
  }),
  binary('vs', 'cut text; digits, bytes or bits of a number', splitBy, { type: 100 }),
  binary('sv', 'join text; a number from digits, bytes or bits', gatherWith, { type: 100 }),
  unary('md5', 'the MD5 digest of a string', (x) => vector(BYTE, md5Of(bytesIn(x))), {
    type: 100,
  }),
]
