import type { z } from 'zod'
import { byName } from '../sim/by-name.ts'

type Issue = z.core.$ZodIssue
type Unknown = z.core.$ZodIssueUnrecognizedKeys

/** An issue whose message is specific: for a union, the issue of the closest form. */
export type ResolvedIssue = Issue & { readonly forms?: readonly string[] }

export const isUnknownKey = (issue: Issue): issue is Unknown => issue.code === 'unrecognized_keys'

/**
 * The issue to report. An unknown member comes first, because a misspelt member also appears as a
 * missing one. Otherwise it is the first issue.
 */
export function leadingIssue(issues: readonly Issue[]): ResolvedIssue | undefined {
  const resolved = issues.map(resolveIssue)
  return resolved.find(isUnknownKey) ?? resolved[0]
}

/** Descends into unions, keys and elements of maps. */
function resolveIssue(issue: Issue): ResolvedIssue {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closestForm(issue)
  if (issue.code === 'invalid_element' && issue.issues.length > 0)
    return withPath(issue, issue.issues)
  return issue
}

/**
 * The issue of the union's closest form: the one that fits deepest, then the one with the fewest
 * issues. If no form fits at all, the issue lists what each form requires.
 */
function closestForm(issue: z.core.$ZodIssueInvalidUnion): ResolvedIssue {
  const depth = (issues: readonly Issue[]): number =>
    Math.max(0, ...issues.map(({ path }) => path.length))
  const [closest = []] = issue.errors
    .filter((issues) => issues.length > 0)
    .toSorted((left, right) => depth(right) - depth(left) || left.length - right.length)
  if (depth(closest) > 0 || closest.some(isUnknownKey)) return withPath(issue, closest)
  const forms = issue.errors.flat().map((nested) => requirement(resolveIssue(nested)))
  return { ...issue, forms: forms.filter((form) => form !== undefined) }
}

function withPath({ path }: Issue, issues: readonly Issue[]): ResolvedIssue {
  const leading = leadingIssue(issues) as ResolvedIssue
  return { ...leading, path: [...path, ...leading.path] }
}

/** The beginnings of the library's own messages. A schema's author wrote all others. */
const STANDARD_MESSAGE = /^(Invalid|Too small|Too big|Unrecognized)/

/**
 * The rule as a predicate such as `must be a string`; undefined if the schema's author wrote the
 * message.
 */
export function requirement(issue: ResolvedIssue): string | undefined {
  if (!STANDARD_MESSAGE.test(issue.message)) return undefined
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`
    case 'invalid_value':
      return valueRule(issue.values)
    case 'too_small':
      return boundRule(issue.origin, issue.minimum, issue.inclusive, LOWER_BOUND)
    case 'too_big':
      return boundRule(issue.origin, issue.maximum, issue.inclusive, UPPER_BOUND)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return issue.pattern === undefined
        ? `must be a valid ${issue.format}`
        : `must match the pattern ${issue.pattern}`
    case 'invalid_key':
      return `must not have this name: ${nameRule(issue.issues)}`
    case 'invalid_union':
      return (
        [...new Set(issue.forms)].join(' or ').replaceAll(' or must be', ' or') || MUST_MATCH_FORM
      )
    default:
      return MUST_MATCH_FORM
  }
}

const MUST_MATCH_FORM = 'must have one of the forms that the schema allows'

function nameRule(issues: readonly Issue[]): string {
  const leading = leadingIssue(issues)
  return `a name ${(leading && requirement(leading)) ?? leading?.message}`
}

const TYPES: Readonly<Record<string, string>> = byName({
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
  never: 'left out',
})

const VALUES_MAX = 20

function valueRule(values: readonly unknown[]): string {
  const names = values.slice(0, VALUES_MAX).map((value) => JSON.stringify(value) ?? String(value))
  if (names.length === 1) return `must be ${names[0]}`
  return `must be one of ${names.join(', ')}${values.length > VALUES_MAX ? ', …' : ''}`
}

const LOWER_BOUND = ['at least', 'more than'] as const
const UPPER_BOUND = ['at most', 'less than'] as const

const UNITS: Readonly<Record<string, string>> = byName({
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'member',
  object: 'member',
})

function boundRule(
  origin: string,
  bound: number | bigint,
  isInclusive: boolean | undefined,
  [inclusive, exclusive]: readonly [string, string],
): string {
  const limit = `${isInclusive === false ? exclusive : inclusive} ${bound}`
  const unit = UNITS[origin]
  if (unit === undefined) return `must be ${limit}`
  return `must have ${limit} ${unit}${Number(bound) === 1 ? '' : 's'}`
}
