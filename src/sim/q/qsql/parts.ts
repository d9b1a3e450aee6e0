import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Resolve } from '../evaluate/tree.ts'
import { rowsOfPart } from '../tables/source.ts'
import { countOf, gather, itemsOf, namesOf } from '../values/access.ts'
import { long, table } from '../values/build.ts'
import { isSymbolic } from '../values/types.ts'
import type { Partition, Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import { withoutColumns } from './delete.ts'
import { resolveDotted } from './dotted.ts'
import { filterRows } from './rows.ts'
import { type Selection, selectRows, takeRows } from './select.ts'

/** Functions that q applies to all parts together; every other function sees one part at a time. */
const TOGETHER: ReadonlySet<string> = new Set(
  `all any avg count cor cov dev distinct first last max med min prd scov sdev sum svar var wavg
  wsum`.split(/\s+/),
)

/** A query over a partitioned table: the rows of each part after its where clause. */
interface PartedSelection {
  readonly parts: readonly Selection[]
  /** Names besides the table's own that are computed by part: `i`, and dotted columns. */
  readonly extra: readonly string[]
}

/**
 * The parts that satisfy the first condition, if it concerns only parts, and in each the rows that
 * satisfy the others. Row numbers and links count within a part.
 */
export function selectParts(
  q: Interpreter,
  partition: Partition,
  forms: { readonly conditions: Value; readonly shown: readonly Value[] },
  locals: Resolve,
): PartedSelection {
  const { whole } = partition
  const conditions = itemsOf(forms.conditions)
  const [first] = conditions
  const isChoice = first !== undefined && concernsColumn(first, whole, partition.column)
  const chosen = isChoice ? chosenParts(q, partition, first, locals) : undefined
  const otherConditions = {
    kind: 'list',
    items: isChoice ? conditions.slice(1) : conditions,
  } as const
  const names = new Set([...conditions, ...forms.shown].flatMap(namesInTree))
  const extra = [...names].filter(
    (name) => (name === 'i' || name.includes('.')) && !whole.names.includes(name),
  )
  const selectPart = (part: number): Selection => {
    const sub = withExtra(q, rowsOfPart(partition, part), part, extra)
    const isOut = chosen !== undefined && !chosen.has(part)
    const rows = isOut ? new Float64Array(0) : filterRows(q, sub, otherConditions, locals)
    return { q, table: sub, rows, locals }
  }
  const every = [...partition.ends.keys()].filter((part) => chosen?.has(part) ?? true)
  const parts = (every.length === 0 ? [0] : every).map(selectPart)
  const knownNames = parts[0]?.table.names ?? []
  return { parts, extra: extra.filter((name) => knownNames.includes(name)) }
}

/** Whether the columns of a query are computed by part: none needs all rows together. */
export function isByParts(columns: Value): boolean {
  return (
    columns.kind !== 'dictionary' ||
    !itemsOf(columns.values).some((tree) => containsVerb(tree, TOGETHER))
  )
}

const MEDIAN: ReadonlySet<string> = new Set(['med'])

/** @throws QError `part` for a median over several parts, which q refuses as well */
export function refuseMedians(
  { parts }: PartedSelection,
  partition: Partition,
  by: Value,
  columns: Value,
): void {
  const isWithin =
    by.kind === 'dictionary' && itemsOf(by.values).flatMap(namesInTree).includes(partition.column)
  if (parts.length > 1 && !isWithin && columns.kind === 'dictionary') {
    if (itemsOf(columns.values).some((tree) => containsVerb(tree, MEDIAN))) signal('part')
  }
}

/** The selected rows of all parts as one selection. */
export function together({ parts }: PartedSelection): Selection {
  const [first] = parts as readonly [Selection, ...Selection[]]
  const rows = parts.map((part) => takeRows(part.table, part.rows))
  return { ...first, table: razeTables(first.q, rows), rows: undefined }
}

/** The columns of a query in each part, concatenated. */
export const joinParts = (q: Interpreter, parts: readonly Selection[], columns: Value): Table =>
  razeTables(
    q,
    parts.map((part) => selectRows(part, columns)),
  )

const razeTables = (q: Interpreter, tables: readonly Table[]): Table =>
  q.apply(q.lookUp('raze'), [{ kind: 'list', items: tables }]) as Table

/** A result without the additional computed columns. */
export function withoutExtra(result: Value, extra: readonly string[]): Value {
  if (result.kind === 'table') return dropExtra(result, extra)
  return isKeyed(result) ? { ...result, values: dropExtra(result.values, extra) } : result
}

const dropExtra = (value: Table, extra: readonly string[]): Table =>
  withoutColumns(
    value,
    extra.filter((name) => value.names.includes(name)),
  )

function chosenParts(
  q: Interpreter,
  { whole, column, ends }: Partition,
  condition: Value,
  locals: Resolve,
): ReadonlySet<number> {
  const filledParts = [...ends.keys()].filter(
    (part) => (ends[part] as number) > (ends[part - 1] ?? 0),
  )
  const values = whole.columns[whole.names.indexOf(column)] as Value
  const heads = table(
    [column],
    [
      gather(
        values,
        filledParts.map((part) => ends[part - 1] ?? 0),
      ),
    ],
  )
  const rows = filterRows(q, heads, { kind: 'list', items: [condition] }, locals)
  return new Set(
    rows === undefined ? filledParts : Array.from(rows, (row) => filledParts[row] as number),
  )
}

/** A part with its row numbers and linked columns, if they are used. */
function withExtra(q: Interpreter, sub: Table, part: number, extra: readonly string[]): Table {
  const names = [...sub.names]
  const columns = [...sub.columns]
  const find = (name: string): Value | undefined => sub.columns[sub.names.indexOf(name)]
  for (const name of extra) {
    const column =
      name === 'i'
        ? q.apply(q.lookUp('til'), [long(countOf(sub))])
        : resolveDotted(q, name, find, part)
    if (column === undefined) continue
    names.push(name)
    columns.push(column)
  }
  return table(names, columns)
}

/** Whether a condition uses only the partition column. */
function concernsColumn(condition: Value, wholeTable: Table, column: string): boolean {
  const names = namesInTree(condition).filter(
    (name) => name === 'i' || wholeTable.names.includes(name.split('.')[0] as string),
  )
  return names.length > 0 && names.every((name) => name === column)
}

/** The names in a parse tree, including columns; enlisted symbols are constants. */
function namesInTree(tree: Value): readonly string[] {
  if (tree.kind === 'atom') return isSymbolic(tree.type) ? [String(tree.value)] : []
  if (tree.kind === 'list') return tree.items.length > 1 ? tree.items.flatMap(namesInTree) : []
  const isNames = tree.kind === 'vector' && isSymbolic(tree.type) && tree.data.length > 1
  return isNames ? namesOf(tree) : []
}

/** Whether a parse tree contains one of the functions. */
function containsVerb(tree: Value, verbs: ReadonlySet<string>): boolean {
  if (tree.kind === 'primitive') return verbs.has(tree.verb.name)
  return tree.kind === 'list' && tree.items.some((item) => containsVerb(item, verbs))
}
