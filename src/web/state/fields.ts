/** A member of an address: how to parse and write its text. Defaults are omitted. */
interface Field<Value> {
  read(text: string | undefined): Value
  write(value: Value): string | undefined
}

export type Values<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

export const text = (): Field<string | undefined> => ({
  read: (given) => given,
  write: (value) => (value === '' ? undefined : value),
})

/** A whole number that is not below 0. */
export const whole = <Default extends number | undefined>(
  otherwise: Default,
): Field<number | Default> => ({
  read: (given) => (given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : otherwise),
  write: (value) => (value === otherwise || value === undefined ? undefined : String(value)),
})

export const decimal = (): Field<number | undefined> => ({
  read: (given) => (given !== undefined && /^-?\d+(\.\d+)?$/.test(given) ? +given : undefined),
  write: (value) => (value === undefined ? undefined : String(value)),
})

export const yesNo = (): Field<boolean | undefined> => ({
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  write: (value) => (value === undefined ? undefined : String(value)),
})

/** One of some words; the first is the default. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Field<Word> => ({
  read: (given) => words.find((word) => word === given) ?? (words[0] as Word),
  write: (value) => (value === words[0] ? undefined : value),
})

const escaped = (name: string): string => name.replaceAll('~', '~~').replaceAll(',', '~c')
const unescaped = (name: string): string =>
  name.replaceAll(/~[~c]/g, (mark) => (mark === '~c' ? ',' : '~'))

/** Names separated by commas, with any content. */
export const names = (): Field<readonly string[]> => ({
  read: (given) => (given === undefined || given === '' ? [] : given.split(',').map(unescaped)),
  write: (value) => (value.length === 0 ? undefined : value.map(escaped).join(',')),
})

/** The members of an address that a page knows. */
export function readFields<Fields extends object>(
  fields: Fields,
  search: URLSearchParams,
): Values<Fields> {
  const entries = Object.entries(fields) as [string, Field<unknown>][]
  const read = entries.map(([name, field]) => [name, field.read(search.get(name) ?? undefined)])
  return Object.fromEntries(read) as Values<Fields>
}

/** The query of an address, with `?` in front; members that the page does not know are kept. */
export function writeFields<Fields extends object>(
  fields: Fields,
  values: Partial<Values<Fields>>,
  search: URLSearchParams,
): string {
  const written = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    const field = (fields as Record<string, Field<unknown>>)[name]
    const text = field?.write(value)
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
export const segment = (name: string): string =>
  encodeURIComponent(/^(~.*|\.\.?|compare)$/s.test(name) ? `~${name}` : name)

export const nameOfSegment = (name: string): string => name.replace(/^~/, '')

/** Members of an address with unreadable values. The page uses their defaults. */
export function unknownValues<Fields extends object>(
  fields: Fields,
  search: URLSearchParams,
): readonly (readonly [name: string, value: string])[] {
  const known = Object.entries(fields) as [string, Field<unknown>][]
  return known.flatMap(([name, field]) => {
    const value = search.get(name) ?? ''
    const read = field.read(value)
    const isDefault = read === field.read(undefined) && String(read ?? '') !== value
    return value !== '' && isDefault ? [[name, value] as const] : []
  })
}
