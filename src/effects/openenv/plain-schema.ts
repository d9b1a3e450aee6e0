import { DEPTH_MAX, type Json, type JsonObject } from '../../sim/json.ts'

/** References can make a schema endless. After this many parts, any value is allowed. */
const PARTS_MAX = 2_000

/** State of a schema traversal. */
interface Walk {
  readonly defs: JsonObject
  /** The references followed so far. */
  readonly open: Set<string>
  parts: number
}
type Inner = (value: Json | undefined) => JsonObject

/** The schema keywords that we keep if valid. The foreign server checks the rest. */
const KEPT_KEYWORDS: Readonly<Record<string, (value: Json, inner: Inner) => Json | undefined>> = {
  type: (value) => (typeof value === 'string' || isSome(value) ? value : undefined),
  description: (value) => (typeof value === 'string' ? value : undefined),
  properties: (value, inner) => {
    const members = Object.entries(asObject(value))
    return Object.fromEntries(members.map(([name, member]) => [name, inner(member)]))
  },
  required: (value) => (isTexts(value) ? value : undefined),
  items: (value, inner) => inner(value),
  enum: (value) => (isSome(value) ? value : undefined),
  anyOf: (value, inner) => (isSome(value) ? value.map(inner) : undefined),
  const: (value) => value,
}

const isSome = (value: Json): value is Json[] => Array.isArray(value) && value.length > 0

const isTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/**
 * Returns an object schema without references and without keywords that our checks do not support.
 *
 * @param left members to omit
 */
export function plainSchema(
  schema: JsonObject,
  left: ReadonlySet<string> = new Set(),
): Record<string, Json> {
  const walk = { defs: asObject(schema.$defs), open: new Set<string>(), parts: 0 }
  const plain = toPlain(schema, walk, 0)
  const properties = Object.entries(asObject(plain.properties))
  const required = (plain.required ?? []) as readonly string[]
  const keptProperties = properties.filter(([name]) => !left.has(name)) as [string, Json][]
  return {
    type: 'object',
    properties: Object.fromEntries(keptProperties),
    required: required.filter((name) =>
      keptProperties.some(([propertyName]) => propertyName === name),
    ),
  }
}

function toPlain(value: Json | undefined, walk: Walk, depth: number): JsonObject {
  if (depth > DEPTH_MAX / 2 || walk.parts >= PARTS_MAX) return {}
  walk.parts += 1
  const schema = asObject(value)
  const inner: Inner = (part) => toPlain(part, walk, depth + 1)
  const { $ref: reference } = schema
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    // A recursive reference has no plain form, so allow any value.
    if (walk.open.has(name) || !Object.hasOwn(walk.defs, name)) return {}
    walk.open.add(name)
    const plain = inner(walk.defs[name])
    walk.open.delete(name)
    return plain
  }
  const entries = Object.entries(KEPT_KEYWORDS).flatMap(([name, copyMember]) => {
    const copied = Object.hasOwn(schema, name) ? copyMember(schema[name] ?? null, inner) : undefined
    return copied === undefined ? [] : [[name, copied] as const]
  })
  return Object.fromEntries(entries)
}

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
