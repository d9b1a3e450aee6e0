import { DEPTH_MAX, type Json, type JsonObject } from '../../sim/json.ts'

/** What is kept of a foreign schema: the rest is for its own server to check. */
const KEPT = ['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'const']

/**
 * The schema of an object without references, and without what our checks do not know.
 *
 * @param left members that are left out
 */
export function plainSchema(
  schema: JsonObject,
  left: ReadonlySet<string> = new Set(),
): Record<string, Json> {
  const defs = (schema.$defs ?? {}) as JsonObject
  const plain = plainOf(schema, defs, 0)
  const properties = Object.entries((plain.properties ?? {}) as JsonObject)
  const required = (plain.required ?? []) as readonly string[]
  const kept = properties.filter(([name]) => !left.has(name)) as [string, Json][]
  return {
    type: 'object',
    properties: Object.fromEntries(kept),
    required: required.filter((name) => kept.some(([known]) => known === name)),
  }
}

function plainOf(schema: JsonObject, defs: JsonObject, depth: number): JsonObject {
  // One that refers to itself has no plain form: anything will do there.
  if (depth > DEPTH_MAX / 2) return {}
  const { $ref: reference } = schema
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    const found = Object.hasOwn(defs, name) ? defs[name] : undefined
    return plainOf(objectOf(found), defs, depth + 1)
  }
  const inner = (value: Json | undefined): JsonObject => plainOf(objectOf(value), defs, depth + 1)
  const entries = KEPT.filter((name) => Object.hasOwn(schema, name)).map((name) => {
    const value = schema[name]
    if (name === 'properties') {
      const members = Object.entries(objectOf(value))
      return [name, Object.fromEntries(members.map(([key, one]) => [key, inner(one)]))]
    }
    if (name === 'items') return [name, inner(value)]
    if (name === 'anyOf') return [name, Array.isArray(value) ? value.map(inner) : []]
    return [name, value]
  })
  return Object.fromEntries(entries)
}

const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
