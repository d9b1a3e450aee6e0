import { signal } from '../errors.ts'
import { countOf, gather, withData } from '../values/access.ts'
import { allocateLike, collapse, dictionary, table } from '../values/build.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE } from '../values/types.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { toInteger } from './take.ts'

/** Shifts items to the right, or to the left for a negative number, filling with nulls. */
export function shiftList(x: Value, offset: number): Value {
  if (isKeyed(x)) return dictionary(x.keys, shiftList(x.values, offset))
  if (x.kind === 'dictionary') return dictionary(x.keys, shiftList(x.values, offset))
  if (!isList(x) && x.kind !== 'table') return signal('type')
  const positions = Float64Array.from({ length: countOf(x) }, (_, i) => i - offset)
  return gather(x, positions)
}

/** `x xprev y`. */
export const previousBy = (x: Value, y: Value): Value => shiftList(y, toInteger(x))

/** `fills x`: replaces each null with the last preceding item that is not null. */
export function fills(x: Value): Value {
  switch (x.kind) {
    case 'vector':
      return fillForward(x)
    case 'list':
      return filledItems(x.items)
    case 'dictionary':
      return dictionary(x.keys, fills(x.values))
    case 'table':
      return table(x.names, x.columns.map(fills))
    default:
      return x.kind === 'atom' ? x : signal('type')
  }
}

function fillForward(x: Vector): Vector {
  if (x.type === BOOLEAN || x.type === BYTE) return x
  const { type } = x
  const data = allocateLike(x.data, x.data.length) as Float64Array
  const source = x.data as Float64Array
  for (let i = 0; i < source.length; i++) {
    const raw = source[i] as Scalar
    const item = typeof raw === 'bigint' ? fromWide(raw) : raw
    const isNull = i > 0 && isNullScalar(type, item)
    data[i] = (isNull ? data[i - 1] : source[i]) as number
  }
  return withData(x, data)
}

function filledItems(items: readonly Value[]): Value {
  let lastValue: Value | undefined
  return collapse(
    items.map((item) => {
      const isNull = item.kind === 'atom' && isNullScalar(item.type, item.value)
      if (!isNull || lastValue === undefined) lastValue = item
      return lastValue
    }),
  )
}
