import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isFileName } from '../files/store.ts'
import { keyOfFile } from '../files/verbs.ts'
import { til } from '../lists/take.ts'
import { EMPTY, symbol, symbols } from '../values/build.ts'
import { isSymbolic, typeByCode } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { namespaceRoots } from './tree.ts'

/**
 * `key x`: the keys of a dictionary, the names in a namespace, the domain or type of a vector, or
 * `til`.
 */
export function keyVerb(x: Value, q: Interpreter): Value {
  if (x.kind === 'dictionary') return x.keys
  if (x.kind === 'vector') return symbol(x.domain ?? typeByCode(x.type)?.name ?? '')
  if (x.kind !== 'atom') return signal('type')
  if (x.domain !== undefined) return symbol(x.domain)
  return isSymbolic(x.type) ? keyOfName(x, x.value as string, q) : til(x)
}

/** The names in a namespace; for a variable its keys or its name; empty if nothing exists. */
function keyOfName(x: Value, name: string, q: Interpreter): Value {
  if (name === '') return symbols(namespaceRoots(q))
  if (name === '.') return symbols(q.environment.namesIn(''))
  if (isFileName(name)) return keyOfFile(x, name, q)
  const value = q.find(name.startsWith('..') ? name.slice(2) : q.environment.qualify(name))
  if (value === undefined) return EMPTY
  return value.kind === 'dictionary' ? value.keys : x
}
