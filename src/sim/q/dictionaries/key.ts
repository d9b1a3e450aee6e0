import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { symbol, symbols } from '../values/build.ts'
import { isSymbolic, typeByCode } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** `key x`: keys of a dictionary, names in a namespace, the name of a vector's type. */
export function keyOf(x: Value, q: Interpreter): Value {
  if (x.kind === 'dictionary') return x.keys
  if (x.kind === 'vector') return symbol(x.domain ?? typeByCode(x.type)?.name ?? '')
  if (x.kind === 'atom' && isSymbolic(x.type)) {
    const name = x.value as string
    if (name === '' || name === '.') return symbols(q.environment.namesIn(''))
    if (q.environment.namesIn(name).length > 0) return symbols(q.environment.namesIn(name))
    return q.find(q.environment.qualify(name)) === undefined ? symbols([]) : x
  }
  return signal('type')
}
