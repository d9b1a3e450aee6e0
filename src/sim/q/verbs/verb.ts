import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Primitive, Value } from '../values/value.ts'

export type Unary = (x: Value, q: Interpreter) => Value
export type Binary = (x: Value, y: Value, q: Interpreter) => Value

/** What a verb does with three or more arguments. */
interface Nary {
  readonly minimum: number
  readonly maximum: number
  readonly apply: (args: readonly Value[], q: Interpreter) => Value
}

/** A built-in function: an operator or a keyword. The coverage table is made from these. */
export interface Verb {
  /** The operator or the keyword, or the full name (`.Q.s1`) of a function of a namespace. */
  readonly name: string
  /** How the console shows it, when that is not its name: `neg` is `-:`. */
  readonly shown: string
  /** 101 unary, 102 operator, 100 what q writes in q itself. */
  readonly type: number
  /** Arguments it waits for: what is missing makes a projection. */
  readonly rank: number
  readonly unary?: Unary
  readonly binary?: Binary
  readonly nary?: Nary
  /** What it gives on an empty list when it is folded without a seed. */
  readonly identity?: Value
  /** One line for the coverage table. */
  readonly doc: string
}

interface Extra {
  readonly shown?: string
  readonly type?: number
  readonly rank?: number
  readonly identity?: Value
}

/** What needs files, processes or the network. @throws QError `noaccess` always */
export const denied = (): never => signal('noaccess')

/** Whether a verb is there only to say that it is not allowed. */
export const isDenied = (verb: Verb): boolean =>
  [verb.unary, verb.binary, verb.nary?.apply].every((way) => way === undefined || way === denied)

/** A verb of one argument. */
export const unary = (name: string, doc: string, apply: Unary, extra: Extra = {}): Verb => ({
  name,
  shown: name,
  type: 101,
  rank: 1,
  unary: apply,
  doc,
  ...extra,
})

/** A verb of two arguments. */
export const binary = (name: string, doc: string, apply: Binary, extra: Extra = {}): Verb => ({
  name,
  shown: name,
  type: 102,
  rank: 2,
  binary: apply,
  doc,
  ...extra,
})

/** A verb of three or more arguments, up to `maximum`. */
export const nary = (
  name: string,
  doc: string,
  minimum: number,
  maximum: number,
  apply: Nary['apply'],
  extra: Extra = {},
): Verb => ({
  name,
  shown: name,
  type: 100,
  rank: minimum,
  nary: { minimum, maximum, apply },
  doc,
  ...extra,
})

/** The value that stands for a verb. */
export const primitive = (verb: Verb): Primitive => ({ kind: 'primitive', verb })
