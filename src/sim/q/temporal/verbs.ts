import { atomic } from '../arithmetic/atomic.ts'
import { signal } from '../errors.ts'
import { DATETIME, TIMESTAMP } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { unary, type Verb } from '../verbs/verb.ts'

/** Local time is UTC, so results do not depend on the machine. */
const sameTime = (x: Value): Value =>
  atomic(x, (leaf) => (leaf.type === TIMESTAMP || leaf.type === DATETIME ? leaf : signal('type')))

/** The verbs on times. */
export const temporalVerbs: readonly Verb[] = [
  unary('gtime', 'UTC of a local time', sameTime, { type: 100 }),
  unary('ltime', 'local time of a UTC time', sameTime, { type: 100 }),
]
