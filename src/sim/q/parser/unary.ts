import type { Node } from './ast.ts'

const OPERATORS = '+-*%!&|<>=~,^#_$?@.'

/**
 * An operator in its unary form: alone in parentheses before one argument, or in k. Other nodes
 * stay unchanged.
 */
export const inUnaryForm = (node: Node): Node =>
  node.kind === 'verb' && OPERATORS.includes(node.name) ? { ...node, name: `${node.name}:` } : node
