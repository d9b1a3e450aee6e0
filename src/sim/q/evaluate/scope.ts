import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import type { Code, Lambda, Value } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * What makes code of nodes. Each kind of node has its file, and nodes are made of nodes: the files
 * reach the others through the scope, so that none of them imports who imports it.
 */
export interface Compiler {
  readonly expression: (scope: Scope, node: Node) => Code
  /** A statement whose value nobody wants. */
  readonly effect: (scope: Scope, node: Node) => Code
  readonly lambda: (scope: Scope, node: LambdaNode) => Lambda
  /** The parse tree as a value. */
  readonly tree: (scope: Scope, node: Node | undefined) => Value
}

/** What code is compiled against. */
export interface Scope {
  readonly q: Interpreter
  readonly compiler: Compiler
  readonly source: string
  /** The namespace, '' for the default. */
  readonly context: string
  /** The slots of the lambda around, by name; undefined at the top level. */
  readonly slots: ReadonlyMap<string, number> | undefined
  /** The name of the function around, for the frames of errors. */
  readonly owner?: string
}

/** An expression as code. */
export const expressionCode = (scope: Scope, node: Node): Code =>
  scope.compiler.expression(scope, node)

/** The parse tree of an expression as a value. */
export const treeOf = (scope: Scope, node: Node | undefined): Value =>
  scope.compiler.tree(scope, node)

/** A lambda as a value. */
export const lambdaValue = (scope: Scope, node: LambdaNode): Lambda =>
  scope.compiler.lambda(scope, node)

/** The value of an operator, in its unary form with a colon. @throws QError for no operator */
export function verbValue({ q }: Scope, name: string, position: number): Value {
  const verb = q.verbs.find(name) ?? q.verbs.findUnaryForm(name)
  if (verb === undefined) throw new QError('nyi', position)
  return primitive(verb)
}
