import { byName } from '../../by-name.ts'

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
  let at = 0
  while (at < text.length) {
    const next = nextOpener(text, at)
    if (next === null) break
    const span =
      next.opener === '\\begin' ? environment(text, next.at, closers) : closed(text, next, closers)
    if (span === null) at = next.at + next.opener.length
    else {
      if (span.content.trim() !== '') spans.push(span)
      at = span.end
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
  after(start: number, closer: string): number {
    const known = this.#next.get(closer)
    if (known !== undefined && (known >= start || known < 0)) return known
    let index = this.#text.indexOf(closer, start)
    while (closer.startsWith('$') && this.#text[index - 1] === '\\') {
      index = this.#text.indexOf(closer, index + 1)
    }
    this.#next.set(closer, index)
    return index
  }
}

interface Opener {
  readonly at: number
  readonly opener: string
}

const OPENER = /\\\\|\\\$|\\\[|\\\(|\\begin(?=\{)|\$\$?/g

function nextOpener(text: string, from: number): Opener | null {
  OPENER.lastIndex = from
  for (let match = OPENER.exec(text); match !== null; match = OPENER.exec(text)) {
    const [opener] = match
    if (opener !== '\\\\' && opener !== '\\$') return { at: match.index, opener }
  }
  return null
}

function closed(text: string, { at, opener }: Opener, closers: Closers): Span | null {
  const start = at + opener.length
  const closer = CLOSERS[opener] ?? ''
  const close = closers.after(start, closer)
  if (close < 0 || close - start > DISPLAY_MAX) return null
  const content = text.slice(start, close)
  if (opener === '$' && !isInline(content)) return null
  return { start: at, end: close + closer.length, content }
}

/** Whether text between dollar signs is a formula, not words between two prices. */
function isInline(content: string): boolean {
  if (content.length > INLINE_MAX || content.includes('\n\n')) return false
  if (!/^\s*\d/.test(content)) return true
  const words = content.replace(/\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g, ' ').match(/[a-zA-Z]{3,}/g)
  return (words?.length ?? 0) < 3
}

function environment(text: string, at: number, closers: Closers): Span | null {
  const [name] = /^\{[a-zA-Z]+\*?\}/.exec(text.slice(at + 6, at + 40)) ?? [null]
  if (name === null) return null
  const closer = `\\end${name}`
  const close = closers.after(at, closer)
  if (close < 0 || close - at > DISPLAY_MAX) return null
  const end = close + closer.length
  return { start: at, end, content: text.slice(at, end) }
}

const BOX = /\\(?:boxed|fbox|framebox)(?![a-zA-Z])\s*/g

/** The contents of boxes. A box without its closing brace extends to the end of the text. */
export function boxes(text: string): Span[] {
  const found: Span[] = []
  BOX.lastIndex = 0
  for (let match = BOX.exec(text); match !== null; match = BOX.exec(text)) {
    const start = match.index
    const at = start + match[0].length
    const span = text[at] === '{' ? braced(text, start, at) : bare(text, start, at)
    if (span.content.trim() !== '') found.push(span)
    BOX.lastIndex = Math.max(span.end, at)
  }
  return found
}

function braced(text: string, start: number, open: number): Span {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && !/[a-zA-Z]/.test(text[at + 1] ?? '')) at++
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) {
      return { start, end: at + 1, content: text.slice(open + 1, at) }
    }
  }
  const rest = text.slice(open + 1, open + 1 + INLINE_MAX)
  const [content = ''] = /^[^$\n]*/.exec(rest) ?? []
  return { start, end: open + 1 + content.length, content, isOpen: true }
}

function bare(text: string, start: number, at: number): Span {
  const [content = ''] =
    /^(?:\\[a-zA-Z]+|-?\d[\d.,]*(?<=\d)|[^\s$\\{}])?/.exec(text.slice(at, at + 40)) ?? []
  return { start, end: at + content.length, content }
}

/** The maximum length of text between two parts of one answer. */
const JOINT_MAX = 44
const WORDS_MAX = 4

/** Joins neighbouring spans that only a comma or a word such as "and" separates. */
export function joinSpans(text: string, spans: readonly Span[]): Span[] {
  const groups: Span[] = []
  for (const span of spans) {
    const last = groups.at(-1)
    const gap = last === undefined ? '' : text.slice(last.end, span.start)
    if (last === undefined || !(isJoint(gap) || isBullet(gap, last, span))) groups.push(span)
    else {
      const content = `${last.content}, ${span.content}`
      groups[groups.length - 1] = { start: last.start, end: span.end, content }
    }
  }
  return groups
}

/** Values of one name on lines of their own: `- $x = 1$`, `- $x = 2$`. */
function isBullet(gap: string, before: Span, after: Span): boolean {
  if (!/^[.,;]?\s*\n\s*[-*•]\s*$/.test(gap)) return false
  const [name, other] = [before, after].map(
    ({ content }) => /^\s*([a-zA-Z])\s*=/.exec(content)?.[1],
  )
  return name !== undefined && name === other
}

/** What follows such a word replaces or results from what precedes it. */
const REPLACING_WORDS = new Set(
  'but not wait no actually instead rather however so hence thus therefore then which gives where'
    .concat(' giving means becomes corrected correction sorry when if since because unless')
    .split(' '),
)

const HAS_SIGN = /[,;&]|quad|and|or/i

/** A comma or a word such as "and", with a few words or a name such as `x_2 =` around it. */
function isJoint(gap: string): boolean {
  // A full stop ends the answer.
  if (gap.length > JOINT_MAX || gap.includes('.') || !HAS_SIGN.test(gap)) return false
  const plain = gap
    .replace(/\\text\s*\{([^{}]*)\}/g, ' $1 ')
    .replace(/\\q?quad/g, ' , ')
    .replace(/\\[\])([]|[$*]/g, ' ')
    .replace(/[a-zA-Z][_{}\d]{0,5}(?:\([a-z]\))?\s?(?:=|\\in)\s*$/, '')
    .replace(/[,;&]/g, ' , ')
  const words = plain.split(/\s+/).filter((word) => word !== '')
  const isSign = (word: string): boolean => /^(?:,|and|or)$/i.test(word)
  const others = words.filter((word) => !isSign(word))
  const isWord = (word: string): boolean =>
    /^(?:[a-z]+|\([a-z]\))$/i.test(word) && !REPLACING_WORDS.has(word.toLowerCase())
  return words.some(isSign) && others.length <= WORDS_MAX && others.every(isWord)
}
