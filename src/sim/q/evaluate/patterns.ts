import { matches } from '../comparison/match.ts'
import { positionOfKey } from '../dictionaries/lookup.ts'
import { QError, signal } from '../errors.ts'
import type { MatchNode, PatternNode } from '../parser/ast.ts'
import type { Pattern } from '../parser/pattern.ts'
import { countOf, itemAt, itemsOf } from '../values/access.ts'
import { collapse, dictionary, list, NIL, symbol, symbols } from '../values/build.ts'
import { markCalls, restoreCalls } from '../values/meter.ts'
import { isSymbolic, typeByCode } from '../values/types.ts'
import type { Code, Frame, Value } from '../values/value.ts'
import { isKeyed, isList, typeOf } from '../values/value.ts'
import { amendDeep } from './amend.ts'
import { type VariableStorage, variableStorage } from './assign.ts'
import { expressionCode, type Scope } from './scope.ts'

type Write = () => void

/** Matches a value, collects the writes, and returns the value after the filters. */
type Matcher = (frame: Frame, value: Value, writes: Write[]) => Value

/** `(pattern):value`. Writes only if the whole pattern matches. */
export function patternCode(scope: Scope, node: PatternNode): Code {
  const match = matcher(scope, node.pattern)
  const value = expressionCode(scope, node.value)
  return (frame) => {
    try {
      return matchValue(match, frame, value(frame))
    } catch (error) {
      if (error instanceof QError) error.position ??= node.position
      throw error
    }
  }
}

/** Matches a value and performs the writes. */
export function matchValue(match: Matcher, frame: Frame, value: Value): Value {
  const writes: Write[] = []
  const result = match(frame, value, writes)
  for (const write of writes) write()
  return result
}

/** `:[value;pattern;result;…;otherwise]`: the result after the first matching pattern. */
export function matchCode(scope: Scope, node: MatchNode): Code {
  const value = expressionCode(scope, node.value)
  const cases = node.cases.map(({ pattern, result }) => ({
    match: matcher(scope, pattern),
    result: expressionCode(scope, result),
  }))
  const otherwise = node.otherwise && expressionCode(scope, node.otherwise)
  return (frame) => {
    const subject = value(frame)
    for (const { match, result } of cases) {
      if (tryMatch(match, frame, subject)) return result(frame)
    }
    return otherwise?.(frame) ?? NIL
  }
}

function tryMatch(match: Matcher, frame: Frame, value: Value): boolean {
  const mark = markCalls()
  try {
    matchValue(match, frame, value)
    return true
  } catch (error) {
    if (!(error instanceof QError)) throw error
    restoreCalls(mark)
    return false
  }
}

/** Compiles a pattern. */
export function matcher(scope: Scope, pattern: Pattern): Matcher {
  switch (pattern.kind) {
    case 'any':
      return (_, value) => value
    case 'constant': {
      const expectedCode = expressionCode(scope, pattern.value)
      return (frame, value) => (matches(value, expectedCode(frame)) ? value : signal('match'))
    }
    case 'bind':
      return binder(scope, pattern)
    case 'list':
      return ofItems(pattern.items.map((item) => matcher(scope, item)))
    case 'entries':
      return entriesMatcher(scope, pattern)
    case 'dictionary':
      return ofDictionary(matcher(scope, pattern.keys), matcher(scope, pattern.values))
    case 'columns':
      return columnsMatcher(scope, pattern)
    case 'flip': {
      const inner = matcher(scope, pattern.inner)
      return (frame, value, writes) => {
        if (value.kind !== 'table') return signal('type')
        inner(frame, dictionary(symbols(value.names), list(value.columns)), writes)
        return value
      }
    }
    case 'checked':
      return checker(scope, pattern)
  }
}

function binder(scope: Scope, pattern: Extract<Pattern, { kind: 'bind' }>): Matcher {
  const storage: VariableStorage = variableStorage(scope, pattern.name)
  const indexes = pattern.indexes?.map((index) => index && expressionCode(scope, index))
  return (frame, value, writes) => {
    writes.push(() => {
      if (indexes === undefined) return storage.write(frame, value)
      const path = indexes.map((index) => index?.(frame) ?? NIL)
      const previous = storage.look(frame) ?? signal(pattern.name)
      storage.write(frame, amendDeep(scope.q, previous, path, undefined, value), path)
    })
    return value
  }
}

function ofItems(items: readonly Matcher[]): Matcher {
  return (frame, value, writes) => {
    if (!isList(value) && value.kind !== 'table') return signal('type')
    if (countOf(value) !== items.length) return signal('length')
    const previousItems = itemsOf(value)
    const newItems = items.map((match, i) => match(frame, previousItems[i] as Value, writes))
    return newItems.every((item, i) => item === previousItems[i]) ? value : collapse(newItems)
  }
}

/** The values of these keys, all of which must exist. */
function pickEntries(value: Value, keys: readonly Value[]): Value[] {
  if (value.kind !== 'dictionary') return signal('type')
  return keys.map((key) => {
    const position = positionOfKey(value, key)
    return position >= 0 && position < countOf(value)
      ? itemAt(value.values, position)
      : signal('match')
  })
}

function entriesMatcher(scope: Scope, pattern: Extract<Pattern, { kind: 'entries' }>): Matcher {
  const keys = expressionCode(scope, pattern.keys)
  const values = matcher(scope, pattern.values)
  return (frame, value, writes) => {
    const wantedKeys = keys(frame)
    const isMany = isList(wantedKeys)
    const entries = pickEntries(value, isMany ? itemsOf(wantedKeys) : [wantedKeys])
    values(frame, isMany ? collapse(entries) : (entries[0] as Value), writes)
    return value
  }
}

function ofDictionary(keys: Matcher, values: Matcher): Matcher {
  return (frame, value, writes) => {
    if (value.kind !== 'dictionary') return signal('type')
    keys(frame, value.keys, writes)
    values(frame, value.values, writes)
    return value
  }
}

function columnsMatcher(scope: Scope, pattern: Extract<Pattern, { kind: 'columns' }>): Matcher {
  const { names, keyCount, of } = pattern
  const values = pattern.values.map((inner) => matcher(scope, inner))
  const pickColumnValues = (value: Value, names: readonly string[]): Value[] => {
    if (value.kind !== 'table') return signal('type')
    return names.map((name) => value.columns[value.names.indexOf(name)] ?? signal('match'))
  }
  const tableParts = (value: Value): readonly Value[] => {
    if (of === 'dictionary') return pickEntries(value, names.map(symbol))
    if (of === 'table') return pickColumnValues(value, names)
    if (!isKeyed(value)) return signal('type')
    const keys = pickColumnValues(value.keys, names.slice(0, keyCount))
    return [...keys, ...pickColumnValues(value.values, names.slice(keyCount))]
  }
  return (frame, value, writes) => {
    const parts = tableParts(value)
    values.forEach((match, i) => {
      match(frame, parts[i] as Value, writes)
    })
    return value
  }
}

function checker(scope: Scope, pattern: Extract<Pattern, { kind: 'checked' }>): Matcher {
  const check = expressionCode(scope, pattern.check)
  const inner = matcher(scope, pattern.inner)
  return (frame, value, writes) => {
    const wantedType = check(frame)
    if (wantedType.kind !== 'atom' || !isSymbolic(wantedType.type)) {
      return inner(frame, scope.q.apply(wantedType, [value]), writes)
    }
    return isOfType(value, String(wantedType.value)) ? inner(frame, value, writes) : signal('type')
  }
}

/** A lower-case letter means an atom, and a capital a list. */
function isOfType(value: Value, letter: string): boolean {
  const code = typeOf(value)
  const ownLetter = typeByCode(Math.abs(code))?.letter
  return ownLetter !== undefined && letter === (code < 0 ? ownLetter : ownLetter.toUpperCase())
}
