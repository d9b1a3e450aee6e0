import type { Node } from './ast.ts'

const OPERATORS = '+-*%!&|<>=~,^#_$?@.'

/**
 * An operator as it applies to one argument: alone in parentheses before it, or in k. Other nodes
 * stay what they are.
 */
export const inUnaryForm = (node: Node): Node =>
  node.kind === 'verb' && OPERATORS.includes(node.name) ? { ...node, name: `${node.name}:` } : node
