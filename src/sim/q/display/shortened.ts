import { list } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import type { Value } from '../values/value.ts'

/**
 * As much of a list as can be seen on a line of so many columns, since every item takes one at
 * least: what is beyond need not be made text.
 */
export function shortened(value: Value, columns: number): Value {
  if (value.kind === 'vector') {
    return value.data.length > columns ? { ...value, data: value.data.slice(0, columns) } : value
  }
  if (value.kind !== 'list') return value
  spend(1)
  return list(value.items.slice(0, columns).map((item) => shortened(item, columns)))
}
