import type { Hold, Value } from './value.ts'

/** Releases a value: from now on it is no longer changed in place. */
export function release<T extends Value | undefined>(value: T): T {
  const held = value as { hold?: Hold | undefined } | undefined
  if (held?.hold !== undefined) held.hold = undefined
  return value
}

/** Whether only this holder can see the value. */
export const isHeldBy = (value: Value, holder: object): boolean =>
  (value as { hold?: Hold | undefined }).hold?.by === holder

/** The hold of a value, if it has one. */
export const holdOf = (value: Value): Hold | undefined =>
  (value as { hold?: Hold | undefined }).hold
