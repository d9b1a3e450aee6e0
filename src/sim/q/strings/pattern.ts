import { QError } from '../errors.ts'
import { reserveCells, spend, spendReading } from '../values/meter.ts'

/** One element of a pattern: any run, any character, one character, or a set. */
type Part = 'run' | 'any' | number | CharacterSet

/** The bytes in a set, as flags. */
type CharacterSet = Uint8Array

/** A parsed pattern of `like` and `ss`. */
export type LikePattern = readonly Part[]

const BYTES = 256

const cachedPatterns = new Map<string, LikePattern>()
const KNOWN_MAX = 256
/** Longer patterns are not cached, since the cache outlives the evaluation that paid for them. */
const KNOWN_LENGTH_MAX = 200

/**
 * Parses a pattern: `*`, `?`, `[abc]`, `[a-z]`, `[^a]`.
 *
 * @throws QError `length` for an open bracket, `nyi` for two adjacent stars
 */
export function parsePattern(text: string): LikePattern {
  const cached = cachedPatterns.get(text)
  if (cached !== undefined) return cached
  reserveCells(text.length)
  const parts = parseParts(text)
  if (text.length > KNOWN_LENGTH_MAX) return parts
  if (cachedPatterns.size >= KNOWN_MAX) cachedPatterns.clear()
  cachedPatterns.set(text, parts)
  return parts
}

function parseParts(text: string): LikePattern {
  const parts: Part[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string
    if (character === '*') {
      if (parts.at(-1) === 'run') throw new QError('nyi')
      parts.push('run')
    } else if (character === '?') parts.push('any')
    else if (character === '[') {
      const { set, end } = parseSet(text, index)
      parts.push(set)
      index = end
    } else parts.push(character.charCodeAt(0))
  }
  return parts
}

/** The set that opens at a bracket. A closing bracket right after it is a member. */
function parseSet(text: string, start: number): { set: CharacterSet; end: number } {
  const isNegated = text[start + 1] === '^' && text[start + 2] !== ']'
  const first = start + (isNegated ? 2 : 1)
  const end = text.indexOf(']', first + 1)
  if (end < 0) throw new QError('length')
  reserveCells(BYTES >> 3)
  const [inside, outside] = isNegated ? [0, 1] : [1, 0]
  const set = new Uint8Array(BYTES).fill(outside)
  for (let index = first; index < end; index++) {
    const code = text.charCodeAt(index)
    if (text[index + 1] === '-' && index + 2 < end) {
      set.fill(inside, code, Math.max(code, text.charCodeAt(index + 2) + 1))
      index += 2
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
export function isLike(text: string, pattern: LikePattern): boolean {
  spendReading(text.length)
  let index = 0
  let part = 0
  let retryPart = -1
  let retryAt = 0
  for (let steps = 1; index < text.length; steps++) {
    if (steps % COMPARISONS === 0) spend(COST)
    if (fits(pattern[part], text.charCodeAt(index))) {
      index++
      part++
    } else if (pattern[part] === 'run') {
      retryPart = ++part
      retryAt = index
    } else if (retryPart >= 0) {
      part = retryPart
      index = ++retryAt
    } else return false
  }
  while (pattern[part] === 'run') part++
  return part === pattern.length
}

/** Whether a pattern has a run between its first one and its end, which q cannot match. */
export const isTooHard = (pattern: LikePattern): boolean =>
  pattern.slice(pattern.indexOf('run') + 1, -1).includes('run')

/**
 * The non-overlapping positions of a pattern without runs.
 *
 * @throws QError `length` for runs
 */
export function occurrences(text: Uint8Array, pattern: LikePattern): number[] {
  if (pattern.length === 0 || pattern.includes('run')) throw new QError('length')
  spendReading(text.length)
  const [first] = pattern
  const lastStart = text.length - pattern.length
  const matches: number[] = []
  let steps = 0
  for (let start = 0; start <= lastStart; start++) {
    if (typeof first === 'number') while (start <= lastStart && text[start] !== first) start++
    if (start > lastStart) break
    let part = 0
    while (part < pattern.length && fits(pattern[part], text[start + part] as number)) part++
    steps += part + 1
    if (steps >= COMPARISONS) {
      spend(steps >> 4)
      steps = 0
    }
    if (part < pattern.length) continue
    matches.push(start)
    start += pattern.length - 1
  }
  return matches
}
