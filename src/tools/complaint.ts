import type { z } from 'zod'
import { isUnknown, leadingIssue, type PlainIssue, requirement } from './requirement.ts'
import { shown } from './shown.ts'

/** What does not fit a schema: where, and a sentence with the member, the rule and the value. */
interface Complaint {
  readonly path: readonly PropertyKey[]
  readonly text: string
  /** The first member that the schema does not know, if that is the complaint. */
  readonly unknownKey?: string
}

export interface ComplaintOptions {
  /** What the checked value is called; `the value`, if left out. */
  readonly whole?: string
  /** Begins the path of every member, such as `settings` in `settings.turns`. */
  readonly root?: string
  /** Whether the value at a path may be printed; all are, if left out. */
  readonly mayShow?: (path: readonly PropertyKey[]) => boolean
}

/**
 * The first thing that does not fit a schema, as a sentence: `index must be at least 0; it is -1`.
 *
 * @param value what was checked
 */
export function complaintOf(
  error: z.ZodError,
  value: unknown,
  { root, whole = root ?? 'the value', mayShow = () => true }: ComplaintOptions = {},
): Complaint {
  const issue = leadingIssue(error.issues)
  if (issue === undefined) return { path: [], text: `${whole} does not fit its schema` }
  const { path } = issue
  const at = path.length === 0 ? whole : dotted(root === undefined ? path : [root, ...path])
  if (isUnknown(issue)) {
    return { path, text: unknownMembers(issue.keys, at), unknownKey: issue.keys[0] ?? '' }
  }
  return { path, text: sentence(issue, at, valueAt(value, path), mayShow(path)) }
}

/**
 * A value that fits a schema, as the schema makes it.
 *
 * @throws Error with the sentence of `complaintOf`
 */
export function fitting<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  throw new Error(complaintOf(checked.error, value, { whole }).text)
}

function sentence(issue: PlainIssue, at: string, found: unknown, isShown: boolean): string {
  const rule = requirement(issue)
  if (found === undefined && issue.path.length > 0)
    return `${at} is missing; it ${rule ?? issue.message}`
  const stated = rule === undefined ? `${at}: ${issue.message}` : `${at} ${rule}`
  return isShown ? `${stated}; it is ${shown(found)}` : stated
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.')

function unknownMembers(keys: readonly string[], at: string): string {
  const names = keys.slice(0, 5).map(shown).join(', ')
  return keys.length === 1
    ? `${names} is not a member of ${at}`
    : `${names} are not members of ${at}`
}

/** The value at a path; undefined where nothing is there. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  )
}
