import { QError } from '../errors.ts'
import { isString, isSymbol, textOf } from '../values/access.ts'
import type { Value } from '../values/value.ts'

/** Throws a symbol or a string as an error; for anything else q signals `stype`. */
export function signalValue(value: Value, position: number): never {
  throw new QError(isSymbol(value) || isString(value) ? textOf(value) : 'stype', position)
}
