import { QError } from '../errors.ts'
import { isString, textOf } from '../values/access.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** Signals a symbol or a string as an error; `stype` is what q says of anything else. */
export function signalValue(value: Value, position: number): never {
  const isSymbol = value.kind === 'atom' && isSymbolic(value.type)
  throw new QError(isSymbol || isString(value) ? textOf(value) : 'stype', position)
}
