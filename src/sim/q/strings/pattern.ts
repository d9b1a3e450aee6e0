import { QError } from '../errors.ts'
import { reserveCells, spend, spendReading } from '../values/meter.ts'

/** One element of a pattern: any run, any character, one character, or a set. */
type Part = 'run' | 'any' | number | CharacterSet

/** The bytes in a set, as flags. */
type CharacterSet = Uint8Array

/** A parsed pattern of `like` and `ss`. */
export type Pattern = readonly Part[]

const BYTES = 256

const known = new Map<string, Pattern>()
const KNOWN_MAX = 256
/** Longer patterns are not cached, since the cache outlives the evaluation that paid for them. */
const KNOWN_LENGTH_MAX = 200

/**
 * Parses a pattern: `*`, `?`, `[abc]`, `[a-z]`, `[^a]`.
 *
 * @throws QError `length` for an open bracket, `nyi` for two adjacent stars
 */
export function parsePattern(text: string): Pattern {
  const before = known.get(text)
  if (before !== undefined) return before
  reserveCells(text.length)
  const parts = partsOf(text)
  if (text.length > KNOWN_LENGTH_MAX) return parts
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, parts)
  return parts
}

function partsOf(text: string): Pattern {
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
    } else parts.push(here.charCodeAt(0))
  }
  return parts
}

/** The set that opens at a bracket. A closing bracket right after it is a member. */
function setAt(text: string, start: number): { set: CharacterSet; end: number } {
  const isNegated = text[start + 1] === '^' && text[start + 2] !== ']'
  const first = start + (isNegated ? 2 : 1)
  const end = text.indexOf(']', first + 1)
  if (end < 0) throw new QError('length')
  reserveCells(BYTES >> 3)
  const [inside, outside] = isNegated ? [0, 1] : [1, 0]
  const set = new Uint8Array(BYTES).fill(outside)
  for (let at = first; at < end; at++) {
    const code = text.charCodeAt(at)
    if (text[at + 1] === '-' && at + 2 < end) {
      set.fill(inside, code, Math.max(code, text.charCodeAt(at + 2) + 1))
      at += 2
    } else set[code] = inside
  }
  return { set, end }
}

function fits(part: Part | undefined, code: number): boolean {
  if (typeof part === 'number') return part === code
  if (part === undefined || part === 'run') return false
  return part === 'any' || part[code] === 1
}

/** The number of comparisons between two charges, and their cost. */
const COMPARISONS = 256
const COST = COMPARISONS >> 4

/** Whether a whole text matches the pattern. */
export function isLike(text: string, pattern: Pattern): boolean {
  spendReading(text.length)
  let at = 0
  let part = 0
  let retryPart = -1
  let retryAt = 0
  for (let steps = 1; at < text.length; steps++) {
    if (steps % COMPARISONS === 0) spend(COST)
    if (fits(pattern[part], text.charCodeAt(at))) {
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
  while (pattern[part] === 'run') part++
  return part === pattern.length
}

/** Whether a pattern has a run between its first one and its end, which q cannot match. */
export const isTooHard = (pattern: Pattern): boolean =>
  pattern.slice(pattern.indexOf('run') + 1, -1).includes('run')

/**
 * The non-overlapping positions of a pattern without runs.
 *
 * @throws QError `length` for runs
 */
export function occurrences(text: Uint8Array, pattern: Pattern): number[] {
  if (pattern.length === 0 || pattern.includes('run')) throw new QError('length')
  spendReading(text.length)
  const [first] = pattern
  const last = text.length - pattern.length
  const found: number[] = []
  let steps = 0
  for (let at = 0; at <= last; at++) {
    if (typeof first === 'number') while (at <= last && text[at] !== first) at++
    if (at > last) break
    let part = 0
    while (part < pattern.length && fits(pattern[part], text[at + part] as number)) part++
    steps += part + 1
    if (steps >= COMPARISONS) {
      spend(steps >> 4)
      steps = 0
    }
    if (part < pattern.length) continue
    found.push(at)
    at += pattern.length - 1
  }
  return found
}
