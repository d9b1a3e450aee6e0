import { byName } from '../../by-name.ts'
import { wordSet } from './tables/words-of.ts'
import { unwrapText } from './text.ts'

/** A range of a text, and its content without the border. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly content: string
  /** Set on a box without its closing brace. */
  readonly isOpen?: true
}

/** The maximum length of a formula within a line. */
const INLINE_MAX = 2_000
/** The maximum length of a displayed formula. */
const DISPLAY_MAX = 8_000

const CLOSERS: Readonly<Record<string, string>> = byName({
  '\\[': '\\]',
  '\\(': '\\)',
  $$: '$$',
  $: '$',
})

/** The formulas of a text in order: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and environments. */
export function mathSpans(text: string): Span[] {
  const spans: Span[] = []
  const closers = new Closers(text)
  let position = 0
  while (position < text.length) {
    const opener = nextOpener(text, position)
    if (opener === null) break
    const span =
      opener.opener === '\\begin'
        ? closeEnvironment(text, opener.position, closers)
        : closeFormula(text, opener, closers)
    if (span === null) position = opener.position + opener.opener.length
    else {
      if (span.content.trim() !== '') spans.push(span)
      position = span.end
    }
  }
  return spans
}

/** The next positions of closing signs. Each is searched for once, so reading takes linear time. */
class Closers {
  readonly #text: string
  readonly #next = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** The first index of a sign from `start`, not after a backslash; -1 if there is none. */
  findAfter(start: number, closer: string): number {
    const cached = this.#next.get(closer)
    if (cached !== undefined && (cached >= start || cached < 0)) return cached
    let index = this.#text.indexOf(closer, start)
    while (closer.startsWith('$') && this.#text[index - 1] === '\\') {
      index = this.#text.indexOf(closer, index + 1)
    }
    this.#next.set(closer, index)
    return index
  }
}

interface Opener {
  readonly position: number
  readonly opener: string
}

const OPENER = /\\\\|\\\$|\\\[|\\\(|\\begin(?=\{)|\$\$?/g

function nextOpener(text: string, from: number): Opener | null {
  OPENER.lastIndex = from
  for (let match = OPENER.exec(text); match !== null; match = OPENER.exec(text)) {
    const [opener] = match
    if (opener !== '\\\\' && opener !== '\\$') return { position: match.index, opener }
  }
  return null
}

function closeFormula(text: string, { position, opener }: Opener, closers: Closers): Span | null {
  const start = position + opener.length
  const closer = CLOSERS[opener] ?? ''
  const close = closers.findAfter(start, closer)
  if (close < 0 || close - start > DISPLAY_MAX) return null
  const content = text.slice(start, close)
  if (opener === '$' && !isInline(content)) return null
  return { start: position, end: close + closer.length, content }
}

/** Whether text between dollar signs is a formula, not words between two prices. */
function isInline(content: string): boolean {
  if (content.length > INLINE_MAX || content.includes('\n\n')) return false
  if (!/^\s*\d/.test(content)) return true
  const words = content.replace(/\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g, ' ').match(/[a-zA-Z]{3,}/g)
  return (words?.length ?? 0) < 3
}

function closeEnvironment(text: string, position: number, closers: Closers): Span | null {
  const [name] = /^\{[a-zA-Z]+\*?\}/.exec(text.slice(position + 6, position + 40)) ?? [null]
  if (name === null) return null
  const closer = `\\end${name}`
  const close = closers.findAfter(position, closer)
  if (close < 0 || close - position > DISPLAY_MAX) return null
  const end = close + closer.length
  return { start: position, end, content: text.slice(position, end) }
}

const BOX = /\\(?:boxed|fbox|framebox)(?![a-zA-Z])\s*/g

/** The contents of boxes. A box without its closing brace extends to the end of the text. */
export function boxes(text: string): Span[] {
  const spans: Span[] = []
  BOX.lastIndex = 0
  for (let match = BOX.exec(text); match !== null; match = BOX.exec(text)) {
    const start = match.index
    const contentStart = start + match[0].length
    const span =
      text[contentStart] === '{'
        ? bracedBox(text, start, contentStart)
        : unbracedBox(text, start, contentStart)
    if (span.content.trim() !== '') spans.push(span)
    BOX.lastIndex = Math.max(span.end, contentStart)
  }
  return spans
}

function bracedBox(text: string, start: number, openBrace: number): Span {
  let depth = 0
  for (let index = openBrace; index < text.length; index++) {
    const character = text[index]
    if (character === '\\' && !/[a-zA-Z]/.test(text[index + 1] ?? '')) index++
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) {
      return { start, end: index + 1, content: text.slice(openBrace + 1, index) }
    }
  }
  const remainder = text.slice(openBrace + 1, openBrace + 1 + INLINE_MAX)
  const [content = ''] = /^[^$\n]*/.exec(remainder) ?? []
  return { start, end: openBrace + 1 + content.length, content, isOpen: true }
}

function unbracedBox(text: string, start: number, contentStart: number): Span {
  const [content = ''] =
    /^(?:\\[a-zA-Z]+|-?\d[\d.,]*(?<=\d)|[^\s$\\{}])?/.exec(
      text.slice(contentStart, contentStart + 40),
    ) ?? []
  return { start, end: contentStart + content.length, content }
}

/** The maximum length of text between two parts of one answer. */
const JOINT_MAX = 44
const WORDS_MAX = 4

/** Joins neighbouring spans that only a comma or a word such as "and" separates. */
export function joinSpans(text: string, spans: readonly Span[]): Span[] {
  const groups: Span[] = []
  for (const span of spans) {
    const previous = groups.at(-1)
    const gap = previous === undefined ? '' : text.slice(previous.end, span.start)
    if (previous === undefined || !(isJoint(gap) || isBullet(gap, previous, span)))
      groups.push(span)
    else {
      const content = `${previous.content}, ${span.content}`
      groups[groups.length - 1] = { start: previous.start, end: span.end, content }
    }
  }
  return groups
}

/** Values of one name on lines of their own: `- $x = 1$`, `- $x = 2$`. */
function isBullet(gap: string, previous: Span, next: Span): boolean {
  if (!/^[.,;]?\s*\n\s*[-*•]\s*$/.test(gap)) return false
  const [name, nextName] = [previous, next].map(
    ({ content }) => /^\s*([a-zA-Z])\s*=/.exec(content)?.[1],
  )
  return name !== undefined && name === nextName
}

/** What follows such a word replaces or results from what precedes it. */
const REPLACING_WORDS = wordSet(`
  but not wait no actually instead rather however so hence thus therefore then which gives where
  it giving means becomes corrected correction sorry when if since because unless
`)

const HAS_SIGN = /[,;&|]|quad|and|or|vs|versus|resp/i
/** Words and signs that name a second value for the first one. */
const VERSUS = /\b(?:vs\.?|versus|resp\.|respectively)|\|/gi

/** A comma or a word such as "and", with a few words or a name such as `x_2 =` around it. */
function isJoint(gap: string): boolean {
  // A full stop ends the answer.
  if (gap.length > JOINT_MAX || !HAS_SIGN.test(gap)) return false
  const list = gap.replace(VERSUS, ' , ')
  if (list.includes('.')) return false
  const text = unwrapText(list, ' $1 ')
    .replace(/\\q?quad/g, ' , ')
    .replace(/\\[\])([]|[$*]/g, ' ')
    .replace(/[a-zA-Z][_{}\d]{0,5}(?:\([a-z]\))?\s?(?:=|\\in)\s*$/, '')
    .replace(/[,;&]/g, ' , ')
  const words = text.split(/\s+/).filter((word) => word !== '')
  const isSign = (word: string): boolean => /^(?:,|and|or)$/i.test(word)
  const contentWords = words.filter((word) => !isSign(word))
  const isWord = (word: string): boolean =>
    /^(?:[a-z]+|\([a-z]\))$/i.test(word) && !REPLACING_WORDS.has(word.toLowerCase())
  return words.some(isSign) && contentWords.length <= WORDS_MAX && contentWords.every(isWord)
}
