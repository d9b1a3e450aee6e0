// Guards that openapi.yaml is what the schemas say, whole, and without a reference to nothing.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FAULTS } from '../faults.ts'
import { HTTP_ROUTES } from '../http-route.ts'
import { operations } from '../operations.ts'
import { METHODS } from '../rpc.ts'
import { openApiDocument } from './document.ts'
import { camelCase } from './schemas.ts'
import { GENERATED_FILES } from './write.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>
  readonly 'x-faults': Readonly<Record<string, unknown>>
}

const document = openApiDocument('0.0.0')
const { paths, 'x-faults': faults } = document as unknown as Document

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' ? [String(member)] : refsIn(member),
  )
}

const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    document,
  )

/** Every object schema within a value. */
function objectsIn(value: unknown, seen = new Set<unknown>()): z.ZodObject[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  const inner = value instanceof z.ZodType ? [value.def] : Object.values(value)
  const found = inner.flatMap((member) => objectsIn(member, seen))
  return value instanceof z.ZodObject ? [value, ...found] : found
}

describe('openapi.yaml', () => {
  it('is the generated text; run "npm run openapi" if it is not', () => {
    const stored = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
    expect(stored === GENERATED_FILES['openapi.yaml']?.()).toBe(true)
  })

  it('has every HTTP operation', () => {
    for (const { name, path, method } of HTTP_ROUTES) {
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(camelCase(name))
    }
  })

  it('has every method of the socket and every fault', () => {
    const socket = paths['/v1/ws']?.get?.['x-websocket'] as { methods: Record<string, unknown> }
    expect(Object.keys(socket.methods)).toEqual([...METHODS])
    expect(Object.keys(faults)).toEqual(Object.keys(FAULTS))
  })

  it('refers only to what it has', () => {
    for (const ref of new Set(refsIn(document))) {
      expect(at(ref.slice(2).split('/')), ref).toBeDefined()
    }
  })

  it('states every rule across the members of an object, and the server applies it', () => {
    const params = operations.map(([, operation]) => operation.params)
    const ruled = objectsIn([params, HTTP_ROUTES.map(({ body }) => body)]).filter(
      ({ def }) => (def.checks ?? []).length > 0,
    )
    const isStated = (schema: z.ZodObject): boolean =>
      ['not', 'anyOf', 'oneOf', 'allOf'].some((word) => word in (schema.meta() ?? {}))
    expect(ruled.length).toBeGreaterThan(0)
    expect(ruled.filter((schema) => !isStated(schema))).toEqual([])
    const both = { env: 'mock-v1', episode_id: 'ep_1', episodes: 2 }
    const route = HTTP_ROUTES.find(({ name }) => name === 'key.connect')
    expect(route?.body?.safeParse(both).success).toBe(false)
    const stated = at(['components', 'schemas', 'KeyConnectParams', 'not'])
    expect(stated).toEqual({ required: ['episode_id', 'episodes'] })
  })
})
