/**
 * A table that is asked for names from outside, such as words of an agent. A plain object has
 * members that nobody put in: it answers `constructor` with a function.
 */
export const byName = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries)
