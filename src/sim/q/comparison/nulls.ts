import { bool, bools, collapse, dictionary, NIL, table } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import type { Scalar, Value } from '../values/value.ts'

/** `null x`: whether each item is the null of its type. */
export function isNull(x: Value): Value {
  switch (x.kind) {
    case 'list':
      return x.items.length === 0 ? x : collapse(x.items.map(isNull))
    case 'dictionary':
      return dictionary(x.keys, isNull(x.values))
    case 'table':
      return table(x.names, x.columns.map(isNull))
    case 'atom':
    case 'vector':
      return nullsOfLeaf(x)
    default:
      return bool(x === NIL)
  }
}

function nullsOfLeaf(leaf: Extract<Value, { kind: 'atom' | 'vector' }>): Value {
  if (leaf.domain !== undefined) {
    return leaf.kind === 'atom' ? bool(false) : bools(new Uint8Array(leaf.data.length))
  }
  if (leaf.kind === 'atom') return bool(isNullScalar(leaf.type, leaf.value))
  const result = new Uint8Array(reserve(leaf.data.length))
  for (let i = 0; i < result.length; i++) {
    if (isNullScalar(leaf.type, leaf.data[i] as Scalar)) result[i] = 1
  }
  return bools(result)
}
