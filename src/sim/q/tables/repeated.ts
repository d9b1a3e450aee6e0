import { signal } from '../errors.ts'
import { countOf } from '../values/access.ts'
import { allocate, collapse, vector, vectorOf } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import type { Scalar, Value } from '../values/value.ts'

/**
 * A result as a column of this length; an atom is repeated.
 *
 * @throws QError `length`
 */
export function columnOfSize(value: Value, count: number): Value {
  if (value.kind === 'vector' || value.kind === 'list' || value.kind === 'table') {
    return countOf(value) === count ? value : signal('length')
  }
  return repeatValue(value, count)
}

/** A list that repeats a value. */
export function repeatValue(value: Value, count: number): Value {
  if (value.kind !== 'atom') return collapse(new Array<Value>(reserve(count)).fill(value))
  const { type, domain } = value
  const data = allocate(type, count)
  if (typeof value.value === 'bigint') {
    return vectorOf(type, new Array<Scalar>(count).fill(value.value))
  }
  data.fill(value.value as never)
  return domain === undefined ? vector(type, data) : { ...vector(type, data), domain }
}
