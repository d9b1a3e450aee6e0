import { functionText } from '../display/functions.ts'
import { oneLine } from '../display/one-line.ts'
import { scalarText } from '../display/scalars.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { chars, collapse, dictionary, list, table } from '../values/build.ts'
import { isNullScalar } from '../values/nulls.ts'
import { mapDistinct } from '../values/shared.ts'
import { BYTE, CHAR, GUID, isSymbolic } from '../values/types.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { fromStored } from '../values/wide.ts'

/** Whether an item is the null of numbers or times, whose text is empty. */
const isBlank = (type: number, value: Scalar): boolean =>
  type !== CHAR && type !== GUID && type > BYTE && isNullScalar(type, value)

/** `string x`: the text of every atom. */
export function toStrings(x: Value, q: Interpreter): Value {
  const { precision } = q.console
  const ofScalar = (type: number, value: Scalar): Value =>
    chars(isBlank(type, value) ? '' : scalarText(type, value, precision))
  const cellTexts = ({ type, data }: Vector): Value[] => {
    if (isSymbolic(type) && Array.isArray(data)) return mapDistinct(data, chars)
    const texts = new Array<Value>(data.length)
    for (let i = 0; i < data.length; i++) texts[i] = ofScalar(type, fromStored(data[i] as Scalar))
    return texts
  }
  const walk = (value: Value): Value => {
    switch (value.kind) {
      case 'atom':
        return ofScalar(value.type, value.value)
      case 'vector':
        return list(cellTexts(value))
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
