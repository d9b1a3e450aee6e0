import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, isString, itemAt, itemsOf, textOf } from '../values/access.ts'
import { char, chars, collapse, list, table } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { CHAR } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'

/**
 * `(types;delimiter) 0: x` and `(types;widths) 0: x`: columns from lines of text. A delimiter that
 * is a string, `enlist ","`, gives a table: its first line has the names of the columns.
 */
export function loadText(format: readonly Value[], x: Value, q: Interpreter): Value {
  const [typeText, separation, quotesLineEnds] = format
  if (typeText === undefined || separation === undefined) return signal('type')
  const types = [...textOf(typeText)]
  const isWidths = separation.kind === 'vector' && separation.type !== CHAR
  if (isWidths) return fixedColumns(types, separation, linesOf(x), q)
  const isTable = isString(separation)
  const delimiter = textOf(separation)
  const keepsLineEnds = quotesLineEnds !== undefined && isTruthy(quotesLineEnds)
  const lines = linesOf(x)
  const rows = recordsOf(lines, delimiter, keepsLineEnds)
  if (!isTable && isString(x) && lines.length === 1) return fieldsAlone(types, rows, q)
  if (!isTable) return columnsOf(types, rows, q)
  const [header = [], ...records] = rows
  const names = header.filter((_, i) => (types[i] ?? ' ') !== ' ')
  return table(names, itemsOf(columnsOf(types, records, q)))
}

/** The fields of one line of text as separate values. */
function fieldsAlone(types: readonly string[], rows: readonly string[][], q: Interpreter): Value {
  return collapse(itemsOf(columnsOf(types, rows, q)).map((column) => itemAt(column, 0)))
}

const isTruthy = (value: Value): boolean =>
  value.kind === 'atom' && typeof value.value === 'number' && value.value !== 0

/** The lines of a list of strings, or of a string with line ends. */
function linesOf(x: Value): string[] {
  if (x.kind === 'list') return x.items.map(textOf)
  const lines = textOf(x).split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * The fields of each line. Quoted fields may contain the delimiter, and line ends if
 * `keepsLineEnds` is set.
 */
function recordsOf(
  lines: readonly string[],
  delimiter: string,
  keepsLineEnds: boolean,
): string[][] {
  const records: string[][] = []
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i] as string
    while (keepsLineEnds && line.split('"').length % 2 === 0 && i + 1 < lines.length) {
      line += `\n${lines[++i]}`
    }
    spend(1 + (line.length >> 4))
    records.push(fieldsOf(line, delimiter))
  }
  return records
}

function fieldsOf(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const fields: string[] = []
  let field = ''
  let inQuotes = false
  for (let i = 0; i < line.length; i++) {
    const here = line[i] as string
    if (here === '"' && inQuotes && line[i + 1] === '"') field += line[++i]
    else if (here === '"') inQuotes = !inQuotes
    else if (here === delimiter && !inQuotes) {
      fields.push(field)
      field = ''
    } else field += here
  }
  return [...fields, field]
}

function columnsOf(types: readonly string[], rows: readonly string[][], q: Interpreter): Value {
  const columns: Value[] = []
  types.forEach((type, i) => {
    if (type !== ' ')
      columns.push(
        parseColumn(
          type,
          rows.map((row) => row[i] ?? ''),
          q,
        ),
      )
  })
  return list(columns)
}

/**
 * A column as values of a type letter.
 *
 * @throws QError `type` for an unknown letter
 */
function parseColumn(type: string, texts: readonly string[], q: Interpreter): Value {
  if (type === '*') return list(texts.map(chars))
  if (type === 'C') return chars(texts.map((text) => text[0] ?? ' ').join(''))
  const items = list(texts.map(chars))
  const column = q.apply(q.lookUp('$'), [char(type.toUpperCase()), items])
  return isList(column) ? column : collapse([column])
}

function fixedColumns(
  types: readonly string[],
  widths: Value,
  lines: readonly string[],
  q: Interpreter,
): Value {
  if (countOf(widths) !== types.length) return signal('length')
  const starts: number[] = [0]
  types.forEach((_, i) => {
    const width = itemAt(widths, i)
    starts.push((starts[i] as number) + (width.kind === 'atom' ? toDouble(width.value) : 0))
  })
  const rows = lines.map((line) => types.map((_, i) => line.slice(starts[i], starts[i + 1])))
  return columnsOf(types, rows, q)
}

/**
 * `"S=;" 0: x`: keys and values from text; the first letter is the type of the keys. With a star
 * before the last letter, quoted values may contain the separator.
 *
 * @throws QError `IJS` for keys of another type
 */
export function loadPairs(format: string, x: Value, q: Interpreter): Value {
  const isQuoting = format.length === 4 && format[2] === '*'
  const [type = '', equals = ''] = format
  const separator = format[isQuoting ? 3 : 2] ?? ''
  if (!'IJS'.includes(type)) return signal('IJS')
  const text = isList(x) && !isString(x) ? itemsOf(x).map(textOf).join(separator) : textOf(x)
  const all = isQuoting ? fieldsOf(text, separator) : text.split(separator)
  const pairs = all.filter((pair) => pair !== '')
  const keys = pairs.map((pair) => pair.split(equals)[0] as string)
  const values = pairs.map((pair) => pair.slice(pair.indexOf(equals) + 1))
  return list([parseColumn(type, keys, q), list(values.map(chars))])
}
