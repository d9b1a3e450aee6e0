import { FIELD_ALIASES, FIELDS, type Field } from './tables/fields.ts'

const fieldByName = new Map<string, Field>(
  FIELDS.flatMap((field) =>
    [plain(field), ...FIELD_ALIASES[field]].map((name) => [name, field] as const),
  ),
)

/** The field of this name or alias, whatever its case, spaces and punctuation. */
export const fieldNamed = (name: string): Field | undefined => fieldByName.get(plain(name))

/** Lower case ASCII letters and digits only: how names and values are compared. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const NO_VALUES: ReadonlySet<string> = new Set([
  '',
  'unavailable',
  'notavailable',
  'na',
  'none',
  'null',
  'unknown',
  'missing',
  'notprovided',
])

/** Whether a given value says that there is none, which is honest and counts as not given. */
export const isNoValue = (value: string): boolean => NO_VALUES.has(plain(value))
