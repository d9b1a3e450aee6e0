import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, gather, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, list, long, plainSymbols, symbol, symbols, vectorOf } from '../values/build.ts'
import { ENUM, isSymbolic, LONG, SYMBOL } from '../values/types.ts'
import type { Atom, Scalar, Value, Vector } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import { positionIn } from './lookup.ts'

/** The possible values of an enumeration over a name: a list, or the keys of a table. */
function domainValues(q: Interpreter, name: string): Value {
  const target = q.find(q.environment.qualify(name))
  if (target === undefined) return signal(name)
  if (!isKeyed(target)) return target
  const [keys] = target.keys.columns
  return keys === undefined || target.keys.columns.length > 1 ? target.keys : keys
}

/**
 * `` `name$y ``: y as an enumeration.
 *
 * @throws QError `cast` for values outside the domain
 */
export function enumerate(name: string, y: Value, q: Interpreter): Value {
  const values = domainValues(q, name)
  return mapSymbols(y, name, (item) => {
    if (item.value === '') return item.value
    return positionIn(values, item) < 0 ? signal('cast') : item.value
  })
}

/**
 * `` `name?y ``: y as an enumeration. Missing values are added to the domain.
 *
 * @throws QError `type` if the name holds anything but symbols, or y does
 */
export function enumerateExtending(name: string, y: Value, q: Interpreter): Value {
  if (name.startsWith(':')) return enumerateInFile(name, y, q)
  const fullName = q.environment.qualify(name)
  const domain = q.find(fullName) ?? symbols([])
  const knownSymbols = new Set(namesOf(domain))
  const addedSymbols: string[] = []
  const enumeration = mapSymbols(y, name, ({ type, value }) => {
    const text = isSymbolic(type) ? String(value) : signal('type')
    if (!knownSymbols.has(text)) addedSymbols.push(text)
    knownSymbols.add(text)
    return text
  })
  if (addedSymbols.length > 0 || q.find(fullName) === undefined) {
    const attribute = domain.kind === 'vector' && domain.attribute === 'u' ? 'u' : ''
    q.assign(fullName, { ...symbols([...namesOf(domain), ...addedSymbols]), attribute })
  }
  const isGrouped = y.kind === 'vector' && y.attribute === 'g' && enumeration.kind === 'vector'
  return isGrouped ? { ...enumeration, attribute: 'g' } : enumeration
}

/** The domain is stored in a file, and in the variable of its name. */
function enumerateInFile(handle: string, y: Value, q: Interpreter): Value {
  const name = handle.replace(/^.*[/:]/, '')
  const storedDomain = q.find(handle)
  if (storedDomain !== undefined) q.assign(name, storedDomain)
  const enumeration = enumerateExtending(name, y, q)
  q.assign(handle, q.lookUp(name))
  return enumeration
}

function mapSymbols(y: Value, domain: string, change: (item: Atom) => Scalar): Value {
  if (y.kind === 'atom') return { kind: 'atom', type: ENUM, value: change(plainSymbol(y)), domain }
  if (y.kind === 'list') {
    if (y.items.length === 0) return vectorOf(ENUM, [], domain)
    return collapse(y.items.map((item) => mapSymbols(item, domain, change)))
  }
  if (y.kind !== 'vector') return signal('type')
  const items = itemsOf(y).map((item) => change(plainSymbol(item as Atom)))
  return y.domain === undefined && !isSymbolic(y.type)
    ? { kind: 'vector', type: ENUM, data: Float64Array.from(items, Number), attribute: '', domain }
    : vectorOf(ENUM, items, domain)
}

/** The item without its enumeration. */
const plainSymbol = (item: Atom): Atom =>
  item.domain !== undefined && typeof item.value === 'string' ? (symbol(item.value) as Atom) : item

/** `` `name!y ``: row numbers as links to a table's rows or a list's items. */
export function linkTo(name: string, y: Value, q: Interpreter): Value {
  const target = q.find(q.environment.qualify(name))
  const positions = y.kind === 'atom' || y.kind === 'vector' ? y : signal('type')
  if (positions.type > LONG) return signal('type')
  if (target !== undefined && (isKeyed(target) || target.kind === 'vector')) {
    const values = domainValues(q, name)
    const items = itemsOf(y).map((item) => itemAt(values, Number((item as Atom).value)))
    const pickedSymbols = mapSymbols(collapse(items), name, (item) => item.value)
    return y.kind === 'atom' ? itemAt(pickedSymbols, 0) : pickedSymbols
  }
  return positions.kind === 'atom'
    ? { ...positions, type: ENUM, domain: name }
    : { ...positions, type: ENUM, attribute: '', domain: name }
}

/** The index of each item in the domain; null if it is missing. */
export function positionsInDomain(y: Atom | Vector, q: Interpreter): Value {
  const isRowNumbers = y.kind === 'vector' ? !Array.isArray(y.data) : typeof y.value !== 'string'
  const { domain: _, ...rest } = y
  if (isRowNumbers) return { ...rest, type: LONG } as Value
  const values = domainValues(q, y.domain as string)
  const findPosition = (item: Value): Value => {
    const position = positionIn(values, plainSymbol(item as Atom))
    return long(position < 0 ? Number.NaN : position)
  }
  return y.kind === 'atom' ? findPosition(y) : collapse(itemsOf(y).map(findPosition))
}

/** Enumerates values over the domain of another enumeration. */
export function enumerateLike(q: Interpreter, like: Atom | Vector, y: Value): Value {
  const { domain } = like
  if (domain === undefined || (y.kind !== 'atom' && y.kind !== 'vector')) return y
  return y.domain !== domain && isSymbolic(y.type) ? enumerate(domain, y, q) : y
}

/**
 * The value that replaces an item: a member of the domain in an enumeration, otherwise a plain
 * symbol.
 *
 * @throws QError `cast`
 */
export function asItemLike(q: Interpreter, item: Value, argument: Value): Value {
  if (item.kind !== 'atom' && item.kind !== 'vector') return argument
  if (item.domain !== undefined) return enumerateLike(q, item, argument)
  return item.type === SYMBOL ? plainSymbols(argument) : argument
}

/** The values of an enumeration: symbols, or the keys of its table. */
export function resolveEnumeration(y: Atom | Vector, q: Interpreter): Value {
  if (y.domain === undefined) return y
  if (y.kind === 'atom' && typeof y.value === 'string') return symbol(y.value)
  if (y.kind === 'vector' && Array.isArray(y.data)) return symbols(y.data)
  const target = q.find(y.domain)
  if (target === undefined || target.kind === 'table') return list([])
  const values = domainValues(q, y.domain)
  const positions = itemsOf(y).map((item) => {
    const scalar = (item as Atom).value
    return values.kind === 'vector'
      ? positionIn(values, { ...(item as Atom), type: values.type, value: scalar })
      : -1
  })
  return countOf(values) >= 0 ? gather(values, positions) : values
}
