import { QError } from '../errors.ts'
import type { Node, TableNode } from './ast.ts'
import { isReserved } from './keywords.ts'
import { columnName } from './names.ts'

/** A pattern for values. */
export type Pattern =
  /** Matches anything and ignores it. */
  | { readonly kind: 'any' }
  | { readonly kind: 'constant'; readonly value: Node }
  /** A variable, or a part of one, that gets the value. */
  | {
      readonly kind: 'bind'
      readonly name: string
      readonly indexes: readonly (Node | undefined)[] | undefined
    }
  | { readonly kind: 'list'; readonly items: readonly Pattern[] }
  /** Entries of a dictionary by key; their values match the inner pattern. */
  | { readonly kind: 'entries'; readonly keys: Node; readonly values: Pattern }
  /** All keys and all values of a dictionary. */
  | { readonly kind: 'dictionary'; readonly keys: Pattern; readonly values: Pattern }
  /** Columns of a table, or entries of a dictionary, by name. */
  | {
      readonly kind: 'columns'
      readonly of: 'dictionary' | 'table' | 'keyed'
      readonly names: readonly string[]
      readonly keyCount: number
      readonly values: readonly Pattern[]
    }
  /** A table as the flip of a dictionary. */
  | { readonly kind: 'flip'; readonly inner: Pattern }
  /** A type by its letter, or a function that is applied to the value first. */
  | { readonly kind: 'checked'; readonly check: Node; readonly inner: Pattern }

const ANY: Pattern = { kind: 'any' }

/**
 * An expression as a pattern; undefined if it is not one.
 *
 * @throws QError `assign`
 */
export function toPattern(node: Node | undefined): Pattern | undefined {
  if (node === undefined) return ANY
  switch (node.kind) {
    case 'constant':
      return node.isElided ? ANY : { kind: 'constant', value: node }
    case 'name':
      if (isReserved(node.name)) throw new QError('assign', node.position)
      return { kind: 'bind', name: node.name, indexes: undefined }
    case 'list': {
      const items = node.items.map(toPattern)
      return items.includes(undefined) ? undefined : { kind: 'list', items: items as Pattern[] }
    }
    case 'table':
      return ofTable(node)
    case 'apply':
      return applicationPattern(node)
    case 'assign': {
      if (node.global || node.operator !== undefined) return undefined
      const inner: Pattern = { kind: 'bind', name: node.name, indexes: node.indexes }
      return { kind: 'checked', check: node.value, inner }
    }
    case 'return':
      return { kind: 'checked', check: node.value, inner: ANY }
    case 'pattern':
      return { kind: 'checked', check: node.value, inner: node.pattern }
    default:
      return undefined
  }
}

function applicationPattern({
  target,
  args,
}: Extract<Node, { kind: 'apply' }>): Pattern | undefined {
  const [left, right] = args
  if (target.kind === 'verb' && target.name === '!' && args.length === 2) {
    const values = toPattern(right)
    if (values === undefined || left === undefined) return undefined
    if (left.kind === 'constant') return { kind: 'entries', keys: left, values }
    const keys = toPattern(left)
    return keys && { kind: 'dictionary', keys, values }
  }
  if (target.kind !== 'name') return undefined
  if (target.name === 'flip' && args.length === 1) {
    const inner = toPattern(left)
    return inner && { kind: 'flip', inner }
  }
  if (isReserved(target.name)) return undefined
  return { kind: 'bind', name: target.name, indexes: args }
}

function ofTable({ keys, columns, isDictionary }: TableNode): Pattern | undefined {
  const allColumns = [...keys, ...columns]
  const names = allColumns.map(({ name, value }) => name ?? columnName(value))
  const values = allColumns.map(({ value }) => toPattern(value))
  if (names.includes(undefined) || values.includes(undefined)) return undefined
  const of = isDictionary ? 'dictionary' : keys.length > 0 ? 'keyed' : 'table'
  const parts = { names: names as string[], values: values as Pattern[] }
  return { kind: 'columns', of, keyCount: keys.length, ...parts }
}

/** The inner patterns of a pattern. */
function innerPatterns(pattern: Pattern): readonly Pattern[] {
  switch (pattern.kind) {
    case 'list':
      return pattern.items
    case 'entries':
      return [pattern.values]
    case 'dictionary':
      return [pattern.keys, pattern.values]
    case 'columns':
      return pattern.values
    case 'flip':
    case 'checked':
      return [pattern.inner]
    default:
      return []
  }
}

/** The variables that a pattern sets completely. */
export function patternNames(pattern: Pattern): readonly string[] {
  if (pattern.kind === 'bind') return pattern.indexes === undefined ? [pattern.name] : []
  return innerPatterns(pattern).flatMap(patternNames)
}

/** The expressions in a pattern. */
export function nodesIn(pattern: Pattern): readonly Node[] {
  const ownNames =
    pattern.kind === 'constant'
      ? [pattern.value]
      : pattern.kind === 'entries'
        ? [pattern.keys]
        : pattern.kind === 'checked'
          ? [pattern.check]
          : pattern.kind === 'bind'
            ? (pattern.indexes ?? []).filter((index) => index !== undefined)
            : []
  return [...ownNames, ...innerPatterns(pattern).flatMap(nodesIn)]
}
