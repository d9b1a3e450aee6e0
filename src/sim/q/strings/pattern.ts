import { QError } from '../errors.ts'
import { spend } from '../values/meter.ts'

/** One position of a pattern: any run, any character, or a set of characters. */
type Part = 'run' | 'any' | CharacterSet

interface CharacterSet {
  readonly members: ReadonlySet<string>
  readonly isNegated: boolean
}

/** A pattern of `like` and `ss`, taken apart. */
export type Pattern = readonly Part[]

const known = new Map<string, Pattern>()
const KNOWN_MAX = 256

/**
 * Takes a pattern apart: `*`, `?`, `[abc]`, `[a-z]`, `[^a]`.
 *
 * @throws QError `length` for an open bracket, `nyi` for two stars side by side
 */
export function patternOf(text: string): Pattern {
  const before = known.get(text)
  if (before !== undefined) return before
  const parts: Part[] = []
  for (let at = 0; at < text.length; at++) {
    const here = text[at] as string
    if (here === '*') {
      if (parts.at(-1) === 'run') throw new QError('nyi')
      parts.push('run')
    } else if (here === '?') parts.push('any')
    else if (here === '[') {
      const { set, end } = setAt(text, at)
      parts.push(set)
      at = end
    } else parts.push({ members: new Set(here), isNegated: false })
  }
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, parts)
  return parts
}

/** The set that opens at a bracket; a closing bracket that comes first is a member. */
function setAt(text: string, start: number): { set: CharacterSet; end: number } {
  const isNegated = text[start + 1] === '^' && text[start + 2] !== ']'
  const first = start + (isNegated ? 2 : 1)
  const end = text.indexOf(']', first + 1)
  if (end < 0) throw new QError('length')
  const members = new Set<string>()
  for (let at = first; at < end; at++) {
    if (text[at + 1] === '-' && at + 2 < end) {
      for (let code = text.charCodeAt(at); code <= text.charCodeAt(at + 2); code++) {
        members.add(String.fromCharCode(code))
      }
      at += 2
    } else members.add(text[at] as string)
  }
  return { set: { members, isNegated }, end }
}

const fits = (part: Part | undefined, character: string): boolean => {
  if (part === undefined || part === 'run') return false
  return part === 'any' || part.members.has(character) !== part.isNegated
}

/** Whether a text is as the pattern says, from end to end. */
export function isLike(text: string, pattern: Pattern): boolean {
  let at = 0
  let part = 0
  let retryPart = -1
  let retryAt = 0
  let steps = 0
  while (at < text.length) {
    steps++
    if (fits(pattern[part], text[at] as string)) {
      at++
      part++
    } else if (pattern[part] === 'run') {
      retryPart = ++part
      retryAt = at
    } else if (retryPart >= 0) {
      part = retryPart
      at = ++retryAt
    } else return false
  }
  spend(steps >> 4)
  while (pattern[part] === 'run') part++
  return part === pattern.length
}

/** Where a pattern without runs occurs, one after the other. @throws QError `length` for runs */
export function occurrences(text: string, pattern: Pattern): number[] {
  if (pattern.length === 0 || pattern.includes('run')) throw new QError('length')
  const found: number[] = []
  for (let at = 0; at + pattern.length <= text.length; at++) {
    if (!pattern.every((part, i) => fits(part, text[at + i] as string))) continue
    found.push(at)
    at += pattern.length - 1
  }
  spend(text.length >> 3)
  return found
}
