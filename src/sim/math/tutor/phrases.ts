import { withoutAccents } from '../accents.ts'
import { longForm } from '../shortened.ts'
import { type AnswerSpan, span } from './spans.ts'

interface Token {
  readonly start: number
  readonly end: number
  readonly text: string
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an'])

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  // In every alphabet, anything except spaces and punctuation belongs to a word.
  for (const match of text.matchAll(/&|[^\s!-/:-@[-`{-~‘’“”–—…]+/g)) {
    const end = match.index + match[0].length
    tokens.push({ start: match.index, end, text: longForm(withoutAccents(match[0])) })
  }
  return tokens
}

/** The words of a phrase without a leading article; empty if nothing else is left. */
function wordsOf(phrase: string): readonly string[] {
  const words = tokensOf(phrase).map(({ text }) => text)
  return ARTICLES.has(words[0] ?? '') && words.length > 1 ? words.slice(1) : words
}

/**
 * The positions of phrases in a text, regardless of case, accents, punctuation and article. A
 * leading article belongs to the match.
 */
export function phrasesIn(text: string, phrases: readonly string[]): AnswerSpan[] {
  const tokens = tokensOf(text)
  const wanted = phrases.map(wordsOf).filter((words) => words.length > 0)
  const byFirst = new Map<string, (readonly string[])[]>()
  for (const words of wanted) {
    const first = words[0] as string
    byFirst.set(first, [...(byFirst.get(first) ?? []), words])
  }
  return tokens.flatMap((token, index) => {
    const matching = (byFirst.get(token.text) ?? []).filter((words) =>
      words.every((word, offset) => tokens[index + offset]?.text === word),
    )
    const longest = matching.reduce((most, words) => Math.max(most, words.length), 0)
    if (longest === 0) return []
    const last = tokens[index + longest - 1] as Token
    const before = tokens[index - 1]
    const start = before !== undefined && ARTICLES.has(before.text) ? before.start : token.start
    const content = text.slice(token.start, last.end)
    return [span(text, start, last.end, content)]
  })
}
