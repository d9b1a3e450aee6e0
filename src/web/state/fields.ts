/** A query parameter of the address. Default values are omitted. */
interface Field<Value> {
  parse(text: string | undefined): Value
  format(value: Value): string | undefined
}

export type StateValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

export const textField = (): Field<string | undefined> => ({
  parse: (given) => given,
  format: (value) => (value === '' ? undefined : value),
})

/** A whole number of at least 0. */
export const integerField = <Default extends number | undefined>(
  fallback: Default,
): Field<number | Default> => ({
  parse: (given) => (given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : fallback),
  format: (value) => (value === fallback || value === undefined ? undefined : String(value)),
})

export const decimalField = (): Field<number | undefined> => ({
  parse: (given) => (given !== undefined && /^-?\d+(\.\d+)?$/.test(given) ? +given : undefined),
  format: (value) => (value === undefined ? undefined : String(value)),
})

export const booleanField = (): Field<boolean | undefined> => ({
  parse: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  format: (value) => (value === undefined ? undefined : String(value)),
})

/** One of several words. The first is the default. */
export const enumField = <const Word extends string>(...words: readonly Word[]): Field<Word> => ({
  parse: (given) => words.find((word) => word === given) ?? (words[0] as Word),
  format: (value) => (value === words[0] ? undefined : value),
})

const escaped = (name: string): string => name.replaceAll('~', '~~').replaceAll(',', '~c')
const unescaped = (name: string): string =>
  name.replaceAll(/~[~c]/g, (mark) => (mark === '~c' ? ',' : '~'))

/** Names separated by commas. They can contain any character. */
export const listField = (): Field<readonly string[]> => ({
  parse: (given) => (given === undefined || given === '' ? [] : given.split(',').map(unescaped)),
  format: (value) => (value.length === 0 ? undefined : value.map(escaped).join(',')),
})

/** Parses the query parameters of a page. */
export function parseFields<Fields extends object>(
  fields: Fields,
  search: URLSearchParams,
): StateValues<Fields> {
  const entries = Object.entries(fields) as [string, Field<unknown>][]
  const read = entries.map(([name, field]) => [name, field.parse(search.get(name) ?? undefined)])
  return Object.fromEntries(read) as StateValues<Fields>
}

/** Formats a query with its `?`. Parameters of other pages are kept. */
export function formatQuery<Fields extends object>(
  fields: Fields,
  values: Partial<StateValues<Fields>>,
  search: URLSearchParams,
): string {
  const written = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    const field = (fields as Record<string, Field<unknown>>)[name]
    const text = field?.format(value)
    if (text === undefined) written.delete(name)
    else written.set(name, text)
  }
  const query = written.toString().replaceAll('%2C', ',')
  return query === '' ? '' : `?${query}`
}

/**
 * A name as one segment of a path. A tilde before it distinguishes names from the segments `.` and
 * `..`, and from pages.
 */
export const pathSegment = (name: string): string =>
  encodeURIComponent(/^(~.*|\.\.?|compare)$/s.test(name) ? `~${name}` : name)

export const parsePathSegment = (name: string): string => name.replace(/^~/, '')

/** Query parameters with invalid values. The page uses their defaults. */
export function invalidFields<Fields extends object>(
  fields: Fields,
  search: URLSearchParams,
): readonly (readonly [name: string, value: string])[] {
  const known = Object.entries(fields) as [string, Field<unknown>][]
  return known.flatMap(([name, field]) => {
    const value = search.get(name) ?? ''
    const read = field.parse(value)
    const isDefault = read === field.parse(undefined) && String(read ?? '') !== value
    return value !== '' && isDefault ? [[name, value] as const] : []
  })
}
