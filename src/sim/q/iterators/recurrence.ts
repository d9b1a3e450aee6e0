import { signal } from '../errors.ts'
import { vector } from '../values/build.ts'
import { reserve, spend } from '../values/meter.ts'
import { FLOAT } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/**
 * `a b\c` of floats: each item is the item of c plus the previous result times the item of b,
 * starting from a. Otherwise undefined.
 *
 * @throws QError `length` if b and c are lists of different lengths
 */
export function findRecurrence(args: readonly Value[], factors: Value): Value | undefined {
  const [first, terms] = args
  if (first?.kind !== 'atom' || first.type !== FLOAT) return undefined
  if (terms?.kind !== 'vector' || terms.type !== FLOAT) return undefined
  if (factors.kind !== 'vector' || factors.type !== FLOAT) return undefined
  const addends = terms.data as Float64Array
  const factorData = factors.data as Float64Array
  if (factorData.length !== addends.length) return signal('length')
  spend(addends.length >> 4)
  const data = new Float64Array(reserve(addends.length))
  let state = first.value as number
  for (let i = 0; i < data.length; i++) {
    state = (addends[i] as number) + state * (factorData[i] as number)
    data[i] = state
  }
  return vector(FLOAT, data)
}
