import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Primitive, Value } from '../values/value.ts'

export type Unary = (x: Value, q: Interpreter) => Value
export type Binary = (x: Value, y: Value, q: Interpreter) => Value

/** The implementation of a verb with three or more arguments. */
interface Nary {
  readonly minimum: number
  readonly maximum: number
  readonly apply: (args: readonly Value[], q: Interpreter) => Value
}

/** A built-in function: an operator or a keyword. The coverage table lists these. */
export interface Verb {
  /** The operator, the keyword, or the full name (`.Q.s1`) of a namespace function. */
  readonly name: string
  /** The console's name, if it differs: `neg` is `-:`. */
  readonly shown: string
  /** What q's `type` returns: 101 unary, 102 operator, 100 defined in q itself. */
  readonly type: number
  /** The number of arguments; missing ones make a projection. */
  readonly rank: number
  readonly unary?: Unary
  readonly binary?: Binary
  readonly nary?: Nary
  /** The result of a fold over an empty list without a seed. */
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

/**
 * For verbs that need files, processes or the network.
 *
 * @throws QError `noaccess` always
 */
export const denyAccess = (): never => signal('noaccess')

/** Whether a verb exists only to refuse access. */
export const isDenied = (verb: Verb): boolean =>
  [verb.unary, verb.binary, verb.nary?.apply].every(
    (way) => way === undefined || way === denyAccess,
  )

/** For verbs that kdb+ defines in q: their `type` is that of a lambda. */
export const DEFINED_IN_Q = { type: 100 } as const

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
