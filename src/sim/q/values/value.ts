import type { Verb } from '../verbs/verb.ts'

/**
 * One item of a vector. Booleans, bytes and chars are 0 to 255. Other numbers have NaN for the
 * null, and infinities for the infinities of their type. A 64-bit integer beyond exact doubles is a
 * bigint. Symbols and guids are strings, one character per byte.
 */
export type Scalar = number | bigint | string

/**
 * The items of a vector. `Float64Array` stores all numbers except booleans, bytes and chars. 64-bit
 * integers move to a `BigInt64Array` if one is not exact as a double ("wide"), with q's own bit
 * patterns for null and infinities there.
 */
export type Data = Uint8Array | Float64Array | BigInt64Array | string[]

/**
 * Marks a value that only one holder can see: a variable (its frame or cell), or the `Hold` of the
 * enclosing list or dictionary. Only such values are amended in place; see `values/hold.ts`.
 */
export interface Hold {
  readonly by: object
}

/** The attribute of a list: none, sorted, unique, parted, grouped. */
export type Attribute = '' | 's' | 'u' | 'p' | 'g'

export interface Atom {
  readonly kind: 'atom'
  /** The positive type number. */
  readonly type: number
  readonly value: Scalar
  /** The domain's name of an enumerated symbol. */
  readonly domain?: string
}

export interface Vector {
  readonly kind: 'vector'
  readonly type: number
  readonly data: Data
  readonly attribute: Attribute
  readonly domain?: string
  readonly hold?: Hold | undefined
}

/** A general list. Lists of atoms of one type are vectors instead (`collapse`). */
export interface List {
  readonly kind: 'list'
  readonly items: readonly Value[]
  readonly hold?: Hold | undefined
  /** Omitted for none; the console does not show it. */
  readonly attribute?: Attribute
}

export interface Dictionary {
  readonly kind: 'dictionary'
  readonly keys: Value
  readonly values: Value
  /** `s` for a step dictionary. */
  readonly attribute: Attribute
  readonly hold?: Hold | undefined
}

export interface Table {
  readonly kind: 'table'
  readonly names: readonly string[]
  readonly columns: readonly Value[]
  readonly attribute: Attribute
  /** Set for a table in the parts of a database. */
  readonly partition?: Partition
  /**
   * Set for a table on disk: the folder of its columns, or the name of a table that does not exist.
   */
  readonly source?: string
  /** Whether that source does not exist, so its columns cannot be used. */
  readonly isMissing?: boolean
}

/** The partitioning of a table's rows: the partition column, and the end of each part. */
export interface Partition {
  readonly name: string
  readonly whole: Table
  readonly column: string
  readonly ends: readonly number[]
}

/** The local variables of one call of a lambda, by slot. */
export interface Frame {
  readonly slots: (Value | undefined)[]
  readonly lambda: Lambda
  /** Set by `:x`, which ends the call. */
  returned: Value | undefined
}

/** Compiled code: evaluates an expression in a frame. */
export type Code = (frame: Frame) => Value

export interface Lambda {
  readonly kind: 'lambda'
  readonly source: string
  /** The name that it was assigned to. */
  readonly name?: string | undefined
  readonly rank: number
  /** The names of the slots, parameters first. */
  readonly locals: readonly string[]
  /** The namespace of its definition; '' for the default. */
  readonly context: string
  /** The stack units that a call may use, see `values/meter.ts`. */
  readonly weight: number
  readonly body: Code
  /** The result of `value`, if this is not a lambda but the definition of a view. */
  readonly parts?: () => Value
}

/** A function with some of its arguments; open ones are undefined. */
export interface Projection {
  readonly kind: 'projection'
  readonly target: Value
  readonly arguments: readonly (Value | undefined)[]
}

export interface Composition {
  readonly kind: 'composition'
  readonly outer: Value
  readonly inner: Value
}

export type Iterator = "'" | '/' | '\\' | "':" | '/:' | '\\:'

export interface Derived {
  readonly kind: 'derived'
  readonly iterator: Iterator
  readonly target: Value
}

export interface Primitive {
  readonly kind: 'primitive'
  readonly verb: Verb
}

export interface IteratorValue {
  readonly kind: 'iterator'
  readonly iterator: Iterator
}

export type FunctionValue = Lambda | Projection | Composition | Derived | Primitive | IteratorValue

export type Value = Atom | Vector | List | Dictionary | Table | FunctionValue

/** Whether the value is a function of any kind, including `::`. */
export function isFunction(value: Value): value is FunctionValue {
  switch (value.kind) {
    case 'atom':
    case 'vector':
    case 'list':
    case 'dictionary':
    case 'table':
      return false
    default:
      return true
  }
}

/** Whether the value is a vector or a general list. */
export const isList = (value: Value): value is Vector | List =>
  value.kind === 'vector' || value.kind === 'list'

/** Whether the value can be a column: a list, or a table whose rows are dictionaries. */
export const isColumn = (value: Value): value is Vector | List | Table =>
  isList(value) || value.kind === 'table'

/** A table of keys, mapped row by row to a table of values. */
export type KeyedTable = Dictionary & { readonly keys: Table; readonly values: Table }

/** Whether the value is a keyed table. */
export const isKeyed = (value: Value): value is KeyedTable =>
  value.kind === 'dictionary' && value.keys.kind === 'table' && value.values.kind === 'table'

const DERIVED_TYPES: Readonly<Record<Iterator, number>> = {
  "'": 106,
  '/': 107,
  '\\': 108,
  "':": 109,
  '/:': 110,
  '\\:': 111,
}

/** The type number that `type` returns. */
export function typeOf(value: Value): number {
  switch (value.kind) {
    case 'atom':
      return -value.type
    case 'vector':
      return value.type
    case 'list':
      return 0
    case 'table':
      return 98
    case 'dictionary':
      return 99
    case 'lambda':
      return 100
    case 'primitive':
      return value.verb.type
    case 'iterator':
      return 103
    case 'projection':
      return 104
    case 'composition':
      return 105
    case 'derived':
      return DERIVED_TYPES[value.iterator]
  }
}
