/** A piece of text between two places, and what is in it without its border. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly content: string
}

/** A formula in a line of text is not longer. */
const INLINE_MAX = 2_000

const CLOSERS: Readonly<Record<string, string>> = { '\\[': '\\]', '\\(': '\\)', $$: '$$', $: '$' }

/** The formulas of a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and environments, in order. */
export function mathSpans(text: string): Span[] {
  const spans: Span[] = []
  let at = 0
  while (at < text.length) {
    const next = nextOpener(text, at)
    if (next === null) break
    const span = next.opener === '\\begin' ? environment(text, next.at) : closed(text, next)
    if (span === null) at = next.at + next.opener.length
    else {
      if (span.content.trim() !== '') spans.push(span)
      at = span.end
    }
  }
  return spans
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

function closed(text: string, { at, opener }: Opener): Span | null {
  const start = at + opener.length
  const closer = CLOSERS[opener] ?? ''
  const close = closerAt(text, start, closer)
  if (close < 0) return null
  const content = text.slice(start, close)
  if (opener === '$' && !isInline(content)) return null
  return { start: at, end: close + closer.length, content }
}

function closerAt(text: string, start: number, closer: string): number {
  let close = text.indexOf(closer, start)
  if (closer.startsWith('$'))
    while (text[close - 1] === '\\') close = text.indexOf(closer, close + 1)
  return close - start > INLINE_MAX * 4 ? -1 : close
}

/** Whether what stands between two dollar signs is a formula, and not words between two prices. */
function isInline(content: string): boolean {
  if (content.length > INLINE_MAX || content.includes('\n\n')) return false
  if (!/^\s*\d/.test(content)) return true
  const words = content.replace(/\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g, ' ').match(/[a-zA-Z]{3,}/g)
  return (words?.length ?? 0) < 3
}

function environment(text: string, at: number): Span | null {
  const [name] = /^\{[a-zA-Z]+\*?\}/.exec(text.slice(at + 6, at + 40)) ?? [null]
  if (name === null) return null
  const closer = `\\end${name}`
  const close = text.indexOf(closer, at)
  if (close < 0) return null
  const end = close + closer.length
  return { start: at, end, content: text.slice(at, end) }
}

const BOX = /\\+(?:boxed|fbox|framebox)(?![a-zA-Z])\s*/g

/** What stands in boxes; a box that is not closed ends with the text. */
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
  return { start, end: open + 1 + content.length, content }
}

function bare(text: string, start: number, at: number): Span {
  const [content = ''] = /^(?:\\[a-zA-Z]+|[^\s$\\{}])?/.exec(text.slice(at, at + 40)) ?? []
  return { start, end: at + content.length, content }
}

/** What may stand between two parts of one answer. */
const JOINT_MAX = 44
const JOINT =
  /^(?:(?:[a-z]+ ){0,2}(?:,|;|and|or|\\quad|\\qquad|&)[ ,]*)+(?:(?:and|or)\b)?(?: ?[a-z]+){0,2}(?: ?[a-z][_{}0-9]{0,5}(?:\([a-z]\))? ?=)?$/i

/** Neighbouring spans joined to one where only a comma or a word such as "and" parts them. */
export function joined(text: string, spans: readonly Span[]): Span[] {
  const groups: Span[] = []
  for (const span of spans) {
    const last = groups.at(-1)
    if (last === undefined || !isJoint(text.slice(last.end, span.start))) groups.push(span)
    else {
      const content = `${last.content}, ${span.content}`
      groups[groups.length - 1] = { start: last.start, end: span.end, content }
    }
  }
  return groups
}

function isJoint(gap: string): boolean {
  if (gap.length > JOINT_MAX) return false
  const plain = gap
    .replace(/\\text\s*\{([^{}]*)\}/g, ' $1 ')
    .replace(/\\[\])([]|[$*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return JOINT.test(plain)
}
