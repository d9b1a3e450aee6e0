/** A token of code. Its kind is also its CSS class. */
interface Token {
  readonly text: string
  readonly kind: '' | 'keyword' | 'string' | 'number' | 'comment'
}

type Rules = readonly (readonly [kind: Token['kind'], pattern: string])[]

const NUMBER = '\\b-?\\d[\\d.]*(?:[eE][-+]?\\d+)?[a-z]?\\b'

const Q_WORDS = [
  ...['select', 'update', 'exec', 'delete', 'from', 'by', 'where', 'each', 'over', 'scan'],
  ...['prior', 'peach', 'in', 'within', 'like', 'if', 'do', 'while'],
]
const PYTHON_WORDS = [
  ...['def', 'return', 'if', 'elif', 'else', 'for', 'while', 'in', 'import', 'from', 'as', 'class'],
  ...['with', 'lambda', 'not', 'and', 'or', 'None', 'True', 'False', 'yield', 'raise', 'try'],
  'except',
]
const anyOf = (words: readonly string[]): string => `\\b(?:${words.join('|')})\\b`

/** Highlighting rules for the languages of the environments. The first match applies. */
const LANGUAGES: Readonly<Record<string, Rules>> = {
  json: [
    ['keyword', '"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:)'],
    ['string', '"(?:[^"\\\\\\n]|\\\\.)*"'],
    ['number', NUMBER],
    ['keyword', '\\b(?:true|false|null)\\b'],
  ],
  q: [
    ['comment', '(?<=^|\\n|\\s)/[^\\n]*'],
    ['string', '"(?:[^"\\\\]|\\\\.)*"'],
    ['string', '`[\\w.:/]*'],
    ['keyword', anyOf(Q_WORDS)],
    ['number', '\\b\\d[\\w.:]*'],
  ],
  python: [
    ['comment', '#[^\\n]*'],
    ['string', '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\''],
    ['keyword', anyOf(PYTHON_WORDS)],
    ['number', NUMBER],
  ],
}

/** Longer code is shown without colours. */
const LENGTH_MAX = 20_000

export function highlight(text: string, language: string): readonly Token[] {
  const rules = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
  if (rules === undefined || text.length > LENGTH_MAX) return [{ text, kind: '' }]
  const pattern = new RegExp(rules.map(([, rule]) => `(${rule})`).join('|'), 'g')
  const tokens: Token[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const ruleIndex = match.slice(1).findIndex((group) => group !== undefined)
    if (match.index > from) tokens.push({ text: text.slice(from, match.index), kind: '' })
    tokens.push({ text: match[0], kind: rules[ruleIndex]?.[0] ?? '' })
    from = match.index + match[0].length
  }
  if (from < text.length) tokens.push({ text: text.slice(from), kind: '' })
  return tokens
}
