import { matches } from '../../sim/q/comparison/match.ts'
import { oneLine } from '../../sim/q/display/one-line.ts'
import { createSession, fromBytes, type Value } from '../../sim/q/index.ts'
import { countOf, itemsOf } from '../../sim/q/values/access.ts'
import { NIL, symbols } from '../../sim/q/values/build.ts'

/** Longer texts of values are dropped, because people read tasks too. */
const CHARACTERS_MAX = 20_000

/** A q expression for a value, without attributes; undefined if there is no short one. */
export function toLiteral(value: Value): string | undefined {
  const text = writeValue(value)
  if (text === undefined || text.length > CHARACTERS_MAX) return undefined
  const parsedValue = createSession().evaluate(text).value
  return parsedValue !== undefined && matches(parsedValue, value) ? text : undefined
}

// The one-line console text contains unary operators, which programs must not use.
function writeValue(value: Value): string | undefined {
  switch (value.kind) {
    case 'atom':
      return oneLineText(value)
    case 'vector': {
      const count = countOf(value)
      return count === 1 ? writtenList(itemsOf(value)) : oneLineText({ ...value, attribute: '' })
    }
    case 'list':
      return value.items.length === 0 ? '()' : writtenList(value.items)
    case 'dictionary':
      return pair(writeValue(value.keys), writeValue(value.values))
    case 'table': {
      const flipped = pair(writeValue(symbols(value.names)), writtenList(value.columns))
      return flipped && `(flip ${flipped})`
    }
    default:
      return value === NIL ? '(::)' : undefined
  }
}

const oneLineText = (value: Value): string => fromBytes(oneLine(value, 0))

const pair = (keys: string | undefined, values: string | undefined): string | undefined =>
  keys && values && `(${keys}!${values})`

function writtenList(items: readonly Value[]): string | undefined {
  const texts = items.map(writeValue)
  if (texts.includes(undefined)) return undefined
  return texts.length === 1 ? `(enlist ${texts[0]})` : `(${texts.join(';')})`
}
