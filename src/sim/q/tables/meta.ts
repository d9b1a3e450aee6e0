import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { chars, dictionary, symbol, symbols, table } from '../values/build.ts'
import { wholeTable } from '../values/partitioned.ts'
import { typeByCode } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { resolveName } from './columns.ts'
import { unkey } from './source.ts'

/** `meta x`: the type, foreign key and attribute of each column. */
export function describeColumns(x: Value, q: Interpreter): Value {
  const value = resolveName(q, x)
  const columnsTable =
    value.kind === 'table' || isKeyed(value) ? wholeTable(unkey(value)) : signal('type')
  return dictionary(
    table(['c'], [symbols(columnsTable.names)]),
    table(
      ['t', 'f', 'a'],
      [
        chars(columnsTable.columns.map((column) => shownLetter(column, q)).join('')),
        symbols(columnsTable.columns.map((column) => foreignKeyDomain(column, q) ?? '')),
        symbols(columnsTable.columns.map(columnAttribute)),
      ],
    ),
  )
}

/** The letter of a column's type; a capital for a list that begins with a vector. */
function typeLetter(column: Value): string {
  if (column.kind === 'vector' || column.kind === 'atom') return codeLetter(column.type)
  if (column.kind !== 'list' || column.items.length === 0) return ' '
  const [first] = column.items
  return first?.kind === 'vector' ? codeLetter(first.type).toUpperCase() : ' '
}

const codeLetter = (type: number): string => typeByCode(type)?.letter ?? ' '

/** The table that a column refers to; undefined if it is not a foreign key. */
function foreignKeyDomain(column: Value, q: Interpreter): string | undefined {
  if (column.kind !== 'vector' || column.domain === undefined) return undefined
  const target = q.find(column.domain)
  const isTable = target !== undefined && (target.kind === 'table' || isKeyed(target))
  return isTable ? column.domain : undefined
}

/** The letter that `meta` shows: `i` for row numbers; for a foreign key, the letter of its keys. */
function shownLetter(column: Value, q: Interpreter): string {
  if (isLink(column, q)) return 'i'
  const domain = foreignKeyDomain(column, q)
  const target = domain === undefined ? undefined : q.find(domain)
  if (target === undefined || !isKeyed(target)) return typeLetter(column)
  return typeLetter(target.keys.columns[0] as Value)
}

/** Whether a column contains row numbers of an unkeyed table. */
const isLink = (column: Value, q: Interpreter): boolean =>
  column.kind === 'vector' && column.domain !== undefined && q.find(column.domain)?.kind === 'table'

const columnAttribute = (column: Value): string =>
  column.kind === 'vector' ? column.attribute : ''

/** `fkeys x`: the referenced tables by column. */
export function foreignKeys(x: Value, q: Interpreter): Value {
  const wholeTable = unkey(resolveName(q, x))
  const foreignKeys = wholeTable.columns.map((column) => foreignKeyDomain(column, q))
  const positions = foreignKeys.flatMap((domain, i) => (domain === undefined ? [] : [i]))
  return dictionary(
    symbols(positions.map((position) => wholeTable.names[position] as string)),
    symbols(positions.map((position) => foreignKeys[position] as string)),
  )
}

/** `tables x`: the sorted table names of a namespace. */
export function tableNames(x: Value, q: Interpreter): Value {
  const isName = x.kind === 'atom' && typeof x.value === 'string'
  const name = isName ? String(x.value) : ''
  const context = name === '' || name === '.' ? q.environment.context : name
  const isTable = (variable: string): boolean => {
    const cell = q.environment.cell(q.environment.qualify(variable, context))
    const value = cell.viewCode === undefined ? cell.value : cell.viewValue
    return value !== undefined && (value.kind === 'table' || isKeyed(value))
  }
  return symbols(q.environment.namesIn(context).filter(isTable).sort())
}

/** `attr x`: the attribute of a list, a dictionary, or a table. */
export function attributeName(x: Value): Value {
  const has = isList(x) || x.kind === 'dictionary' || x.kind === 'table'
  return symbol(has ? (x.attribute ?? '') : '')
}
