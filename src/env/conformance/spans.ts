import type { Json } from '../../sim/json.ts'
import { memoize } from '../../sim/memo.ts'

/**
 * The kinds of pieces that a player may cut out of a text without understanding it. `token`: a
 * word with a digit, such as a reference number. `digits`: the digits of each token, then of the
 * whole text. `ending`: the last digits of each long number. `count`: the number of each
 * punctuation mark, then of words and of characters.
 */
export const SPAN_KINDS = [
  'formula',
  'number',
  'token',
  'name',
  'word',
  'quoted',
  'code',
  'option',
  'sentence',
  'line',
  'whole',
  'digits',
  'ending',
  'count',
] as const
export type SpanKind = (typeof SPAN_KINDS)[number]

const DELIMITED = String.raw`\$([^$\n]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]`
const OPERAND = String.raw`\(*-?(?:\d[\d.,]*%?[a-z]?|[a-z])\)*(?:\^\d+)?`
const OPERATOR = ' ?(?:[-+*/×÷^=]|mod|modulo) ?'
const WRITTEN_OUT = `(${OPERAND}(?:${OPERATOR}${OPERAND})+)`

const PATTERNS: Readonly<
  Record<Exclude<SpanKind, 'whole' | 'digits' | 'ending' | 'count'>, RegExp>
> = {
  formula: new RegExp(`${DELIMITED}|${WRITTEN_OUT}`, 'g'),
  number: /-?\d[\d,]*(?:\.\d+)?(?:\/\d+)?%?/g,
  token: /[^\s"',;:()]*\d[^\s"',;()]*[^\s"',;:().?!]/g,
  name: /\b[A-Z][\w&'’]*(?: (?:[A-Z&][\w&'’]*))*/g,
  word: /[A-Za-z][\w'’-]*/g,
  quoted: /"([^"\n]+)"|“([^”\n]+)”|`([^`\n]+)`/g,
  code: /```\w*\n([\s\S]*?)```/g,
  option: /^\(?([A-Z])[.)] /gm,
  sentence: /[^\s.?!][^.?!\n]*[.?!]?/g,
  line: /[^\n]+/g,
}

const CACHED_TEXTS_MAX = 4_000
const SPANS_MAX = 200

const cutters = new Map(
  Object.entries(PATTERNS).map(([kind, pattern]) => [
    kind,
    memoize(CACHED_TEXTS_MAX, (text): readonly string[] => {
      const spans: string[] = []
      for (const match of text.matchAll(pattern)) {
        const span = (match.slice(1).find((group) => group !== undefined) ?? match[0]).trim()
        if (span !== '') spans.push(span)
        if (spans.length === SPANS_MAX) break
      }
      return spans
    }),
  ]),
)

/** The pieces of one kind in a text, in order. */
export function findSpans(kind: SpanKind, text: string): readonly string[] {
  if (kind === 'count') return countsIn(text)
  if (kind === 'digits') return digitsIn(text)
  if (kind === 'ending') return endingsIn(text)
  return cutters.get(kind)?.(text) ?? (text === '' ? [] : [text])
}

const digitsIn = memoize(CACHED_TEXTS_MAX, (text: string): readonly string[] =>
  [...findSpans('token', text), text].map((piece) => piece.replace(/\D/g, '')).filter(Boolean),
)

/** Numbers of last digits that may hide a value. */
const ENDINGS = [2, 3, 4] as const

const endingsIn = memoize(CACHED_TEXTS_MAX, (text: string): readonly string[] =>
  (text.match(/\d+/g) ?? []).flatMap((digits) =>
    ENDINGS.filter((length) => length < digits.length).map((length) => digits.slice(-length)),
  ),
)

const countsIn = memoize(CACHED_TEXTS_MAX, (text: string): readonly string[] => {
  const marks = new Map<string, number>()
  for (const mark of text.match(/[^A-Za-z0-9]/g) ?? []) {
    marks.set(mark, (marks.get(mark) ?? 0) + 1)
  }
  const words = text.split(/\s+/).filter((word) => word !== '').length
  return [...marks.values(), words, text.length].map(String)
})

/** Every value of a JSON text with its name, in order; none if the text is not JSON. */
export const findMembers: (text: string) => readonly Member[] = memoize(
  CACHED_TEXTS_MAX,
  (text) => {
    const members: Member[] = []
    if (!/^\s*[[{]/.test(text)) return members
    try {
      collectMembers('', JSON.parse(text) as Json, members)
    } catch {
      // Text that only looks like JSON has no members.
    }
    return members
  },
)

interface Member {
  readonly key: string
  readonly value: Json
}

function collectMembers(key: string, value: Json, members: Member[]): void {
  if (members.length >= SPANS_MAX) return
  if (key !== '') members.push({ key, value })
  if (Array.isArray(value)) for (const item of value) collectMembers(key, item, members)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (member !== undefined) collectMembers(name, member, members)
    }
  }
}
