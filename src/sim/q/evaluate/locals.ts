import type { LambdaNode, Node } from '../parser/ast.ts'
import { nodesIn, type Pattern, patternNames } from '../parser/pattern.ts'

const IMPLICIT = ['x', 'y', 'z'] as const

/** The parameters of a lambda: the listed ones, or those of x, y, z that the body uses. */
export function listParameters(lambda: LambdaNode): readonly string[] {
  if (lambda.parameters !== undefined) return lambda.parameters.names
  let count = 1
  const visit = (node: Node): void => {
    const name = node.kind === 'name' || node.kind === 'assign' ? node.name : ''
    count = Math.max(count, IMPLICIT.indexOf(name as 'x') + 1)
    for (const child of outsidePhrases(node)) if (child !== undefined) visit(child)
  }
  for (const node of lambda.body) if (node !== undefined) visit(node)
  return IMPLICIT.slice(0, count)
}

/**
 * The names of the local variables, parameters first: everything that the body assigns with `:`.
 */
export function listLocals(lambda: LambdaNode, parameters: readonly string[]): readonly string[] {
  const names = new Set(parameters)
  const add = (pattern: Pattern): void => {
    for (const name of patternNames(pattern)) if (!name.startsWith('.')) names.add(name)
  }
  for (const { pattern } of lambda.parameters?.patterns ?? []) add(pattern)
  visitBody(lambda, (node) => {
    if (node.kind === 'assign' && !node.global && !node.name.startsWith('.')) {
      if (node.indexes === undefined && node.operator === undefined) names.add(node.name)
    }
    if (node.kind === 'pattern') add(node.pattern)
    if (node.kind === 'match') for (const { pattern } of node.cases) add(pattern)
  })
  return [...names]
}

function visitBody(lambda: LambdaNode, visit: (node: Node) => void): void {
  for (const node of lambda.body) if (node !== undefined) eachNode(node, visit)
}

/** Visits a node and its descendants, except inner lambdas, which have variables of their own. */
export function eachNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of childNodes(node)) if (child !== undefined) eachNode(child, visit)
}

/** The children of a node. For a query these are only its limit and table; the rest are columns. */
export const outsidePhrases = (node: Node): readonly (Node | undefined)[] =>
  node.kind === 'query' ? [node.limit, node.from] : childNodes(node)

/** The children of a node. */
export function childNodes(node: Node): readonly (Node | undefined)[] {
  switch (node.kind) {
    case 'derived':
      return [node.target]
    case 'apply':
      return [node.target, ...node.args]
    case 'compose':
      return [node.outer, node.inner]
    case 'list':
      return node.items
    case 'table':
      return [...node.keys, ...node.columns].map(({ value }) => value)
    case 'assign':
      return [...(node.indexes ?? []), node.value]
    case 'pattern':
      return [...nodesIn(node.pattern), node.value]
    case 'match':
      return [
        node.value,
        ...node.cases.flatMap(({ pattern, result }) => [...nodesIn(pattern), result]),
        node.otherwise,
      ]
    case 'return':
    case 'signal':
      return [node.value]
    case 'control':
      return node.parts
    case 'query':
      return [
        node.limit,
        node.order?.column,
        ...[...node.columns, ...(node.by ?? [])].map(({ value }) => value),
        node.from,
        ...node.where,
      ]
    default:
      return []
  }
}
