import { folded } from '../../folding.ts'
import { withoutAccents } from '../accents.ts'
import type { AnswerKey } from '../problem.ts'
import { withLongWords } from '../shortened.ts'
import { withoutBorder } from './border.ts'
import { coreWords } from './core-words.ts'
import { sinceCorrected } from './corrections.ts'
import type { Found } from './extract-expression.ts'
import { boxes } from './spans.ts'
import { COUNTRIES } from './tables/countries.ts'
import { visibleText } from './visible-text.ts'

/** Longer spans are explanations, not names. */
const SPAN_MAX = 100
/** A longer alias has more letters than a short span. */
const ALIAS_MAX = 4 * SPAN_MAX
const ALIASES_MAX = 2_000

const ARTICLES = /\b(?:a|an|the)\b/g
const PUNCTUATION = /[!-/:-@[-`{-~‘’´“”–—]/g

const joinedWords = (text: string): string =>
  text.replace(ARTICLES, ' ').replace(/\s+/g, ' ').trim()

/** Most names are plain already, and this is done for each of hundreds of aliases. */
const plain = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? withoutAccents(folded(text)) : text.toLowerCase()

/** As the trivia data sets do it: punctuation becomes a blank, articles go. */
const spaced = (text: string): string =>
  joinedWords(withLongWords(plain(text.replaceAll('_', ' '))).replace(PUNCTUATION, ' '))

/** As the reading data sets do it: punctuation goes, and leaves no blank. */
const deleted = (text: string): string =>
  joinedWords(withLongWords(plain(text)).replace(PUNCTUATION, ''))

/** Whether a short span is the gold or one of its aliases, taken as a whole. */
export function isAlias(key: AnswerKey, answer: string): boolean {
  if (answer.length > SPAN_MAX) return false
  if (isNameOf(key, answer)) return true
  const place = withoutCountry(answer)
  if (place !== null && isNameOf(key, place)) return true
  return [answer, place ?? answer].some((text) => isNameOf(key, coreWords(sentenceKey(text))))
}

const COUNTRY = /^(.{2,80}?)(?:,\s+|\s+in\s+)(?:the )?([A-Za-z][A-Za-z .]{1,30})$/

/** A place without the country it lies in: "Paris, France"; `null` if none is named. */
function withoutCountry(answer: string): string | null {
  const [, place, country = ''] = COUNTRY.exec(answer) ?? []
  if (place === undefined) return null
  return COUNTRIES.has(country.toLowerCase().replaceAll('.', '')) ? place : null
}

/** A sentence without punctuation, in which "it was" can be seen. */
const sentenceKey = (text: string): string =>
  plain(text).replace(PUNCTUATION, ' ').replace(/\s+/g, ' ').trim()

function isNameOf(key: AnswerKey, answer: string): boolean {
  const [withBlanks, without] = [spaced(answer), deleted(answer)]
  if (withBlanks === '' && without === '') return false
  return [key.gold, ...key.aliases.slice(0, ALIASES_MAX)].some(
    (alias) =>
      alias.length <= ALIAS_MAX &&
      ((withBlanks !== '' && spaced(alias) === withBlanks) ||
        (without !== '' && deleted(alias) === without)),
  )
}

/** Whether two short spans are the same name. */
export const sameName = (first: string, second: string): boolean =>
  (spaced(first) !== '' && spaced(first) === spaced(second)) ||
  (deleted(first) !== '' && deleted(first) === deleted(second))

const SAID = /\banswers?\b(?:\s+(?:is|was|are|would be)\b|\s*[:=])[\s:*]*([^\n]{1,300})/gi

/** The name that a text ends on: in a box, behind "the answer is", or the whole short text. */
export function extractName(text: string): Found | null {
  const visible = visibleText(text)
  const corrected = sinceCorrected(visible, endOfName)
  return nameOn(corrected === null ? visible : `The answer is ${corrected}`)
}

/** Words with capitals alone: what follows "actually" may as well be a sentence. */
const NAME =
  /^[A-Z][\w'’-]*(?:,? (?:of|the|de|von|van|la|le|[A-Z][\w'’-]*)){0,5}(?=\s*(?:[.!?\n)]|$))/

function endOfName(text: string, start: number): number | null {
  const [name] = NAME.exec(text.slice(start, start + SPAN_MAX)) ?? []
  return name === undefined ? null : start + name.length
}

function nameOn(visible: string): Found | null {
  const box = boxes(visible).at(-1)
  const said = [...visible.matchAll(SAID)].at(-1)
  if (said !== undefined && said.index > (box?.start ?? -1) && box === undefined) {
    return found(firstSentence(said[1] ?? ''))
  }
  if (box !== undefined) {
    return found(box.content.replace(/\\(?:text|textbf|mathrm)\s*\{([^{}]*)\}/g, '$1'))
  }
  const lines = visible.trim().split('\n')
  const last = (lines.at(-1) ?? '').trim()
  const isShort = last.length <= SPAN_MAX && last.split(/\s+/).length <= 12
  return isShort ? found(firstSentence(last)) : null
}

function found(text: string): Found | null {
  const name = withoutBorder(text.replace(/\*\*/g, ''))
  return name === '' ? null : { text: name, isAmbiguous: false }
}

/** Without what explains the name: a further sentence, a remark after a comma or in brackets. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=[a-z\d)"*]{3})\.\s+(?=[A-Z])/)
  const [name = ''] = sentence.split(
    /,\s+(?=(?:the|a|an|which|who|located|because|since|as)\s)|\s\(/,
  )
  return name
}
