import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { ByteReader } from '../serialize/read.ts'
import { isString, itemsOf, textOf } from '../values/access.ts'
import { char, chars, collapse, list, vectorOf } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { BYTE, CHAR, SYMBOL, typeByLetter } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** A field of a record: its type letter, offset and width in bytes. */
interface Field {
  readonly letter: string
  readonly start: number
  readonly width: number
  /** Whether the high byte always comes first. */
  readonly isSwapped: boolean
}

const isText = (x: Value): boolean => isString(x) || (x.kind === 'atom' && x.type === CHAR)

/**
 * `(types;widths) 1: bytes`: the fields of fixed-width records as columns, from bytes or text. A
 * space skips a field, and a star keeps it as text. Numbers are big-endian with `(widths;types)`,
 * or if their letter is a capital.
 *
 * @throws QError `length` for incomplete records, `type` if a width does not fit its type
 */
export function loadRecords(format: readonly Value[], x: Value, q: Interpreter): Value {
  const [first, second] = format
  if (first === undefined || second === undefined) return signal('type')
  if (x.kind !== 'vector' || (x.type !== BYTE && x.type !== CHAR)) return signal('type')
  const isSwapped = !isText(first)
  const [types, by] = isSwapped ? [second, first] : [first, second]
  const letters = [...textOf(types)]
  const widths = itemsOf(by).map((width) => (width.kind === 'atom' ? Number(width.value) : 0))
  if (widths.length !== letters.length || !widths.every((width) => width > 0)) {
    return signal('length')
  }
  const bytes = x.data as Uint8Array
  const size = widths.reduce((sum, width) => sum + width, 0)
  if (size === 0 || bytes.length % size !== 0) return signal('length')
  let start = 0
  const fields = letters.map((letter, i): Field => {
    const width = widths[i] as number
    start += width
    return { letter, start: start - width, width, isSwapped }
  })
  const shown = fields.filter(({ letter }) => letter !== ' ')
  const records = reserve(bytes.length / size)
  return list(shown.map((field) => columnOf(field, bytes, size, records, q)))
}

function columnOf(
  { letter, start, width, isSwapped }: Field,
  bytes: Uint8Array,
  size: number,
  records: number,
  q: Interpreter,
): Value {
  const parts = Array.from({ length: records }, (_, i) =>
    bytes.slice(i * size + start, i * size + start + width),
  )
  if (letter === '*') return list(parts.map((part) => chars(String.fromCharCode(...part))))
  const type = typeByLetter(letter.toLowerCase()) ?? signal('type')
  if (type.code === CHAR || type.code === SYMBOL) {
    const texts = parts.map((part) => String.fromCharCode(...part))
    if (type.code === SYMBOL) {
      return vectorOf(
        SYMBOL,
        texts.map((text) => text.replace(/\0[\s\S]*$/, '').trimEnd()),
      )
    }
    return collapse(texts.map((text) => (width === 1 ? char(text) : chars(text))))
  }
  if (width !== type.size) return signal('type')
  const isHighFirst = isSwapped || letter !== letter.toLowerCase()
  return vectorOf(
    type.code,
    parts.map((part) =>
      new ByteReader(isHighFirst ? part.reverse() : part, 0, q).scalar(type.code),
    ),
  )
}
