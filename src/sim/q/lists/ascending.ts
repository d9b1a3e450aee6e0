import { isSorted } from '../dictionaries/attributes.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { meter } from '../values/meter.ts'
import type { Value, Vector } from '../values/value.ts'
import { sortList } from './sort.ts'

/**
 * `asc x`: sorts ascending and sets the sorted attribute. A vector that is already sorted is not
 * copied: all variables that share it get the attribute, as in q.
 */
export function ascending(x: Value, q: Interpreter): Value {
  if (x.kind !== 'vector' || !isSorted(x)) return sortList(x, false)
  const sortedVector: Vector = { ...x, attribute: 's', hold: undefined }
  for (const cell of q.environment.defined())
    if (cell.unsharedValue === x) cell.value = sortedVector
  for (const { slots } of meter.frames) {
    slots.forEach((slot, i) => {
      if (slot === x) slots[i] = sortedVector
    })
  }
  return sortedVector
}
