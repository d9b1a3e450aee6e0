import { functionText } from '../display/functions.ts'
import { oneLine } from '../display/one-line.ts'
import { scalarText } from '../display/scalars.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { cells, chars, collapse, dictionary, list, table } from '../values/build.ts'
import type { Atom, Value } from '../values/value.ts'

/** `string x`: the text of every atom. */
export function stringOf(x: Value, q: Interpreter): Value {
  const { precision } = q.console
  const ofAtom = ({ type, value }: Atom): Value => chars(scalarText(type, value, precision))
  const walk = (value: Value): Value => {
    switch (value.kind) {
      case 'atom':
        return ofAtom(value)
      case 'vector':
        return list((cells(value) as readonly Atom[]).map(ofAtom))
      case 'list':
        return collapse(value.items.map(walk))
      case 'dictionary':
        return dictionary(value.keys, walk(value.values))
      case 'table':
        return table(value.names, value.columns.map(walk))
      default:
        return chars(functionText(value, (inner) => oneLine(inner, precision)))
    }
  }
  return walk(x)
}
