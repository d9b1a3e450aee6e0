import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Resolve } from '../evaluate/tree.ts'
import { columnOfSize } from '../tables/repeated.ts'
import { countOf, gather, itemsOf, namesOf } from '../values/access.ts'
import { collapse, dictionary, symbols, table, vectorOf } from '../values/build.ts'
import type { Dictionary, Table, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { type Groups, groupRows } from './groups.ts'
import { type RowPositions, resolver, rowCount } from './rows.ts'

/** A query after its where clause: the remaining rows, and how names are looked up. */
export interface Selection {
  readonly q: Interpreter
  readonly table: Table
  readonly rows: RowPositions
  readonly locals: Resolve
}

/** Evaluates a dictionary of trees over the rows, in column order. */
export function computeColumns(selection: Selection, columns: Dictionary): Value[] {
  const { q, table: source, rows, locals } = selection
  const resolve = resolver(q, source, rows, locals)
  return itemsOf(columns.values).map((tree) => q.evaluateTree(tree, resolve))
}

/** `select` without by: columns of the rows, or computed columns. */
export function selectRows(selection: Selection, columns: Value): Table {
  const { table: source, rows } = selection
  if (columns.kind !== 'dictionary') return takeRows(source, rows)
  return toTable(namesOf(columns.keys), computeColumns(selection, columns))
}

/** These rows of a table; the table itself if all are selected. */
export const takeRows = (source: Table, rows: RowPositions): Table =>
  rows === undefined ? source : (gather(source, rows) as Table)

/** A table of columns. Atoms are repeated to their length; if all are atoms, it has one row. */
function toTable(names: readonly string[], values: readonly Value[]): Table {
  const leader = values.find(isColumn)
  const count = leader === undefined ? 1 : countOf(leader)
  return table(
    names,
    values.map((value) => columnOfSize(value, count)),
  )
}

const isColumn = (value: Value): boolean => isList(value) || value.kind === 'table'

/** Groups the rows by a dictionary of trees. */
export function groupsBy(selection: Selection, by: Dictionary): Groups {
  const count = rowCount(selection.table, selection.rows)
  const columns = computeColumns(selection, by).map((value) => columnOfSize(value, count))
  return groupRows(columns, count)
}

/** The part of a selection in one group, with positions counted in its rows. */
export function groupSelection(selection: Selection, members: Float64Array): Selection {
  const { rows } = selection
  const groupedRows =
    rows === undefined ? members : members.map((position) => rows[position] as number)
  return { ...selection, rows: groupedRows }
}

/** `select … by`: a table keyed by group; without columns it has the last row of each group. */
export function selectGroups(selection: Selection, by: Dictionary, columns: Value): Dictionary {
  const groups = groupsBy(selection, by)
  const names = namesOf(by.keys)
  return dictionary(
    keyTable(names, groups.keys),
    columns.kind === 'dictionary'
      ? computedGroups(selection, groups, columns)
      : lastRows(selection, groups, names),
  )
}

/** The keys of groups in order: a single column is sorted, and the first of several is parted. */
function keyTable(names: readonly string[], columns: readonly Value[]): Table {
  const [first, ...otherColumns] = columns
  if (first?.kind !== 'vector') return table(names, columns)
  const attribute = otherColumns.length === 0 ? 's' : 'p'
  return table(names, [{ ...first, attribute }, ...otherColumns], 's')
}

function lastRows(selection: Selection, groups: Groups, keys: readonly string[]): Table {
  const { table: source } = selection
  const lasts = groups.members.map(
    (members) => groupSelection(selection, members.slice(-1)).rows?.[0] ?? -1,
  )
  const names = source.names.filter((name) => !keys.includes(name))
  return table(
    names,
    names.map((name) => gather(source.columns[source.names.indexOf(name)] as Value, lasts)),
  )
}

function computedGroups(selection: Selection, groups: Groups, columns: Dictionary): Table {
  return table(namesOf(columns.keys), groupColumns(selection, groups, columns))
}

/** One value per group, for each of the trees. */
function groupColumns(selection: Selection, groups: Groups, columns: Dictionary): readonly Value[] {
  if (groups.members.length === 0) {
    return computeColumns({ ...selection, rows: new Float64Array(0) }, columns).map(emptyColumn)
  }
  const parts = groups.members.map((members) =>
    computeColumns(groupSelection(selection, members), columns),
  )
  return itemsOf(columns.keys).map((_, i) => collapse(parts.map((part) => part[i] as Value)))
}

/** An empty column of this value's type. */
const emptyColumn = (like: Value): Value =>
  like.kind === 'atom' ? vectorOf(like.type, [], like.domain) : collapse([])

/** `exec` without by: a value, a dictionary of values, or the last row. */
export function execRows(selection: Selection, columns: Value): Value {
  const { q, table: source, rows, locals } = selection
  if (columns.kind === 'dictionary') {
    return dictionary(columns.keys, collapse(computeColumns(selection, columns)))
  }
  if (isNothing(columns)) {
    const lastRow = (rows === undefined ? countOf(source) : (rows.at(-1) ?? -1) + 1) - 1
    const columnsAt = source.columns.map((column) => itemsOf(gather(column, [lastRow]))[0] as Value)
    return dictionary(symbols(source.names), collapse(columnsAt))
  }
  return q.evaluateTree(columns, resolver(q, source, rows, locals))
}

const isNothing = (tree: Value): boolean => tree.kind === 'list' && tree.items.length === 0

/** `exec … by`: the result of each group by its key. */
export function execGroups(selection: Selection, by: Value, columns: Value): Value {
  const { q, table: source, rows, locals } = selection
  const isNamed = by.kind === 'dictionary'
  const count = rowCount(source, rows)
  const keyColumns = isNamed
    ? computeColumns(selection, by)
    : [q.evaluateTree(by, resolver(q, source, rows, locals))]
  const groups = groupRows(
    keyColumns.map((column) => columnOfSize(column, count)),
    count,
  )
  const values = groupValues(selection, groups, columns)
  if (isNamed) return dictionary(table(namesOf(by.keys), groups.keys), values)
  const [keys] = groups.keys
  return dictionary(keys?.kind === 'vector' ? markSorted(keys) : (keys as Value), values)
}

const markSorted = (keys: Vector): Vector => ({ ...keys, attribute: 's' })

function groupValues(selection: Selection, groups: Groups, columns: Value): Value {
  if (columns.kind === 'dictionary') return computedGroups(selection, groups, columns)
  const results = groups.members.map((members) =>
    execRows(groupSelection(selection, members), columns),
  )
  return results.length > 0
    ? collapse(results)
    : emptyColumn(execRows({ ...selection, rows: new Float64Array(0) }, columns))
}
