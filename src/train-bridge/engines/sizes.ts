import { z } from 'zod'
import { RunConfigError } from './run-config-error.ts'

/** The values of each size by name. The file refers to them as `{name}`. */
const sizesSchema = z
  .record(z.string(), z.record(z.string(), z.string()))
  .refine((sizes) => Object.keys(sizes).length > 0)

/**
 * The file of a run with the values of one of its sizes, in place of `size` and `sizes`. A file
 * without sizes is unchanged.
 *
 * @throws RunConfigError if the file has no such size, or the size has no such value
 */
export function ofSize(
  settings: Readonly<Record<string, unknown>>,
  path: string,
  chosenSize: string | undefined,
): Record<string, unknown> {
  const { size: usual, sizes: table, ...rest } = settings
  if (table === undefined) {
    if (chosenSize === undefined) return { ...settings }
    throw new RunConfigError(`${path} has no sizes`, 'Leave out --size.')
  }
  const parsed = sizesSchema.safeParse(table)
  if (!parsed.success) {
    const remedy = 'Write it as in presets/q-grpo.yaml.'
    throw new RunConfigError(`${path}: sizes must have texts by name for each size`, remedy)
  }
  const sizes = new Map(Object.entries(parsed.data))
  const size = String(chosenSize ?? usual ?? '')
  const values = sizes.get(size)
  if (values === undefined) {
    const problem = size === '' ? `${path} names no size` : `${path} has no size ${size}`
    throw new RunConfigError(problem, `Give --size with one of: ${[...sizes.keys()].join(', ')}.`)
  }
  const valueTable = new Map(Object.entries({ ...values, size }))
  return filled(rest, (name) => {
    const value = valueTable.get(name)
    if (value !== undefined) return value
    const remedy = `It has ${[...valueTable.keys()].join(', ')}.`
    throw new RunConfigError(`${path}: the size ${size} has no value {${name}}`, remedy)
  }) as Record<string, unknown>
}

/** Replaces each `{name}` in the texts of a value. */
function filled(value: unknown, textOf: (name: string) => string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{(\w+)\}/g, (_, name: string) => textOf(name))
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, textOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filled(member, textOf)]),
  )
}
