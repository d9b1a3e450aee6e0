import { QError } from '../errors.ts'
import { isString, textOf } from '../values/access.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'

/** Throws a symbol or a string as an error; for anything else q signals `stype`. */
export function signalValue(value: Value, position: number): never {
  const isSymbol = value.kind === 'atom' && isSymbolic(value.type)
  throw new QError(isSymbol || isString(value) ? textOf(value) : 'stype', position)
}
