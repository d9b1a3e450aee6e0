import { z } from 'zod'
import { getChecker } from '../../tools/checker.ts'
import { WorldFailure } from '../failure.ts'

/** Permitted keywords of a JSON schema. All of them are checked, and none takes long. */
const KEYWORDS = new Set([
  'type',
  'description',
  'title',
  'default',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'enum',
  'const',
  'anyOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
])

/**
 * A JSON schema as the kernel checks it.
 *
 * @throws WorldFailure with the path of an unchecked keyword
 */
export function readSchema(given: object, path: string): z.ZodType {
  const unknown = unknownKeyword(given, path)
  if (unknown !== undefined) {
    const known = [...KEYWORDS].join(', ')
    throw new WorldFailure(`python/schema in ${unknown}: only these are checked: ${known}`)
  }
  try {
    const schema = z.fromJSONSchema(given as Parameters<typeof z.fromJSONSchema>[0])
    getChecker(schema)
    return schema
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new WorldFailure(`python/schema in ${path}: ${why}`)
  }
}

/** The path of the first keyword that would be ignored. */
function unknownKeyword(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${path}.${keyword}`
    if (!KEYWORDS.has(keyword)) return here
    const found = schemasIn(keyword, value)
    for (const [name, below] of found) {
      const unknown = unknownKeyword(below, `${here}${name}`)
      if (unknown !== undefined) return unknown
    }
  }
  return undefined
}

function schemasIn(keyword: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (keyword === 'properties' && typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([name, schema]) => [`.${name}`, schema] as const)
  }
  if (keyword === 'anyOf' && Array.isArray(value)) {
    return value.map((schema, index) => [`[${index}]`, schema] as const)
  }
  return keyword === 'items' || keyword === 'additionalProperties' ? [['', value]] : []
}
