import { add, multiply } from '../arithmetic/dyads.ts'
import { signal } from '../errors.ts'
import { countOf, isString, isSymbol, itemAt, itemsOf, textOf } from '../values/access.ts'
import { chars, collapse, long } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { BOOLEAN, BYTE, CHAR, isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { fromRepresentation } from './bits.ts'
import { isBytes, isSeparator, joinBytes, joinedName } from './split.ts'

/** `x sv y`: joins strings, symbols and paths; makes a number from digits, bytes or bits. */
export function gatherWith(x: Value, y: Value): Value {
  if (isString(x) || (x.kind === 'atom' && x.type === CHAR)) return joinText(textOf(x), y)
  if (isSymbol(x)) return joinNames(x.value as string, y)
  if (x.kind === 'atom' && x.type === BOOLEAN) return fromRepresentation(true, y)
  if (x.kind === 'atom' && x.type === BYTE && x.value === 0) return fromRepresentation(false, y)
  if (isSeparator(x) && y.kind === 'list' && y.items.some(isBytes)) return joinBytes(x, y)
  return fromDigits(x, y)
}

/** @throws QError `type` when an item is no string */
function joinText(separator: string, y: Value): Value {
  if (!isList(y)) return signal('type')
  return chars(itemsOf(y).map(textOfString).join(separator))
}

const textOfString = (item: Value): string =>
  isString(item) || (item.kind === 'atom' && item.type === CHAR) || isEmpty(item)
    ? textOf(item)
    : signal('type')

const isEmpty = (item: Value): boolean => item.kind === 'list' && item.items.length === 0

function joinNames(separator: string, y: Value): Value {
  if (separator !== '') return signal('type')
  if (y.kind === 'vector' && isSymbolic(y.type)) return joinedName(y.data as string[])
  if (y.kind === 'vector' && y.type === CHAR) return joinText('\n', y)
  if (y.kind !== 'list') return signal('type')
  return chars(
    itemsOf(y)
      .map((line) => `${textOfString(line)}\n`)
      .join(''),
  )
}

/** A number from its digits, most significant first. A list of bases has one for each position. */
function fromDigits(x: Value, y: Value): Value {
  const positions = isList(y) ? itemsOf(y) : signal('type')
  if (isList(x) && countOf(x) !== positions.length) return signal('length')
  const [first] = positions
  if (first === undefined) return long(0)
  let total = first.kind === 'list' ? collapse(itemsOf(first)) : first
  for (let i = 1; i < positions.length; i++) {
    spend(1)
    total = add(positions[i] as Value, multiply(isList(x) ? itemAt(x, i) : x, total))
  }
  return total
}
