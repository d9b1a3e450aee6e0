import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { til } from '../lists/take.ts'
import { namespaceRoots } from '../namespaces/tree.ts'
import { list, symbol, symbols } from '../values/build.ts'
import { isSymbolic, typeByCode } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** `key x`: keys of a dictionary, names in a namespace, the name of a vector's type. */
export function keyOf(x: Value, q: Interpreter): Value {
  if (x.kind === 'dictionary') return x.keys
  if (x.kind === 'vector') return symbol(x.domain ?? typeByCode(x.type)?.name ?? '')
  if (x.kind === 'atom' && isSymbolic(x.type)) {
    return keyOfName(x, x.domain ?? (x.value as string), q)
  }
  return x.kind === 'atom' ? til(x) : signal('type')
}

/** Names in a namespace, keys of what a name stands for, or the name itself; `()` for no value. */
function keyOfName(x: Value, name: string, q: Interpreter): Value {
  if (name === '') return symbols(namespaceRoots(q))
  if (name === '.') return symbols(q.environment.namesIn(''))
  if (name.startsWith(':')) return signal('noaccess')
  const value = q.find(name.startsWith('..') ? name.slice(2) : q.environment.qualify(name))
  if (value === undefined) return list([])
  return value.kind === 'dictionary' ? value.keys : x
}
