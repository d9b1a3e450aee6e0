import type { Node } from './ast.ts'

/** The name that a column of a table takes from its expression: the last name in it. */
export function columnName(node: Node): string | undefined {
  switch (node.kind) {
    case 'name':
    case 'assign':
      return node.name.slice(node.name.lastIndexOf('.') + 1)
    case 'apply': {
      const names = node.args.map((argument) => argument && columnName(argument))
      return names.findLast((name) => name !== undefined)
    }
    default:
      return undefined
  }
}

/**
 * The name that a column of a query takes: as that of a table, but of the two sides of an operator
 * the left one has to give it.
 */
export function queryColumnName(node: Node): string | undefined {
  if (node.kind !== 'apply') return columnName(node)
  const isInfix = node.target.kind === 'verb' && node.args.length === 2
  const names = (isInfix ? node.args.slice(0, 1) : node.args).map((argument) =>
    argument === undefined ? undefined : queryColumnName(argument),
  )
  return names.findLast((name) => name !== undefined)
}
