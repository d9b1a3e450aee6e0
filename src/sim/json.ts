/** Plain JSON data. States, rows and effects hold no other kind of value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/**
 * JSON with the keys of every object in code unit order, so equal values give equal text. Members
 * that are `undefined` are left out, as in `JSON.stringify`.
 */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const object = value as JsonObject
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const member = object[key]
    if (member !== undefined) members.push(`${nameJson(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

const quotedNames = new Map<string, string>()
const QUOTED_NAMES_MAX = 1_024

/** The JSON of a name. It is cached: there are few names of parts and metrics. */
export function nameJson(name: string): string {
  const cached = quotedNames.get(name)
  if (cached !== undefined) return cached
  const json = JSON.stringify(name)
  if (quotedNames.size < QUOTED_NAMES_MAX) quotedNames.set(name, json)
  return json
}

/** A fast `JSON.stringify` for a record of finite numbers, which every step writes. */
export function numbersJson(numbers: Readonly<Record<string, number>>): string {
  let text = ''
  for (const name in numbers) {
    text += `${text === '' ? '{' : ','}${nameJson(name)}:${numbers[name]}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Maximum nesting of values from outside. Recursion over them is safe up to this depth. */
export const DEPTH_MAX = 32

/** Whether a value has at most this many levels of objects and arrays. */
export function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      if (!isWithinDepth(value[at], levels - 1)) return false
    }
    return true
  }
  for (const key in value) {
    if (!isWithinDepth((value as Record<string, unknown>)[key], levels - 1)) return false
  }
  return true
}

const isContainer = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === 'object' && value !== null

/**
 * The path of the first difference between two values, and what each has there. If they are equal,
 * or differ only in the order of keys, the pair has equal values.
 */
export function firstJsonDifference(
  one: Json | undefined,
  other: Json | undefined,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly pair: readonly (Json | undefined)[] } {
  if (isContainer(one) && isContainer(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [left, right] = [(one as JsonObject)[key], (other as JsonObject)[key]]
      if (JSON.stringify(left) !== JSON.stringify(right)) {
        return firstJsonDifference(left, right, [...path, key])
      }
    }
  }
  return { path, pair: [one, other] }
}

/** Marks a branch that the types rule out. Throws if it is reached anyway. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`)
}
