import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Resolve } from '../evaluate/tree.ts'
import { distinct } from '../lists/find.ts'
import { type QuerySource, resolveSource, toSourceShape } from '../tables/source.ts'
import { countOf, gather, isSymbol, itemsOf, namesOf, slice } from '../values/access.ts'
import { table } from '../values/build.ts'
import { BOOLEAN, isSymbolic, LONG } from '../values/types.ts'
import type { Partition, Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { vectorConditional } from './conditional.ts'
import { deleteVariables, isNamespace, withoutColumns, withoutRows } from './delete.ts'
import {
  isByParts,
  joinParts,
  refuseMedians,
  selectParts,
  together,
  withoutExtra,
} from './parts.ts'
import { filterRows, type RowPositions, resolver, rowCount } from './rows.ts'
import { execGroups, execRows, type Selection, selectGroups, selectRows } from './select.ts'
import { updatedEntries, updateTable } from './update.ts'

const NO_LOCALS: Resolve = () => undefined

/**
 * Runs a query in functional form: `?` or `!` with a table or its name, conditions, by, columns,
 * and optionally a limit and an order. Columns are looked up before `locals`.
 */
export function runForm(
  q: Interpreter,
  sign: string,
  args: readonly Value[],
  locals: Resolve = NO_LOCALS,
): Value {
  const [target, conditions, by, columns] = args as readonly [Value, Value, Value, Value]
  if (sign === '!' && isNamesOrNone(columns) && isNamespace(q, target)) {
    return deleteVariables(q, target, namesOf(columns))
  }
  const source = inMemory(resolveSource(q, target))
  const { partition } = source.table
  if (partition !== undefined) {
    return sign === '!' ? signal('par') : queriedInParts(q, source, partition, args, locals)
  }
  const rows = filterRows(q, source.table, conditions, locals)
  const selection: Selection = { q, table: source.table, rows, locals }
  if (sign === '!') return changeRows(selection, source, by, columns)
  const result = runQuery(selection, source, by, columns)
  return args.length > 4 ? limitResult(selection, result, args) : result
}

/** The part of a table on disk that a query selects is in memory. */
function inMemory(source: QuerySource): QuerySource {
  const { table: onDisk } = source
  if (onDisk.source === undefined) return source
  return { ...source, table: table(onDisk.names, onDisk.columns) }
}

/**
 * A query over a partitioned table, whose conditions and columns see one part at a time.
 *
 * @throws QError `nyi` for `exec`, and for a limit or an order of rows, as in q
 */
function queriedInParts(
  q: Interpreter,
  source: QuerySource,
  partition: Partition,
  args: readonly Value[],
  locals: Resolve,
): Value {
  const [, conditions, by, columns] = args as readonly [Value, Value, Value, Value]
  const isFlag = by.kind === 'atom' && by.type === BOOLEAN
  const isPlain = columns.kind === 'dictionary' || isNothing(columns)
  if (args.length > 4 || !isPlain || !(isFlag || by.kind === 'dictionary')) signal('nyi')
  const forms = { conditions, shown: [by, columns].flatMap(treesIn) }
  const selectedParts = selectParts(q, partition, forms, locals)
  refuseMedians(selectedParts, partition, by, columns)
  const byParts =
    isFlag && isByParts(columns) ? joinParts(q, selectedParts.parts, columns) : undefined
  const isDistinct = isFlag && by.value === 1
  const result =
    byParts === undefined
      ? runQuery(together(selectedParts), { ...source, name: undefined }, by, columns)
      : isDistinct
        ? distinct(byParts)
        : byParts
  return columns.kind === 'dictionary' ? result : withoutExtra(result, selectedParts.extra)
}

/** The trees in a functional form: the values of a dictionary, or the form itself. */
const treesIn = (form: Value): readonly Value[] =>
  form.kind === 'dictionary' ? itemsOf(form.values) : [form]

const isNamesOrNone = (columns: Value): boolean =>
  columns.kind === 'vector' && isSymbolic(columns.type)

function changeRows(selection: Selection, source: QuerySource, by: Value, columns: Value): Value {
  const { q, table, rows } = selection
  if (columns.kind === 'dictionary') {
    const isPlain = source.isDictionary && rows === undefined
    const result = isPlain
      ? updatedEntries(selection, columns)
      : updateTable(selection, by, columns)
    return toSourceShape(q, source, result)
  }
  const names = namesOf(columns)
  if (columns.kind !== 'vector') return toSourceShape(q, source, table)
  // All entries of a dictionary are deleted, like all rows of a table.
  if (names.length === 0 && source.isDictionary) {
    return toSourceShape(q, source, withoutColumns(table, table.names))
  }
  if (names.length === 0) return toSourceShape(q, source, withoutRows(table, rows))
  return toSourceShape(q, source, withoutColumns(table, names))
}

function runQuery(selection: Selection, source: QuerySource, by: Value, columns: Value): Value {
  const isPlain = columns.kind === 'dictionary' || isNothing(columns)
  if (by.kind === 'dictionary' && isPlain) return selectGroups(selection, by, columns)
  if (by.kind === 'dictionary') return execGroups(selection, by, columns)
  const isFlag = by.kind === 'atom' && by.type === BOOLEAN
  if (isFlag && isPlain) return selectResult(selection, source, columns, by.value === 1)
  if (isFlag || isNothing(by)) return execRows(selection, columns)
  return execGroups(selection, by, columns)
}

const isNothing = (tree: Value): boolean => tree.kind === 'list' && tree.items.length === 0

/** Rows of a keyed table keep their keys if all columns are selected. */
function selectResult(
  selection: Selection,
  source: QuerySource,
  columns: Value,
  isDistinct: boolean,
): Value {
  const rows = selectRows(selection, columns)
  const result = isDistinct ? (distinct(rows) as Table) : rows
  return columns.kind === 'dictionary'
    ? result
    : toSourceShape(selection.q, { ...source, name: undefined }, result)
}

/** The rows of a result that `select[n;>column]` keeps. */
function limitResult(selection: Selection, result: Value, args: readonly Value[]): Value {
  const [, , , , limit, order] = args
  const orderedResult = order === undefined ? result : sortedBy(selection, result, order)
  if (limit === undefined) return orderedResult
  return takePart(orderedResult, limit)
}

function sortedBy(selection: Selection, result: Value, order: Value): Value {
  const { q, table, rows, locals } = selection
  const tree = order.kind === 'list' ? order.items : signal('type')
  const columns = isKeyed(result) ? result.values : result
  if (columns.kind !== 'table') return signal('type')
  const inResult = resolver(q, columns, undefined, NO_LOCALS)
  const isSame = countOf(columns) === rowCount(table, rows)
  const inSource = isSame ? resolver(q, table, rows, locals) : locals
  const positions = q.evaluateTree({ kind: 'list', items: tree }, (name) =>
    name === 'i' ? inSource(name) : (inResult(name) ?? inSource(name)),
  )
  if (positions.kind !== 'vector') return signal('type')
  return gather(result, positions.data as Float64Array)
}

function takePart(result: Value, limit: Value): Value {
  const count = countOf(result)
  if (limit.kind === 'vector') {
    const [offset, length] = [Number(limit.data[0]), Number(limit.data[1])]
    const start = Math.min(offset, count)
    return slice(result, start, Math.min(start + length, count))
  }
  if (limit.kind !== 'atom' || isList(limit)) return signal('type')
  const size = Number(limit.value)
  if (size < 0) return slice(result, Math.max(0, count + size), count)
  return slice(result, 0, Math.min(size, count))
}

/** `?` with three or more arguments: vector conditional, simple exec, and queries. */
export function queryForms(args: readonly Value[], q: Interpreter): Value {
  const [target, positions, tree] = args as readonly [Value, Value, Value]
  if (args.length > 3) return runForm(q, '?', args)
  if (!isTableLike(target)) return vectorConditional(target, positions, tree)
  const { table } = resolveSource(q, target)
  if (positions.kind === 'vector' && positions.type > LONG) return signal('type')
  const rows =
    positions.kind === 'vector'
      ? Float64Array.from(positions.data as Float64Array, Number)
      : undefined
  const isAll = rows === undefined && isNothing(positions)
  const pickedRows: RowPositions = isAll ? undefined : (rows ?? new Float64Array(0))
  return execRows({ q, table, rows: pickedRows, locals: NO_LOCALS }, tree)
}

const isTableLike = (value: Value): boolean =>
  value.kind === 'table' || value.kind === 'dictionary' || isSymbol(value)

/** `!` with four arguments: update and delete. */
export function changeForms(args: readonly Value[], q: Interpreter): Value {
  return runForm(q, '!', args)
}
