import { foldCharacters } from '../../folding.ts'
import type { AnswerKey } from '../problem.ts'
import { readAnswer, sameAnswer } from './answer.ts'
import { withoutBorder } from './border.ts'
import type { ParsedValue, ValueReader } from './stated.ts'
import { comparableText, unwrapText } from './text.ts'
import { sameName } from './trivia.ts'

/** The number of options if a question does not say it. */
const DEFAULT_OPTIONS = 4
const OPTIONS_MAX = 26
/** The possible option letters, in one string. */
const optionLetters = ({ options }: AnswerKey): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, Math.min(options.length, OPTIONS_MAX) || DEFAULT_OPTIONS)

/** What may surround a letter: a command, brackets, stars, quotes. */
const COMMAND = String.raw`\\(?:boxed|text|textbf|mathrm|mathbf|textit)\s?\{`
const WRAPPER = String.raw`(?:${COMMAND}|\\\(|[\s*_$({"'\[•-]){0,24}`
const ANNOUNCED_LETTER = new RegExp(
  `^(${WRAPPER}(?:option |choice |letter )?${WRAPPER})` +
    String.raw`([A-Za-z])(?![A-Za-z0-9'])([)*_\]}"'$.:\\]*)`,
  'i',
)
/** A further letter after the first: "(A) or (B)", "(A) (or B)". */
const ANOTHER =
  /^\s*[([]?(?:,|or\b|and\b|&|\/)\s*(?:or |and )?(?:option |choice )?[(*$"']*[A-Z](?![a-z'])/
const LINE = /^[*_$("'[\s]*(?:(?:option|choice) \(?)?([A-Za-z])[*_$)"'\]\s]*(?:[.):]\s*(.*))?$/i

/** Reads option letters, or the text of an option. */
export function choiceReader(key: AnswerKey): ValueReader {
  const letters = optionLetters(key)
  return {
    boxed: (content) => (isSeveral(content) ? content : letterIn(key, content, letters)),
    announced: (announced) => announcedLetter(key, announced, letters),
    line: (line) => letterOnLine(key, line, letters),
  }
}

function announcedLetter(key: AnswerKey, following: string, letters: string): ParsedValue | null {
  const [sentence = ''] = /^[^\n]*/.exec(following) ?? []
  const [announcement = '', prefix = '', letter = '', suffix = ''] =
    ANNOUNCED_LETTER.exec(following) ?? []
  const remainder = sentence.slice(announcement.length)
  if (letter !== '' && letters.includes(letter.toUpperCase()) && !ANOTHER.test(remainder)) {
    const isMarked = /[({*"'[]\s*$/.test(prefix) || remainder.trim() === ''
    // "is a number" and "is A number" begin with an article.
    const isArticle = /^[aAI]$/.test(letter) && suffix === '' && /^ [a-z]/.test(remainder)
    const isLetter = isMarked || (letter === letter.toUpperCase() && !isArticle)
    const option = remainder.replace(/^[\s.,:)—–-]+|[\s.]+$/g, '')
    const optionLetter = findOption(key, option, letters)
    const isOption = optionLetter === letter.toUpperCase()
    // A letter with the text of another option is two answers.
    if (isLetter && optionLetter !== null && !isOption) return null
    const end = isOption ? sentence.length : announcement.length
    if (isLetter) return { text: letter.toUpperCase(), end }
  }
  const text = findOption(key, withoutBorder(sentence), letters)
  return text === null ? null : { text, end: sentence.length }
}

/** A letter on a line of its own or before the text of its option, or such a text alone. */
function letterOnLine(key: AnswerKey, line: string, letters: string): string | null {
  const [, letter = '', optionText = ''] = LINE.exec(line.trim()) ?? []
  const upper = letter.toUpperCase()
  if (letter !== '' && letters.includes(upper)) {
    const isAlone = optionText === '' && (letter === upper || /^\(?[a-z]\W*$/.test(line.trim()))
    if (isAlone || (optionText !== '' && findOption(key, optionText, letters) === upper))
      return upper
  }
  return findOption(key, withoutBorder(line.trim()), letters)
}

const SEVERAL = new RegExp(
  '^(?:both )?(?:options? |choices? )?[A-J]' +
    '(?:(?: ?, ?| ?,? (?:and|or) | ?[&/] ?)(?:option |choice )?[A-J]){1,9}[. ]*$',
)

/** Several options, as in "(A) or (B)", are not a choice. */
const isSeveral = (content: string): boolean =>
  SEVERAL.test(content.replace(/\\(?:text|textbf|mathrm)|[*_$(){}"']/g, '').trim())

/** The letter in a box, or the letter of the option whose text is there. */
function letterIn(key: AnswerKey, content: string, letters = optionLetters(key)): string | null {
  const answer = withoutBorder(unwrapText(foldCharacters(content)))
  const [, letter, optionText = ''] =
    /^(?:(?:option|choice|answer)\s*:?\s*)?\(?([A-Za-z])\)?(?:\s*[.):](.*))?$/i.exec(answer) ?? []
  if (letter !== undefined && letters.includes(letter.toUpperCase())) {
    const upper = letter.toUpperCase()
    return (findOption(key, optionText.trim(), letters) ?? upper) === upper ? upper : null
  }
  return findOption(key, answer, letters)
}

/** The letter of the only option that equals the text; `null` if none or several do. */
function findOption(key: AnswerKey, text: string, letters: string): string | null {
  if (text === '' || text.length > 300) return null
  const answer = readAnswer(text)
  const words = comparableText(text)
  let letter: string | null = null
  for (const [index, option] of key.options.entries()) {
    const isSame = words !== '' && isWordy(option) ? words === comparableText(option) : false
    if (
      !isSame &&
      withoutTypesetting(option) !== withoutTypesetting(text) &&
      !sameAnswer(readAnswer(option), answer, 6)
    )
      continue
    if (letter !== null) return null
    letter = letters[index] ?? null
  }
  return letter
}

/** The text without its typesetting. */
const withoutTypesetting = (text: string): string =>
  text.replace(/\\(?:text|mathrm|left|right|[ ,;!])|[\s{}$]/g, '')

const isWordy = (option: string): boolean => /[a-z]{3}/i.test(option) && !/[\d=<>+^]/.test(option)

/** Whether a short answer names the right option, by its letter or its text. */
export function isRightOption(key: AnswerKey, answer: string): boolean {
  return letterIn(key, answer) === key.gold.trim().toUpperCase()
}

/** Whether two short answers name the same option, or have the same words if one names none. */
export function sameOption(key: AnswerKey, first: string, second: string): boolean {
  const [firstLetter, secondLetter] = [letterIn(key, first), letterIn(key, second)]
  return firstLetter === null || secondLetter === null
    ? sameName(first, second)
    : firstLetter === secondLetter
}
