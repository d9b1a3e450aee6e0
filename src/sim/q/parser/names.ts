import type { Node } from './ast.ts'

/**
 * The name that a column takes from its expression: the last name in it, but of the two sides of
 * an operator the left one has to give it.
 */
export function columnName(node: Node): string | undefined {
  switch (node.kind) {
    case 'name':
      return node.name.slice(node.name.lastIndexOf('.') + 1)
    case 'apply': {
      const [left] = node.args
      if (node.target.kind === 'verb' && node.args.length === 2) return left && columnName(left)
      const names = node.args.map((argument) => argument && columnName(argument))
      return names.findLast((name) => name !== undefined)
    }
    default:
      return undefined
  }
}
