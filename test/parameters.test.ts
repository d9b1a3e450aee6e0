// Guards that the server takes exactly the texts and lists as parameters that openapi.yaml allows.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { HTTP_ROUTES, type HttpRoute, queryValues } from '../src/wire/http-route.ts'
import { openApiDocument } from '../src/wire/openapi/document.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

interface TextSchema {
  readonly type: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly not?: { readonly pattern: string }
}

interface ListSchema {
  readonly type: 'array'
  readonly items: TextSchema
  readonly minItems: number
  readonly maxItems: number
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: TextSchema | ListSchema
  readonly explode?: boolean
}

interface Stated {
  readonly route: HttpRoute
  readonly parameter: Parameter
}

/** What required members are, where another one is looked at. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  ...{ env: 'mock-v1', task: 'train-000001', split: 'train', tasks: 'train-000001', run: 'r' },
  ...{ id: 'g', q: 'box', episode_id: 'ep_1', key_id: 'k' },
  ...{ action: { content: 'Hello?' }, text: 'Read the label.', position: 1, with: 'other' },
}

type Paths = Readonly<Record<string, Record<string, { parameters?: readonly Parameter[] }>>>
const { paths } = openApiDocument('0.0.0') as unknown as { readonly paths: Paths }
const stated: readonly Stated[] = HTTP_ROUTES.flatMap((route) =>
  (paths[route.path]?.[route.method.toLowerCase()]?.parameters ?? []).map((parameter) => ({
    ...{ route, parameter },
  })),
)

const isListSchema = (schema: TextSchema | ListSchema): schema is ListSchema =>
  schema.type === 'array'

function fits({ pattern, not, enum: names }: TextSchema, text: string): boolean {
  if (names !== undefined && !names.includes(text)) return false
  if (not !== undefined && new RegExp(not.pattern, 'u').test(text)) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
}

/** Texts with what addresses, lists, queries and patterns give a meaning to. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...',;&=+%/\\$?#\r\n\t\0\u007f\u0085 "', '%2C', 'é', '漢', '🙂', 'end:'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
  maxLength: 8,
})

/** Members of lists, most of which nothing but their commas could make wrong. */
const member = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: fc.constantFrom(...'a1,%+&; '), minLength: 1 }) },
  { weight: 1, arbitrary: text },
)

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({})
})
afterAll(() => server.stop())

interface Refusal {
  readonly detail: string
  readonly details?: { readonly path?: readonly string[] }
}

/** Whether the server refuses this value of a parameter, whatever it says to the rest. */
async function isRefused({ route, parameter }: Stated, written: string): Promise<boolean> {
  const { name } = parameter
  const sample = (one: string): string =>
    one === name ? written : encodeURIComponent(String(SAMPLES[one] ?? ''))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, one: string) => sample(one))
  const needed = Object.keys(route.query?.shape ?? {}).filter(
    (one) => one === name || !(route.query as z.ZodObject).shape[one]?.safeParse(undefined).success,
  )
  const query = needed.map((one) => `${one}=${sample(one)}`).join('&')
  const body = JSON.stringify(
    Object.fromEntries(
      Object.keys(route.body?.shape ?? {})
        .filter((one) => one in SAMPLES)
        .map((one) => [one, SAMPLES[one]]),
    ),
  )
  const answer = await fetch(`${server.url}${path}${query === '' ? '' : `?${query}`}`, {
    method: route.method,
    ...(route.method === 'POST' ? { body, headers: { 'Content-Type': 'application/json' } } : {}),
  })
  if (answer.status !== 400) return false
  const { detail, details } = (await answer.json()) as Refusal
  // Such a text has the form of a cursor, but no list has this cursor.
  if (detail.endsWith('is not a cursor that this caller received here')) return false
  expect(details?.path?.[0], `${route.path}: ${written}`).toBe(name)
  return true
}

const RUNS = { numRuns: 40, seed: 30 }

it.each(stated.filter(({ parameter: { schema } }) => schema.type === 'string'))(
  '$route.method $route.path refuses exactly the texts as $parameter.name that openapi.yaml does',
  async (one) => {
    const { schema } = one.parameter as { readonly schema: TextSchema }
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        expect(await isRefused(one, encodeURIComponent(value))).toBe(!fits(schema, value))
      }),
      RUNS,
    )
  },
)

it.each(stated.filter(({ parameter }) => isListSchema(parameter.schema)))(
  '$route.method $route.path takes every list as $parameter.name that openapi.yaml allows',
  async (one) => {
    const { name, explode, schema } = one.parameter
    const { items, minItems, maxItems } = schema as ListSchema
    expect(explode).toBe(false)
    await fc.assert(
      fc.asyncProperty(fc.array(member, { maxLength: maxItems + 1 }), async (list) => {
        const isAllowed =
          list.length >= minItems &&
          list.length <= maxItems &&
          list.every((item) => fits(items, item))
        const written = list.map(encodeURIComponent).join(',')
        if (isAllowed) {
          // As the server has it from the address: without escapes.
          const read = queryValues(one.route.query, { [name]: [decodeURIComponent(written)] })
          expect(read[name]).toEqual(list)
        }
        // What has a comma within may be read as another list.
        const isReadAsSent = !list.some((item) => item.includes(','))
        if (isReadAsSent) expect(await isRefused(one, written)).toBe(!isAllowed)
      }),
      RUNS,
    )
  },
)
