/**
 * A lookup table for names that come from outside, such as an agent's words. It has no prototype: a
 * plain object would return a function for `constructor`.
 */
export const byName = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries)
