import type { Iterator, Value } from '../values/value.ts'
import type { Pattern } from './pattern.ts'

interface Placed {
  /** The offset in the source, for the caret of an error. */
  readonly position: number
}

/** A node of an expression. Omitted arguments and items are undefined. */
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
  /** Marks an omitted value after a name: `([a:])`. */
  readonly isElided?: true
}

interface NameNode extends Placed {
  readonly kind: 'name'
  readonly name: string
}

/** An operator; a colon at the end of its name marks its unary form: `+:`. */
interface VerbNode extends Placed {
  readonly kind: 'verb'
  readonly name: string
}

/** An iterator on its own, as in `'[f;g]`. */
interface IteratorNode extends Placed {
  readonly kind: 'iterator'
  readonly iterator: Iterator
}

interface DerivedNode extends Placed {
  readonly kind: 'derived'
  readonly iterator: Iterator
  readonly target: Node
}

/** Any application: with brackets, infix, or by juxtaposition. */
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

/** A column as written: with a name, or with an expression that provides it. */
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

/** The parameters of a lambda, including patterns. */
export interface Parameters {
  readonly names: readonly string[]
  readonly patterns: readonly { readonly name: string; readonly pattern: Pattern }[]
}

export interface LambdaNode extends Placed {
  readonly kind: 'lambda'
  readonly source: string
  /** The name that it is assigned to, for error frames. */
  readonly name?: string
  /** Undefined without a parameter list: then x, y and z are the parameters. */
  readonly parameters: Parameters | undefined
  readonly body: readonly (Node | undefined)[]
}

export interface AssignNode extends Placed {
  readonly kind: 'assign'
  readonly name: string
  /** Whether it is written with `::`. */
  readonly global: boolean
  readonly indexes: readonly (Node | undefined)[] | undefined
  /** The operator of an assignment through it, such as `+` in `x+:1`. */
  readonly operator: Node | undefined
  readonly value: Node
  /** The source of the value, which a view keeps. */
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

/** A query as written. `qsql/lower.ts` converts it to the functional form. */
export interface QueryNode extends Placed {
  readonly kind: 'query'
  readonly word: QueryWord
  readonly distinct: boolean
  /** The content of the brackets in `select[5;>price]`. */
  readonly limit: Node | undefined
  readonly order: { readonly descending: boolean; readonly column: Node } | undefined
  readonly columns: readonly ColumnNode[]
  readonly by: readonly ColumnNode[] | undefined
  readonly from: Node
  readonly where: readonly Node[]
}
