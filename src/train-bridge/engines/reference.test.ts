// Guards that presets/reference/run.yaml has every setting of a run file with its default.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { runConfigSchema } from './config.ts'

const REFERENCE = 'presets/reference/run.yaml'
const text = readFileSync(REFERENCE, 'utf8')
const reference = parse(text) as Record<string, unknown>

/** The members of objects below a schema, as paths with dots. */
function pathsOf(schema: z.ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) =>
      pathsOf(member as z.ZodType, [...path, name]),
    )
  }
  const { innerType } = schema.def as { readonly innerType?: z.ZodType }
  return innerType === undefined ? [path.join('.')] : pathsOf(innerType, path)
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

const paths = pathsOf(runConfigSchema)

it('has every setting', () => {
  expect(paths.length).toBeGreaterThan(80)
  // The schedule has a page of its own.
  const expected = paths.filter((path) => !path.startsWith('environment.feedback.'))
  expect(expected.filter((path) => valueAt(reference, path) === undefined)).toEqual([])
  expect(() => runConfigSchema.parse(reference)).not.toThrow()
})

it('has the defaults', () => {
  const { run, model, output } = reference
  const least = { run, model, output, data: { train: 'a' }, training: { batch: 1 } }
  const given = { lora: {}, server: { url: 'http://a' }, environment: { id: 'a' } }
  const endpoint = { base_url: 'http://a', model: 'a' }
  const minimal = { ...least, ...given, endpoint }
  const defaults = runConfigSchema.parse(minimal)
  const differing = paths
    .filter((path) => valueAt(minimal, path) === undefined)
    .filter((path) => valueAt(defaults, path) !== undefined)
    .filter(
      (path) =>
        JSON.stringify(valueAt(defaults, path)) !== JSON.stringify(valueAt(reference, path)),
    )
  expect(differing).toEqual([])
})
