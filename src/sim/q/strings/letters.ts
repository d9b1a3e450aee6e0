import { atomic, type Leaf } from '../arithmetic/atomic.ts'
import { signal } from '../errors.ts'
import { countOf, slice } from '../values/access.ts'
import { collapse, dictionary, table } from '../values/build.ts'
import { pollAtItem, spendReading } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import { CHAR, isSymbolic, SYMBOL } from '../values/types.ts'
import type { Atom, Scalar, Table, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

/** A change of letters, for text and for bytes. */
interface Change {
  readonly ofText: (text: string) => string
  readonly ofBytes: Uint8Array
}

const toChange = (ofText: Change['ofText']): Change => ({
  ofText,
  ofBytes: Uint8Array.from({ length: 256 }, (_, code) =>
    ofText(String.fromCharCode(code)).charCodeAt(0),
  ),
})

const toUpper = toChange((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()))
const toLower = toChange((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))

/** `upper x`: converts the letters of strings and symbols to capitals. */
export const upper = (x: Value): Value => atomic(x, (leaf) => changeLetters(leaf, toUpper))

/** `lower x`: converts the letters of strings and symbols to lower case. */
export const lower = (x: Value): Value => atomic(x, (leaf) => changeLetters(leaf, toLower))

function changeLetters(leaf: Leaf, { ofText, ofBytes }: Change): Value {
  if (leaf.type === CHAR) {
    if (leaf.kind === 'atom') return { ...leaf, value: ofBytes[leaf.value as number] as number }
    const data = (leaf.data as Uint8Array).map((code) => ofBytes[code] as number)
    return { ...leaf, attribute: '', data }
  }
  if (!isSymbolic(leaf.type) || isRowNumber(leaf)) return signal('type')
  if (leaf.kind === 'atom') return asText({ ...leaf, value: ofText(leaf.value as string) })
  const names = (leaf.data as string[]).map((name, i) => {
    pollAtItem(i)
    return ofText(name)
  })
  return asText({ ...leaf, attribute: '', data: names })
}

/** Whether a link holds row numbers instead of symbols. */
const isRowNumber = (leaf: Leaf): boolean =>
  leaf.kind === 'atom' ? typeof leaf.value !== 'string' : !Array.isArray(leaf.data)

/** Enumerated symbols become plain, since the changed ones may be outside the domain. */
function asText(leaf: Leaf): Value {
  const { domain: _, ...rest } = leaf
  return { ...rest, type: SYMBOL } as Atom | Vector
}

interface Ends {
  readonly left: boolean
  readonly right: boolean
}

/** Removes spaces from the given ends; in a general list from each item. */
export function trim(x: Value, ends: Ends): Value {
  switch (x.kind) {
    case 'list':
      return collapse(x.items.map((item) => trim(item, ends)))
    case 'dictionary':
      return dictionary(x.keys, trim(x.values, ends))
    case 'table':
      return trimColumns(x, ends)
    case 'vector':
      return trimVector(x, ends.left, ends.right)
    case 'atom':
      return x
    default:
      return signal('type')
  }
}

/** @throws QError `length` if a column would lose items */
function trimColumns(x: Table, ends: Ends): Table {
  const columns = x.columns.map((column) => trim(column, ends))
  return columns.every((column) => countOf(column) === countOf(x))
    ? table(x.names, columns)
    : signal('length')
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
