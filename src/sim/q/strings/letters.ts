import { atomic, type Leaf } from '../arithmetic/atomic.ts'
import { signal } from '../errors.ts'
import { slice } from '../values/access.ts'
import { collapse, dictionary, table } from '../values/build.ts'
import { spendReading } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import { CHAR, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Atom, Scalar, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

type Change = (text: string) => string

const asciiUpper: Change = (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
const asciiLower: Change = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** `upper x`: letters of strings and symbols as capitals. */
export const upper = (x: Value): Value => atomic(x, (leaf) => changed(leaf, asciiUpper))

/** `lower x`: letters of strings and symbols as small ones. */
export const lower = (x: Value): Value => atomic(x, (leaf) => changed(leaf, asciiLower))

function changed(leaf: Leaf, change: Change): Value {
  if (leaf.type === CHAR) {
    const byte = (code: number): number => change(String.fromCharCode(code)).charCodeAt(0)
    if (leaf.kind === 'atom') return { ...leaf, value: byte(leaf.value as number) }
    return { ...leaf, attribute: '', data: (leaf.data as Uint8Array).map(byte) }
  }
  if (!isSymbolic(leaf.type)) return signal('type')
  if (leaf.kind === 'atom') return plain({ ...leaf, value: change(leaf.value as string) })
  return plain({ ...leaf, attribute: '', data: (leaf.data as string[]).map(change) })
}

/** Enumerated symbols become symbols, since what they change to need not be in the domain. */
function plain(leaf: Leaf): Value {
  const { domain: _, ...rest } = leaf
  return { ...rest, type: SYMBOL } as Atom | Vector
}

/** Takes blanks off the ends that are asked for; each item of a general list by itself. */
export function trim(x: Value, ends: { readonly left: boolean; readonly right: boolean }): Value {
  switch (x.kind) {
    case 'list':
      return collapse(x.items.map((item) => trim(item, ends)))
    case 'dictionary':
      return dictionary(x.keys, trim(x.values, ends))
    case 'table':
      return table(
        x.names,
        x.columns.map((column) => trim(column, ends)),
      )
    case 'vector':
      return trimVector(x, ends.left, ends.right)
    case 'atom':
      return x
    default:
      return signal('type')
  }
}

function trimVector(x: Vector, left: boolean, right: boolean): Value {
  spendReading(x.data.length)
  const isBlank = (i: number): boolean => {
    const item = x.data[i] as Scalar
    return isNullScalar(x.type, typeof item === 'bigint' ? fromWide(item) : item)
  }
  let start = 0
  let end = x.data.length
  if (left) while (start < end && isBlank(start)) start++
  if (right) while (end > start && isBlank(end - 1)) end--
  return start === 0 && end === x.data.length ? x : slice(x, start, end)
}
