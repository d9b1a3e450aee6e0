import type { Single } from '../../tables/records.ts'
import { type Candidate, type Tokens, tokensOf } from './tokens.ts'

type Choice = Single & { readonly type: 'choice' }

interface Phrase {
  readonly value: string
  readonly tokens: Tokens
}

const phrases = new WeakMap<Choice, readonly Phrase[]>()

/** Every way of saying an option, the longest first. */
function phrasesOf(choice: Choice): readonly Phrase[] {
  let known = phrases.get(choice)
  if (known === undefined) {
    known = Object.entries(choice.options)
      .flatMap(([value, words]) => words.map((said) => ({ value, tokens: tokensOf(said) })))
      .sort((one, other) => other.tokens.length - one.tokens.length)
    phrases.set(choice, known)
  }
  return known
}

const isPlural = (token: string | undefined, word: string): boolean => token === `${word}s`

/** Every option that a text names; of words that two phrases share the longer one has them. */
export function choicesIn(tokens: Tokens, choice: Choice): Candidate[] {
  const found: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const phrase = phrasesOf(choice).find(({ tokens: words }) =>
      words.every((word, at) => {
        const token = tokens[start + at]
        return token === word || (at === words.length - 1 && isPlural(token, word))
      }),
    )
    if (phrase === undefined) continue
    const end = start + phrase.tokens.length
    // "The phone number" is no phone.
    if (tokens[end] !== 'number') found.push({ value: phrase.value, start, end, isCued: true })
    start = end - 1
  }
  return found
}
