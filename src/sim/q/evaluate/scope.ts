import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import type { Code, Lambda, Value } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Compiles nodes to code. Each kind of node has its own file, and nodes contain nodes. Files call
 * each other through the scope, which avoids import cycles.
 */
export interface Compiler {
  readonly expression: (scope: Scope, node: Node) => Code
  /** Compiles a statement whose value is not used. */
  readonly effect: (scope: Scope, node: Node) => Code
  readonly lambda: (scope: Scope, node: LambdaNode) => Lambda
  /** Makes the parse tree of a node. */
  readonly tree: (scope: Scope, node: Node | undefined) => Value
}

/** The context of a compilation. */
export interface Scope {
  readonly q: Interpreter
  readonly compiler: Compiler
  readonly source: string
  /** The namespace; '' for the default. */
  readonly context: string
  /** The slots of the enclosing lambda by name; undefined at the top level. */
  readonly slots: ReadonlyMap<string, number> | undefined
  /** The name of the enclosing function, for error frames. */
  readonly owner?: string
}

/** Compiles an expression. */
export const expressionCode = (scope: Scope, node: Node): Code =>
  scope.compiler.expression(scope, node)

/** The parse tree of an expression as a value. */
export const toTree = (scope: Scope, node: Node | undefined): Value =>
  scope.compiler.tree(scope, node)

/** Makes a lambda. */
export const lambdaValue = (scope: Scope, node: LambdaNode): Lambda =>
  scope.compiler.lambda(scope, node)

/**
 * The value of an operator; a colon marks its unary form.
 *
 * @throws QError if it is not an operator
 */
export function verbValue({ q }: Scope, name: string, position: number): Value {
  const verb = q.verbs.find(name) ?? q.verbs.findUnaryForm(name)
  if (verb === undefined) throw new QError('nyi', position)
  return primitive(verb)
}
