import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { collapse } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { groupRows } from './groups.ts'

/** `(f;values) fby keys`: the result of f for each group of values, at every row of the group. */
export function filterBy(x: Value, y: Value, q: Interpreter): Value {
  if (x.kind !== 'list' || x.items.length !== 2) return signal('length')
  const [f, values] = x.items as readonly [Value, Value]
  const count = countOf(y)
  if (countOf(values) !== count) return signal('length')
  const groups = groupRows(y.kind === 'table' ? y.columns : [y], count)
  const results = new Array<Value>(count)
  for (const members of groups.members) {
    const result = q.apply(f, [gather(values, members)])
    const isEach = isList(result) && countOf(result) === members.length
    members.forEach((row, i) => {
      results[row] = isEach ? itemAt(result, i) : result
    })
  }
  return results.length === 0 ? itemsOrSame(values) : collapse(results)
}

const itemsOrSame = (values: Value): Value => collapse(itemsOf(values))
