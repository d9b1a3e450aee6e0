import type { z } from 'zod'
import { byName } from '../sim/by-name.ts'

type Issue = z.core.$ZodIssue
type Unknown = z.core.$ZodIssueUnrecognizedKeys

/** An issue that says itself what is wrong: of a union, that of the form that came closest. */
export type PlainIssue = Issue & { readonly forms?: readonly string[] }

export const isUnknown = (issue: Issue): issue is Unknown => issue.code === 'unrecognized_keys'

/**
 * The issue to report: a member that the schema does not know, because a misspelt one is missed
 * elsewhere too; otherwise the first one.
 */
export function leadingIssue(issues: readonly Issue[]): PlainIssue | undefined {
  const plain = issues.map(plainIssue)
  return plain.find(isUnknown) ?? plain[0]
}

/** Goes into unions, keys and elements of maps. */
function plainIssue(issue: Issue): PlainIssue {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue)
  if (issue.code === 'invalid_element' && issue.issues.length > 0)
    return within(issue, issue.issues)
  return issue
}

/**
 * The form of a union that came closest: the one that fits deepest, with the fewest complaints.
 * If no form fits at all, what each of them is.
 */
function closest(issue: z.core.$ZodIssueInvalidUnion): PlainIssue {
  const depth = (issues: readonly Issue[]): number =>
    Math.max(0, ...issues.map(({ path }) => path.length))
  const [best = []] = issue.errors
    .filter((issues) => issues.length > 0)
    .toSorted((left, right) => depth(right) - depth(left) || left.length - right.length)
  if (depth(best) > 0 || best.some(isUnknown)) return within(issue, best)
  const forms = issue.errors.flat().map((one) => requirement(plainIssue(one)))
  return { ...issue, forms: forms.filter((form) => form !== undefined) }
}

function within({ path }: Issue, issues: readonly Issue[]): PlainIssue {
  const inner = leadingIssue(issues) as PlainIssue
  return { ...inner, path: [...path, ...inner.path] }
}

/** The beginnings of the library's own messages; a schema's author wrote all others. */
const STANDARD = /^(Invalid|Too small|Too big|Unrecognized)/

/** What must hold, as a predicate such as `must be a string`; undefined for an author's message. */
export function requirement(issue: PlainIssue): string | undefined {
  if (!STANDARD.test(issue.message)) return undefined
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return bounded(issue.origin, issue.minimum, issue.inclusive, LEAST)
    case 'too_big':
      return bounded(issue.origin, issue.maximum, issue.inclusive, MOST)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return issue.pattern === undefined
        ? `must be a valid ${issue.format}`
        : `must match the pattern ${issue.pattern}`
    case 'invalid_key':
      return `must not have this name: ${nameRule(issue.issues)}`
    case 'invalid_union':
      return [...new Set(issue.forms)].join(' or ').replaceAll(' or must be', ' or') || FITS
    default:
      return FITS
  }
}

const FITS = 'must have one of the forms that the schema allows'

function nameRule(issues: readonly Issue[]): string {
  const inner = leadingIssue(issues)
  return `a name ${(inner && requirement(inner)) ?? inner?.message}`
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

function oneOf(values: readonly unknown[]): string {
  const names = values.slice(0, VALUES_MAX).map((value) => JSON.stringify(value) ?? String(value))
  if (names.length === 1) return `must be ${names[0]}`
  return `must be one of ${names.join(', ')}${values.length > VALUES_MAX ? ', …' : ''}`
}

const LEAST = ['at least', 'more than'] as const
const MOST = ['at most', 'less than'] as const

const UNITS: Readonly<Record<string, string>> = byName({
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'member',
  object: 'member',
})

function bounded(
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
