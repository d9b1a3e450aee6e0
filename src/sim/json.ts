/** Plain JSON data: the only kind of value that states, rows and effects may hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/**
 * Text of a value with the keys of every object in code unit order, so that equal values give equal
 * text. Members that are `undefined` are left out, as in `JSON.stringify`.
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

const quoted = new Map<string, string>()
const QUOTED_MAX = 1_024

/** The JSON of a name, kept: there are few of them, of parts and metrics. */
function nameJson(name: string): string {
  const known = quoted.get(name)
  if (known !== undefined) return known
  const made = JSON.stringify(name)
  if (quoted.size < QUOTED_MAX) quoted.set(name, made)
  return made
}

/** `JSON.stringify` of a record of finite numbers, for what is written with every step. */
export function numbersJson(numbers: Readonly<Record<string, number>>): string {
  let text = ''
  for (const name in numbers) {
    text += `${text === '' ? '{' : ','}${nameJson(name)}:${numbers[name]}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Levels of nesting that values from outside may have; recursion over them is safe below this. */
export const DEPTH_MAX = 32

/** Whether a value has at most this many levels of objects and arrays. */
export function withinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      if (!withinDepth(value[at], levels - 1)) return false
    }
    return true
  }
  for (const key in value) {
    if (!withinDepth((value as Record<string, unknown>)[key], levels - 1)) return false
  }
  return true
}

const isContainer = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === 'object' && value !== null

/** The first place where two values differ, and what each has there. */
export function firstDifference(
  one: Json | undefined,
  other: Json | undefined,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly pair: readonly (Json | undefined)[] } {
  if (isContainer(one) && isContainer(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [left, right] = [(one as JsonObject)[key], (other as JsonObject)[key]]
      if (JSON.stringify(left) !== JSON.stringify(right)) {
        return firstDifference(left, right, [...path, key])
      }
    }
  }
  return { path, pair: [one, other] }
}

/** Marks a branch that the types rule out; throws if it is reached all the same. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`)
}
