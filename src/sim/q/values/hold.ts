import type { Hold, Value } from './value.ts'

/** Gives a value away to whoever wants it: from now on it is not changed in place any more. */
export function released<T extends Value | undefined>(value: T): T {
  const held = value as { hold?: Hold | undefined } | undefined
  if (held?.hold !== undefined) held.hold = undefined
  return value
}

/** Whether this holder alone can see the value. */
export const isHeldBy = (value: Value, holder: object): boolean =>
  (value as { hold?: Hold | undefined }).hold?.by === holder

/** The mark of a value, when it has one. */
export const holdOf = (value: Value): Hold | undefined =>
  (value as { hold?: Hold | undefined }).hold
