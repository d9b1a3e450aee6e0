import { signal } from '../errors.ts'
import { countOf, gather, itemAt } from '../values/access.ts'
import { collapse } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { BOOLEAN } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'

/**
 * `?[flags;x;y]`: the item of x if its flag is set, otherwise that of y; atoms pair with all.
 *
 * @throws QError `type` if the flags are not booleans, `length` if counts differ
 */
export function vectorConditional(flags: Value, x: Value, y: Value): Value {
  if (flags.kind === 'atom' && flags.type === BOOLEAN) return flags.value === 1 ? x : y
  if (flags.kind !== 'vector' || flags.type !== BOOLEAN) return signal('type')
  const { data } = flags
  const count = reserve(data.length)
  if ([x, y].some((side) => isList(side) && countOf(side) !== count)) return signal('length')
  if (count === 0 && typeOf(x) === typeOf(y)) return gather(isList(x) ? x : collapse([x]), [])
  return collapse(
    Array.from({ length: count }, (_, i) => {
      const side = data[i] === 1 ? x : y
      return isList(side) ? itemAt(side, i) : side
    }),
  )
}

/** The type of an atom or of the items of a vector. */
const typeOf = (side: Value): number | undefined =>
  side.kind === 'atom' || side.kind === 'vector' ? side.type : undefined
