import { positionIn } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { rowsOfPart } from '../tables/source.ts'
import { columnOf, gather, itemsOf } from '../values/access.ts'
import { symbol } from '../values/build.ts'
import { isTemporal } from '../values/types.ts'
import type { Atom, Table, Value, Vector } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'

const PARTS: ReadonlySet<string> = new Set(
  'date year month mm week dd hh uu ss minute second time timestamp timespan datetime'.split(' '),
)

/**
 * `owner.part.part`, if `find` knows the owner; undefined if a part does not exist. Links between
 * partitioned tables lead to rows of the part with the same number.
 */
export function resolveDotted(
  q: Interpreter,
  name: string,
  find: (name: string) => Value | undefined,
  number?: number,
): Value | undefined {
  if (name.startsWith('.')) return undefined
  const [owner, ...parts] = name.split('.') as [string, ...string[]]
  if (parts.length === 0) return undefined
  let value = find(owner)
  for (const part of parts) {
    if (value === undefined) return undefined
    value = datePart(q, value, part, number)
  }
  return value
}

/** A part of a value by name: of a time, or a column through a foreign key. */
export function datePart(
  q: Interpreter,
  value: Value,
  part: string,
  number?: number,
): Value | undefined {
  if (value.kind === 'atom' || value.kind === 'vector') {
    if (value.domain !== undefined) return throughKey(q, value, part, number)
    const cast = q.verbs.find('$')
    if (!isTemporal(value.type) || !PARTS.has(part) || cast === undefined) return undefined
    return q.apply(primitive(cast), [symbol(part), value])
  }
  return undefined
}

function throughKey(
  q: Interpreter,
  value: Atom | Vector,
  part: string,
  number: number | undefined,
): Value | undefined {
  const target = q.find(value.domain as string)
  if (target === undefined) return undefined
  const positions = rowsBehind(target, value)
  const owner = isKeyed(target) && !target.values.names.includes(part) ? target.keys : target
  const columns = isKeyed(owner) ? owner.values : owner
  if (columns.kind !== 'table' || !columns.names.includes(part)) return undefined
  const gathered = gather(columnOf(inPart(columns, number), part), positions)
  return value.kind === 'atom' ? itemsOf(gathered)[0] : gathered
}

/** @throws QError `par` for rows of a partitioned table when their part is not known */
function inPart(target: Table, number: number | undefined): Table {
  const { partition } = target
  if (partition === undefined) return target
  return number === undefined ? signal('par') : rowsOfPart(partition, number)
}

/** The row numbers of an enumeration over a table. */
function rowsBehind(target: Value, value: Atom | Vector): readonly number[] {
  const items = itemsOf(value)
  if (!isKeyed(target)) {
    return items.map((item) => (item.kind === 'atom' ? Number(item.value) : -1))
  }
  const [keys] = target.keys.columns
  if (keys?.kind !== 'vector') return []
  return items.map((item) =>
    item.kind === 'atom'
      ? positionIn(keys, { kind: 'atom', type: keys.type, value: item.value })
      : -1,
  )
}
