import type { z } from 'zod'
import { isUnknownKey, leadingIssue, type ResolvedIssue, requirement } from './requirement.ts'
import { quoteValue } from './shown.ts'

/** The first mismatch between a value and its schema. */
interface Mismatch {
  readonly path: readonly PropertyKey[]
  /** A sentence with the member, the rule and, if it may be shown, the value. */
  readonly text: string
  /** The unknown member, if the mismatch is one. */
  readonly unknownKey?: string
}

export interface ComplaintOptions {
  /** What messages call the checked value; `the value` by default. */
  readonly valueName?: string
  /** A prefix for every path, such as `settings` in `settings.turns`. */
  readonly root?: string
  /** Whether messages may quote the value at a path. By default, they quote every value. */
  readonly mayShow?: (path: readonly PropertyKey[]) => boolean
}

/**
 * The first mismatch with a schema, as a sentence: `index must be at least 0; it is -1`.
 *
 * @param value the value that was checked
 */
export function describeMismatch(
  error: z.ZodError,
  value: unknown,
  { root, valueName = root ?? 'the value', mayShow = () => true }: ComplaintOptions = {},
): Mismatch {
  const issue = leadingIssue(error.issues)
  if (issue === undefined) return { path: [], text: `${valueName} does not fit its schema` }
  const { path } = issue
  const location =
    path.length === 0 ? valueName : dotted(root === undefined ? path : [root, ...path])
  if (isUnknownKey(issue)) {
    return { path, text: unknownMembers(issue.keys, location), unknownKey: issue.keys[0] ?? '' }
  }
  return { path, text: sentence(issue, location, valueAt(value, path), mayShow(path)) }
}

/**
 * Parses a value with a schema.
 *
 * @throws Error with the sentence of `describeMismatch`
 */
export function parseFitting<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  valueName: string,
): z.output<Schema> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  throw new Error(describeMismatch(checked.error, value, { valueName }).text)
}

function sentence(
  issue: ResolvedIssue,
  location: string,
  value: unknown,
  isShown: boolean,
): string {
  const rule = requirement(issue)
  if (value === undefined && issue.path.length > 0)
    return `${location} is missing; it ${rule ?? issue.message}`
  const statement = rule === undefined ? `${location}: ${issue.message}` : `${location} ${rule}`
  return isShown ? `${statement}; it is ${quoteValue(value)}` : statement
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.')

function unknownMembers(keys: readonly string[], location: string): string {
  const names = keys.slice(0, 5).map(quoteValue).join(', ')
  return keys.length === 1
    ? `${names} is not a member of ${location}`
    : `${names} are not members of ${location}`
}

/** The value at a path, or undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  )
}
