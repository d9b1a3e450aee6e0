import type { ColumnNode, Node } from './ast.ts'

/** The name of a table's column from its expression: the name that it ends with. */
export function columnName(node: Node): string | undefined {
  switch (node.kind) {
    case 'name':
    case 'assign':
      return node.name.slice(node.name.lastIndexOf('.') + 1)
    case 'apply': {
      const last = node.args.at(-1)
      return last && columnName(last)
    }
    default:
      return undefined
  }
}

/** The names of columns; a name that its column only inferred gets a number if it is taken. */
export function columnNames(columns: readonly ColumnNode[]): string[] {
  const names: string[] = []
  for (const { name, value } of columns) {
    names.push(name ?? freshName(names, columnName(value) ?? 'x'))
  }
  return names
}

/** A name that is not taken: the name, or the name with the first free number. */
export function freshName(usedNames: readonly string[], name: string): string {
  for (let suffix = 0; ; suffix++) {
    const candidate = suffix === 0 ? name : `${name}${suffix}`
    if (!usedNames.includes(candidate)) return candidate
  }
}

/** Verbs whose result gets its name only from the left side: `2*price` is not a price. */
const NAMED_BY_LEFT = new Set(['+', '-', '*', '%', '&', '|', '=', '<>', '<', '>', '<=', '>=', '~'])

/**
 * The name of a query's column: as for a table, but of an operator's two sides the left one
 * decides. If that has no name (`0^price`, `` `date$time ``, `` `g#sym ``), the right side does,
 * unless the operator computes or compares.
 */
export function queryColumnName(node: Node): string | undefined {
  if (node.kind !== 'apply') return columnName(node)
  const names = node.args.map((argument) =>
    argument === undefined ? undefined : queryColumnName(argument),
  )
  if (node.target.kind !== 'verb' || names.length !== 2) return lastName(names)
  return names[0] ?? (NAMED_BY_LEFT.has(node.target.name) ? undefined : names[1])
}

const lastName = (names: readonly (string | undefined)[]): string | undefined =>
  names.findLast((name) => name !== undefined)
