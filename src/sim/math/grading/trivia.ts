import { foldCharacters } from '../../folding.ts'
import { withoutAccents } from '../accents.ts'
import type { AnswerKey } from '../problem.ts'
import { withLongForms } from '../shortened.ts'
import { withoutBorder } from './border.ts'
import { coreWords } from './core-words.ts'
import type { ValueReader } from './stated.ts'
import { COUNTRIES } from './tables/countries.ts'
import { unwrapText } from './text.ts'

/** Longer spans are explanations, not names. */
const SPAN_MAX = 100
/** A longer alias has more letters than a short span. */
const ALIAS_MAX = 4 * SPAN_MAX
const ALIASES_MAX = 2_000

const ARTICLES = /\b(?:a|an|the)\b/g
const PUNCTUATION = /[!-/:-@[-`{-~‘’´“”–—]/g

const withoutArticles = (text: string): string =>
  text.replace(ARTICLES, ' ').replace(/\s+/g, ' ').trim()

/** Most names are plain already, and this runs for hundreds of aliases. */
const foldName = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? withoutAccents(foldCharacters(text)) : text.toLowerCase()

/** As trivia data sets normalize: punctuation becomes a space, articles go. */
const punctuationAsSpace = (text: string): string =>
  withoutArticles(withLongForms(foldName(text.replaceAll('_', ' '))).replace(PUNCTUATION, ' '))

/** As reading data sets normalize: punctuation goes without leaving a space. */
const punctuationDeleted = (text: string): string =>
  withoutArticles(withLongForms(foldName(text)).replace(PUNCTUATION, ''))

/** Whether a short span as a whole is the gold or an alias. */
export function isAlias(key: AnswerKey, answer: string): boolean {
  if (answer.length > SPAN_MAX) return false
  if (matchesName(key, answer)) return true
  const town = withoutCountry(answer)
  if (town !== null && matchesName(key, town)) return true
  return [answer, town ?? answer].some((text) => matchesName(key, coreWords(sentenceKey(text))))
}

const COUNTRY = /^(.{2,80}?)(?:,\s+|\s+in\s+)(?:the )?([A-Za-z][A-Za-z .]{1,30})$/

/** A town without its country: "Paris, France"; `null` if none is named. */
function withoutCountry(answer: string): string | null {
  const [, town, country = ''] = COUNTRY.exec(answer) ?? []
  if (town === undefined) return null
  return COUNTRIES.has(country.toLowerCase().replaceAll('.', '')) ? town : null
}

/** A sentence without punctuation, so that "it was" can be found. */
const sentenceKey = (text: string): string =>
  foldName(text).replace(PUNCTUATION, ' ').replace(/\s+/g, ' ').trim()

function matchesName(key: AnswerKey, answer: string): boolean {
  const [withBlanks, withoutBlanks] = [punctuationAsSpace(answer), punctuationDeleted(answer)]
  if (withBlanks === '' && withoutBlanks === '') return false
  return [key.gold, ...key.aliases.slice(0, ALIASES_MAX)].some(
    (alias) =>
      alias.length <= ALIAS_MAX &&
      ((withBlanks !== '' && punctuationAsSpace(alias) === withBlanks) ||
        (withoutBlanks !== '' && punctuationDeleted(alias) === withoutBlanks)),
  )
}

/** Whether two short spans are the same name. */
export const sameName = (first: string, second: string): boolean =>
  (punctuationAsSpace(first) !== '' && punctuationAsSpace(first) === punctuationAsSpace(second)) ||
  (punctuationDeleted(first) !== '' && punctuationDeleted(first) === punctuationDeleted(second))

const DENIED = /^(?:not|n't|neither|never)\b/i
/** A line with more words is a sentence, not a name. */
const WORDS_MAX = 8

/** Reads names: a box, an announcement, or a short last line. */
export const nameReader: ValueReader = {
  isWordy: true,
  boxed: (content) => nameIn(unwrapText(content)),
  announced(following) {
    const indent = following.length - following.trimStart().length
    const [line = ''] = /^[^\n]{0,300}/.exec(following.slice(indent)) ?? []
    const text = DENIED.test(line) ? null : nameIn(firstSentence(line))
    return text === null ? null : { text, end: indent + line.indexOf(text) + text.length }
  },
  line(line) {
    const isShort = line.length <= SPAN_MAX && line.trim().split(/\s+/).length <= WORDS_MAX
    return isShort ? nameIn(firstSentence(line.trim())) : null
  },
}

function nameIn(text: string): string | null {
  const name = withoutBorder(text.replace(/\*\*/g, ''))
  return name === '' ? null : name
}

/** Removes an explanation: a further sentence, or a remark after a comma or in brackets. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=[a-z\d)"*]{3})\.\s+(?=[A-Z])/)
  const [name = ''] = sentence.split(
    /,\s+(?=(?:the|a|an|which|who|located|because|since|as)\s)|\s\(/,
  )
  return name
}
