import type { Iterator, Value } from '../values/value.ts'
import type { Pattern } from './pattern.ts'

interface Placed {
  /** Offset in the source, for the caret of an error. */
  readonly position: number
}

/** What an expression is made of. Undefined stands where an argument or an item is left out. */
export type Node =
  | ConstantNode
  | NameNode
  | VerbNode
  | IteratorNode
  | DerivedNode
  | ApplyNode
  | ComposeNode
  | ListNode
  | TableNode
  | LambdaNode
  | AssignNode
  | PatternNode
  | MatchNode
  | ReturnNode
  | SignalNode
  | ControlNode
  | QueryNode

interface ConstantNode extends Placed {
  readonly kind: 'constant'
  readonly value: Value
  /** Stands for what was left out behind a name: `([a:])`. */
  readonly isElided?: true
}

interface NameNode extends Placed {
  readonly kind: 'name'
  readonly name: string
}

/** An operator, in its unary form where the name ends in a colon: `+:`. */
interface VerbNode extends Placed {
  readonly kind: 'verb'
  readonly name: string
}

/** An iterator by itself, as in `'[f;g]`. */
interface IteratorNode extends Placed {
  readonly kind: 'iterator'
  readonly iterator: Iterator
}

interface DerivedNode extends Placed {
  readonly kind: 'derived'
  readonly iterator: Iterator
  readonly target: Node
}

/** All application: by brackets, infix, by juxtaposition. */
export interface ApplyNode extends Placed {
  readonly kind: 'apply'
  readonly target: Node
  readonly args: readonly (Node | undefined)[]
}

interface ComposeNode extends Placed {
  readonly kind: 'compose'
  readonly outer: Node
  readonly inner: Node
}

interface ListNode extends Placed {
  readonly kind: 'list'
  readonly items: readonly (Node | undefined)[]
}

/** A column as it is written: with a name, or an expression that a name is taken from. */
export interface ColumnNode {
  readonly name: string | undefined
  readonly value: Node
}

/** `([keys] columns)`; `keys` is undefined for a plain table, `isDictionary` for `([a:1])`. */
export interface TableNode extends Placed {
  readonly kind: 'table'
  readonly keys: readonly ColumnNode[]
  readonly columns: readonly ColumnNode[]
  readonly isDictionary: boolean
}

/** The parameters of a lambda, those that are matched with patterns among them. */
export interface Parameters {
  readonly names: readonly string[]
  readonly patterns: readonly { readonly name: string; readonly pattern: Pattern }[]
}

export interface LambdaNode extends Placed {
  readonly kind: 'lambda'
  readonly source: string
  /** The name it is assigned to where it is written, for the frames of errors. */
  readonly name?: string
  /** Undefined when it has no list of parameters: then x, y and z are. */
  readonly parameters: Parameters | undefined
  readonly body: readonly (Node | undefined)[]
}

export interface AssignNode extends Placed {
  readonly kind: 'assign'
  readonly name: string
  /** Written with `::`. */
  readonly global: boolean
  readonly indexes: readonly (Node | undefined)[] | undefined
  /** The operator of an assignment through it, such as `+` in `x+:1`. */
  readonly operator: Node | undefined
  readonly value: Node
  /** How the value is written, which a view keeps. */
  readonly valueText: string
}

/** `(a;b):value`. */
export interface PatternNode extends Placed {
  readonly kind: 'pattern'
  readonly pattern: Pattern
  readonly value: Node
}

/** `:[value;pattern;result;…;otherwise]`. */
export interface MatchNode extends Placed {
  readonly kind: 'match'
  readonly value: Node
  readonly cases: readonly { readonly pattern: Pattern; readonly result: Node }[]
  readonly otherwise: Node | undefined
}

interface ReturnNode extends Placed {
  readonly kind: 'return'
  readonly value: Node
}

interface SignalNode extends Placed {
  readonly kind: 'signal'
  readonly value: Node
}

/** `$[...]`, `if[...]`, `while[...]`, `do[...]` and the block `[a;b]`. */
export interface ControlNode extends Placed {
  readonly kind: 'control'
  readonly word: '$' | 'if' | 'while' | 'do' | 'block'
  readonly parts: readonly (Node | undefined)[]
}

export type QueryWord = 'select' | 'exec' | 'update' | 'delete'

/** A query as it is written. `qsql/lower.ts` brings it to the functional form. */
export interface QueryNode extends Placed {
  readonly kind: 'query'
  readonly word: QueryWord
  readonly distinct: boolean
  /** What stands in the brackets of `select[5;>price]`. */
  readonly limit: Node | undefined
  readonly order: { readonly descending: boolean; readonly column: Node } | undefined
  readonly columns: readonly ColumnNode[]
  readonly by: readonly ColumnNode[] | undefined
  readonly from: Node
  readonly where: readonly Node[]
}
