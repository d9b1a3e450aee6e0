import { matches } from '../../sim/q/comparison/match.ts'
import { oneLine } from '../../sim/q/display/one-line.ts'
import { createSession, fromBytes, type Value } from '../../sim/q/index.ts'
import { countOf, itemsOf } from '../../sim/q/values/access.ts'
import { NIL, symbols } from '../../sim/q/values/build.ts'

/** Longer texts of values are dropped, because people read tasks too. */
const CHARACTERS_MAX = 20_000

/** A q expression for a value, without attributes; undefined if there is no short one. */
export function literalOf(value: Value): string | undefined {
  const text = written(value)
  if (text === undefined || text.length > CHARACTERS_MAX) return undefined
  const read = createSession().evaluate(text).value
  return read !== undefined && matches(read, value) ? text : undefined
}

// The one-line console text contains unary operators, which programs must not use.
function written(value: Value): string | undefined {
  switch (value.kind) {
    case 'atom':
      return shown(value)
    case 'vector': {
      const count = countOf(value)
      return count === 1 ? writtenList(itemsOf(value)) : shown({ ...value, attribute: '' })
    }
    case 'list':
      return value.items.length === 0 ? '()' : writtenList(value.items)
    case 'dictionary':
      return pair(written(value.keys), written(value.values))
    case 'table': {
      const flipped = pair(written(symbols(value.names)), writtenList(value.columns))
      return flipped && `(flip ${flipped})`
    }
    default:
      return value === NIL ? '(::)' : undefined
  }
}

const shown = (value: Value): string => fromBytes(oneLine(value, 0))

const pair = (keys: string | undefined, values: string | undefined): string | undefined =>
  keys && values && `(${keys}!${values})`

function writtenList(items: readonly Value[]): string | undefined {
  const texts = items.map(written)
  if (texts.includes(undefined)) return undefined
  return texts.length === 1 ? `(enlist ${texts[0]})` : `(${texts.join(';')})`
}
