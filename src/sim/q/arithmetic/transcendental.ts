import { FLOAT } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { binary, type Unary, unary, type Verb } from '../verbs/verb.ts'
import { atomic, type Leaf } from './atomic.ts'
import { floatDyad } from './division.ts'
import { exponential, logarithm } from './exponential.ts'
import { eachNumber } from './monads.ts'
import { asWider } from './operands.ts'
import { DIVIDE_TYPES, toMapping } from './promotion.ts'
import { REAL_FUNCTION } from './tables/result-types.ts'

// Engines may differ in the last bits of the functions of `Math`. q compares with a tolerance and
// prints seven digits, so no reward depends on them. Nothing else in `sim` may use them.

const TYPES = toMapping(REAL_FUNCTION)

function ofOne(apply: (x: number) => number): Unary {
  const change = (item: number | bigint): number => apply(Number(item))
  const ofLeaf = (leaf: Leaf): Value => eachNumber(asWider(leaf, FLOAT), TYPES, change)
  return (x) => atomic(x, ofLeaf)
}

const ofTwo = (apply: (x: number, y: number) => number): ((x: Value, y: Value) => Value) =>
  floatDyad(DIVIDE_TYPES, apply)

/** Like q, it uses logarithms: results for integers are not exact, negative numbers have none. */
function power(x: number, y: number): number {
  if (x > 0) return exponential(y * logarithm(x))
  return x === 0 ? x ** y : Number.NaN
}

/** The verbs whose results depend on the engine's own tables. */
export const transcendentalVerbs: readonly Verb[] = [
  unary('sqrt', 'square root', ofOne(Math.sqrt)),
  unary('exp', 'power of e', ofOne(exponential)),
  unary('log', 'natural logarithm', ofOne(logarithm)),
  unary('sin', 'sine', ofOne(Math.sin)),
  unary('cos', 'cosine', ofOne(Math.cos)),
  unary('tan', 'tangent', ofOne(Math.tan)),
  unary('asin', 'arc sine', ofOne(Math.asin)),
  unary('acos', 'arc cosine', ofOne(Math.acos)),
  unary('atan', 'arc tangent', ofOne(Math.atan)),
  binary('xexp', 'power', ofTwo(power)),
  binary(
    'xlog',
    'logarithm to a base',
    ofTwo((x, y) => logarithm(y) / logarithm(x)),
    { type: 100 },
  ),
]
