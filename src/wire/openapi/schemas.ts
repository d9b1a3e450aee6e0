import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import { HTTP_ROUTES, takesList } from '../http-route.ts'
import { operations } from '../operations.ts'
import * as scalars from '../scalars.ts'

const PROBLEM = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    retryable: z.boolean(),
    hint: z.string(),
    details: scalars.openObject,
  })
  .meta({ id: 'Problem', description: 'An error, in the form of RFC 9457.' })

/** `episode.open` as names in programs are: `episodeOpen`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

const pascalCase = (name: string): string => camelCase(`.${name}`)

/** The place of a shared schema in the document. */
export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** The shared schemas of the document, and the forms in which operations refer to them. */
export interface SchemaTable {
  readonly components: Readonly<Record<string, JsonObject>>
  /** A reference to a schema that is in the table; throws for any other. */
  ref(schema: z.ZodType): JsonObject
  /** A result: a reference, or a list of references. */
  result(schema: z.ZodType): JsonObject
  /** A small schema, written inline. */
  inline(schema: z.ZodType): JsonObject
  /** The members of a query, as parameters. */
  queryParameters(query: z.ZodObject | undefined): readonly JsonObject[]
}

/**
 * Converts every schema of the wire. Those with a name of their own (`meta`) keep it; parameters
 * and bodies are named after their operation.
 */
export function schemaTable(): SchemaTable {
  const registry = z.registry<{ id: string; description?: string }>()
  const add = (schema: z.ZodType, id: string, description: string): void => {
    if (!registry.has(schema)) {
      registry.add(schema, { ...z.globalRegistry.get(schema), id, description })
    }
  }
  for (const [schema, meta] of namedSchemas()) registry.add(schema, meta)
  registry.add(PROBLEM, z.globalRegistry.get(PROBLEM) as { id: string })
  for (const [name, { params, socket, summary }] of operations) {
    if (socket !== undefined) add(params, `${pascalCase(name)}Params`, summary)
  }
  for (const { name, body, operation } of HTTP_ROUTES) {
    if (body !== undefined) add(body, `${pascalCase(name)}Body`, operation.summary)
  }
  const converted = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  }).schemas as unknown as Record<string, JsonObject>
  const components = Object.fromEntries(
    Object.entries(converted).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
  const ref = (schema: z.ZodType): JsonObject => {
    const id = registry.get(schema)?.id
    if (id === undefined) throw new Error('openapi: a schema without a name')
    return schemaRef(id)
  }
  return {
    components,
    ref,
    result: (schema) =>
      schema instanceof z.ZodArray
        ? { type: 'array', items: ref(schema.element as z.ZodType) }
        : ref(schema),
    inline,
    queryParameters: (query) =>
      Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: !schema.safeParse(undefined).success,
        ...(takesList(schema as z.ZodType)
          ? { schema: partedByCommas(inline(schema as z.ZodType)), style: 'form', explode: false }
          : { schema: inline(schema as z.ZodType) }),
      })),
  }
}

/**
 * A list in a query. Commas separate its members, so no member has one, even escaped. An empty list
 * is absent, because an empty text could also mean one empty member.
 */
const partedByCommas = ({ items, ...list }: JsonObject): JsonObject => ({
  ...list,
  minItems: Math.max(1, Number(list.minItems ?? 0)),
  items: { ...(items as JsonObject), not: { pattern: ',' } },
})

/** Every schema that carries a name, found from the operations downward. */
function namedSchemas(): ReadonlyMap<z.ZodType, { id: string; description?: string }> {
  const found = new Map<z.ZodType, { id: string; description?: string }>()
  const visited = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    if (value instanceof z.ZodType) {
      const meta = z.globalRegistry.get(value)
      if (meta?.id !== undefined) found.set(value, meta as { id: string })
      visit(value.def)
      return
    }
    for (const member of Object.values(value)) visit(member)
  }
  for (const [, { params, result }] of operations) visit([params, result])
  return found
}

function inline(schema: z.ZodType): JsonObject {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  }) as unknown as JsonObject
  const { $schema: _, ...rest } = made
  return rest
}

/** Bounds that every whole number of JSON has anyway say nothing to a reader. */
function dropNoise(schema: Record<string, unknown>): void {
  const { minimum, maximum } = schema
  if (minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.minimum
    delete schema.maximum
  }
  const names = schema.propertyNames as { type?: unknown } | undefined
  if (names !== undefined && Object.keys(names).length === 1) delete schema.propertyNames
}
