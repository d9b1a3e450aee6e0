/**
 * Where a value is not plain JSON, as the end of a sentence; undefined if it is. Members that are
 * `undefined` are allowed, because JSON leaves them out.
 */
export function nonJsonPlace(value: unknown, place: string): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `${place} is ${value}`
  }
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : `${place} has half of a character`
  }
  if (typeof value !== 'object') return `${place} is ${article(typeof value)}`
  if (Array.isArray(value)) return firstPlace(value.entries(), (key) => `${place}[${key}]`)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    return `${place} is ${article(value.constructor?.name ?? 'object of a class')}`
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return firstPlace(members, (key) => `${place}.${key}`)
}

function firstPlace<Key>(
  members: Iterable<readonly [Key, unknown]>,
  placeOf: (key: Key) => string,
): string | undefined {
  for (const [key, member] of members) {
    const found = nonJsonPlace(member, placeOf(key))
    if (found !== undefined) return found
  }
  return undefined
}

const article = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
