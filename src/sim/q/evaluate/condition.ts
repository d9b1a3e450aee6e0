import { QError } from '../errors.ts'
import type { ControlNode } from '../parser/ast.ts'
import { isNumeric, isSymbolic } from '../values/types.ts'
import type { Frame, Value } from '../values/value.ts'

/** A return from within an expression. It unwinds to the call of its frame. */
export class ReturnJump {
  readonly frame: Frame
  readonly value: Value

  constructor(frame: Frame, value: Value) {
    this.frame = frame
    this.value = value
  }
}

/** Whether a part is a condition. */
export function isCondition({ word, parts }: ControlNode, index: number): boolean {
  if (word === 'block') return false
  return word === '$' ? index % 2 === 0 && index < parts.length - 1 : index === 0
}

/**
 * Whether an atom is true as a condition.
 *
 * @throws QError `type` for other values
 */
export function isTrue(value: Value): boolean {
  if (value.kind !== 'atom' || isSymbolic(value.type) || !isNumeric(value.type)) {
    throw new QError('type')
  }
  return value.value !== 0
}
