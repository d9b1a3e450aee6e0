import { byName } from '../../by-name.ts'
import { agree, namesInNoun } from './agreement.ts'
import { expansionsOf, parseTemplate, type Template } from './template.ts'

/** What somebody may say: an act, and one way to say it. */
interface Saying<Act> {
  readonly act: Act
  readonly template: string
}

/** A text that was read back. */
interface Read<Act> {
  readonly act: Act
  readonly slots: Readonly<Record<string, string>>
}

/** What a slot may hold; anything else goes on to the end of its sentence at most. */
const VALUES: Readonly<Record<string, string>> = byName({
  reference: 'R\\d{6}',
  value: '[^,\\n]+?',
  goal: '.+?',
  company: '[A-Z][^.!?:,\\n]*?',
  name: '[A-Z][a-z]+(?: [A-Z][a-z]+)?',
})
const ANY_VALUE = '[^.!?\\n]+?'
/** Slots that hold names of departments, with articles. */
const NOUNS: ReadonlySet<string> = new Set(['right', 'first'])

interface Pattern<Act> {
  readonly act: Act
  readonly whole: RegExp
  readonly names: readonly string[]
}

/**
 * Reads texts back that were said by templates: by the one of most words, for its values are the
 * shortest. Patterns lie under the words they may begin with, and are made at the first reading.
 */
export class SpeechReader<Act> {
  readonly #sayings: readonly Saying<Act>[]
  #byFirstWord: ReadonlyMap<string, readonly Pattern<Act>[]> | undefined

  constructor(sayings: readonly Saying<Act>[]) {
    this.#sayings = sayings
  }

  /** What a whole text says, or undefined if no template can say it. */
  read(text: string): Read<Act> | undefined {
    this.#byFirstWord ??= patternsByFirstWord(this.#sayings)
    const fitting = this.#byFirstWord.get(firstWordOf(text)) ?? []
    return readBy(fitting, text) ?? readBy(this.#byFirstWord.get(ANY_WORD) ?? [], text)
  }
}

function readBy<Act>(patterns: readonly Pattern<Act>[], text: string): Read<Act> | undefined {
  for (const { act, whole, names } of patterns) {
    const match = whole.exec(text)
    if (match === null) continue
    const slots: Record<string, string> = {}
    for (const [at, name] of names.entries()) {
      // Of a choice only one option was said; the slots of the others hold nothing.
      const said = match[at + 1]
      if (said !== undefined) slots[name] = NOUNS.has(name) ? namesInNoun(said) : said
    }
    return { act, slots }
  }
  return undefined
}

/** What templates begin with whose first word depends on a value. */
const ANY_WORD = ''

const firstWordOf = (text: string): string => text.slice(0, `${text} `.indexOf(' '))

function patternsByFirstWord<Act>(
  sayings: readonly Saying<Act>[],
): ReadonlyMap<string, readonly Pattern<Act>[]> {
  const byWord = new Map<string, Pattern<Act>[]>()
  const parsed = sayings.map(({ act, template }) => ({ act, template: parseTemplate(template) }))
  const bySize = parsed.map((saying) => ({ ...saying, size: sizeOf(saying.template) }))
  for (const { act, template } of bySize.sort((one, other) => other.size - one.size)) {
    const names: string[] = []
    const pattern = { act, whole: new RegExp(`^${sourceOf(template, names)}$`), names }
    const words = expansionsOf(template).map(firstWordOf)
    for (const word of new Set(words.map((one) => (one.includes('{') ? ANY_WORD : one)))) {
      const before = byWord.get(word)
      if (before === undefined) byWord.set(word, [pattern])
      else before.push(pattern)
    }
  }
  return byWord
}

/** How much a template says itself: the more, the less is left to its values. */
const sizeOf = (template: Template): number =>
  Math.min(...expansionsOf(template).map((text) => text.replace(/\{[^}]*\}/g, '').length))

/** A template as the source of a pattern; adds the names of its groups in order. */
function sourceOf(template: Template, names: string[]): string {
  return template
    .map((piece) => {
      if (piece.kind === 'text') return piece.text.replace(/[.?*+^$()\\]/g, '\\$&')
      if (piece.kind === 'choice') {
        return `(?:${piece.options.map((option) => sourceOf(option, names)).join('|')})`
      }
      const { name, feature } = piece
      if (!VALUE_FEATURES.has(feature))
        return `(?:${agree(feature, false)}|${agree(feature, true)})`
      names.push(name)
      return `(${VALUES[name] ?? ANY_VALUE})${feature === 'possessive' ? "(?:'s|')" : ''}`
    })
    .join('')
}

/** Features that say the value; all others say a word that agrees with it. */
const VALUE_FEATURES: ReadonlySet<string> = new Set(['', 'Capital', 'possessive'])
