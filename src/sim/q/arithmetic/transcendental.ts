import { signal } from '../errors.ts'
import { float, floats } from '../values/build.ts'
import { CHAR, DATETIME, FLOAT, isNumeric } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { binary, type Unary, unary, type Verb } from '../verbs/verb.ts'
import { type Leaf, pairwise } from './atomic.ts'
import { doublesOf, lengthOf } from './kernels.ts'
import { eachNumber } from './monads.ts'

// Engines may differ in the last bits of these functions. Programs of q compare with a tolerance
// and print seven digits, so that no reward hangs on them; nothing else in `sim` may use them.

/** Datetimes stay datetimes; all other numbers give floats. */
const typeOf = (type: number): number => {
  if (!isNumeric(type)) return signal('type')
  return type === DATETIME ? DATETIME : FLOAT
}

const ofOne =
  (apply: (x: number) => number): Unary =>
  (x) =>
    eachNumber(x, typeOf, (item) => apply(Number(item)))

const ofTwo =
  (apply: (x: number, y: number) => number) =>
  (x: Value, y: Value): Value =>
    pairwise(x, y, (a, b) => pairLeaves(a, b, apply))

function pairLeaves(x: Leaf, y: Leaf, apply: (x: number, y: number) => number): Value {
  if (!isNumeric(x.type) || !isNumeric(y.type) || x.type === CHAR || y.type === CHAR) {
    return signal('type')
  }
  const [left, right] = [doublesOf(rawOf(x)), doublesOf(rawOf(y))]
  const length = lengthOf(left, right)
  if (length === undefined) return float(apply(left as number, right as number))
  const result = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    const a = typeof left === 'number' ? left : (left[i] as number)
    const b = typeof right === 'number' ? right : (right[i] as number)
    result[i] = apply(a, b)
  }
  return floats(result)
}

const rawOf = (x: Leaf): Data | Scalar => (x.kind === 'atom' ? x.value : x.data)

/** The verbs on floats that engines compute with their own tables. */
export const transcendentalVerbs: readonly Verb[] = [
  unary('sqrt', 'square root', ofOne(Math.sqrt)),
  unary('exp', 'power of e', ofOne(Math.exp)),
  unary('log', 'natural logarithm', ofOne(Math.log)),
  unary('sin', 'sine', ofOne(Math.sin)),
  unary('cos', 'cosine', ofOne(Math.cos)),
  unary('tan', 'tangent', ofOne(Math.tan)),
  unary('asin', 'arc sine', ofOne(Math.asin)),
  unary('acos', 'arc cosine', ofOne(Math.acos)),
  unary('atan', 'arc tangent', ofOne(Math.atan)),
  binary(
    'xexp',
    'power',
    ofTwo((x, y) => x ** y),
  ),
  binary(
    'xlog',
    'logarithm to a base',
    ofTwo((x, y) => Math.log(y) / Math.log(x)),
    { type: 100 },
  ),
]
