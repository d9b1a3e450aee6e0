// Guards that openapi.yaml is what the schemas say, whole, and without a reference to nothing.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../faults.ts'
import { HTTP_ROUTES } from '../http-route.ts'
import { METHODS } from '../rpc.ts'
import { openApiDocument } from './document.ts'
import { camelCase } from './schemas.ts'
import { WRITTEN } from './write.ts'

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

describe('openapi.yaml', () => {
  it('is the generated text; run "npm run openapi" if it is not', () => {
    const stored = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
    expect(stored === WRITTEN['openapi.yaml']?.()).toBe(true)
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
})
