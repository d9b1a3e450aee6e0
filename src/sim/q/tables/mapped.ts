import { QError, signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isSymbol, namesOf } from '../values/access.ts'
import { symbol, table } from '../values/build.ts'
import { missing, partitioned } from '../values/partitioned.ts'
import type { Atom, Dictionary, Partition, Table } from '../values/value.ts'

/** The columns of a table on disk: names, and one folder or table name for all. */
type Mapping = Dictionary & { readonly values: Atom }

/** Whether a dictionary has one symbol for all keys: q's flip of a table on disk. */
export const isMapping = (value: Dictionary): value is Mapping => isSymbol(value.values)

/** The table of columns on disk. If it does not exist, using its columns fails. */
export function loadMapping(mapping: Mapping, q: Interpreter): Table {
  const names = namesOf(mapping.keys)
  const source = String(mapping.values.value)
  return source.startsWith(':') ? splayedTable(names, source, q) : ofParts(names, source, q)
}

function splayedTable(names: readonly string[], source: string, q: Interpreter): Table {
  const folder = source.replace(/\/+$/, '')
  const file = (name: string): string => `${folder}/${name}`
  const get = q.lookUp('get')
  const absent = names.find((name) => !q.files.has(file(name).slice(1)))
  if (absent !== undefined) {
    return missing(names, source, () => {
      throw new QError(`${file(absent).slice(1)}. OS reports: No such file or directory`)
    })
  }
  const columns = names.map((name) => q.apply(get, [symbol(file(name))]))
  return { ...table(names, columns), source }
}

function ofParts(names: readonly string[], source: string, q: Interpreter): Table {
  const foundValue = q.find(q.environment.qualify(source))
  const partition = foundValue?.kind === 'table' ? foundValue.partition : undefined
  return partition === undefined
    ? missing(names, source, () => signal(source))
    : partitioned({ ...partition, whole: someColumns(partition, names) })
}

/** The partition column, and the other named columns. */
function someColumns({ whole, column }: Partition, names: readonly string[]): Table {
  const allNames = [column, ...names]
  return table(
    allNames,
    allNames.map((name) => whole.columns[whole.names.indexOf(name)] ?? signal(name)),
  )
}
