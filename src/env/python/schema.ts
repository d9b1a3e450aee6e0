import { z } from 'zod'
import { getChecker } from '../../tools/checker.ts'
import { failureText } from '../../tools/failure-text.ts'
import type { ToolSignature } from '../../tools/tool.ts'
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
export function readSchema(schemaJson: object, path: string): z.ZodType {
  const unknown = unknownKeyword(schemaJson, path)
  if (unknown !== undefined) {
    const keywordList = [...KEYWORDS].join(', ')
    throw new WorldFailure(`python/schema in ${unknown}: only these are checked: ${keywordList}`)
  }
  try {
    const schema = z.fromJSONSchema(schemaJson as Parameters<typeof z.fromJSONSchema>[0])
    getChecker(schema)
    return schema
  } catch (error) {
    const reason = failureText(error)
    throw new WorldFailure(`python/schema in ${path}: ${reason}`)
  }
}

/** A tool that a world describes, with the parameters that the kernel checks. */
export const describedTool = ({ name, description, parameters }: DescribedTool): ToolSignature => ({
  name,
  description,
  parameters: readSchema(parameters, `tool ${name}`),
})

interface DescribedTool {
  readonly name: string
  readonly description: string
  readonly parameters: object
}

/** The path of the first keyword that would be ignored. */
function unknownKeyword(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [keyword, value] of Object.entries(schema)) {
    const keywordPath = `${path}.${keyword}`
    if (!KEYWORDS.has(keyword)) return keywordPath
    const subschemas = schemasIn(keyword, value)
    for (const [name, subschema] of subschemas) {
      const unknown = unknownKeyword(subschema, `${keywordPath}${name}`)
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
