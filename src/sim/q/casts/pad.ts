import { signal } from '../errors.ts'
import { isString, textOf } from '../values/access.ts'
import { chars, collapse, dictionary, list, table } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { CHAR } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** Pads every string with spaces on the right, or cuts it; negative widths pad on the left. */
export function pad(width: number, y: Value): Value {
  switch (y.kind) {
    case 'list': {
      const items = y.items.map((item) => pad(width, item))
      return items.length === 0 ? list([]) : collapse(items)
    }
    case 'dictionary':
      return dictionary(y.keys, pad(width, y.values))
    case 'table':
      return table(
        y.names,
        y.columns.map((column) => pad(width, column)),
      )
    default:
      return isString(y) || (y.kind === 'atom' && y.type === CHAR)
        ? chars(padText(width, textOf(y)))
        : signal('type')
  }
}

function padText(width: number, text: string): string {
  const size = reserve(Math.abs(width))
  if (width >= 0) return text.slice(0, size).padEnd(size)
  return text.slice(Math.max(0, text.length - size)).padStart(size)
}
