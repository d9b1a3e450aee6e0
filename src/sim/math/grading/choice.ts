import { foldCharacters } from '../../folding.ts'
import type { AnswerKey } from '../problem.ts'
import { readAnswer, sameAnswer } from './answer.ts'
import { withoutBorder } from './border.ts'
import type { Read, ValueReader } from './stated.ts'
import { textKey } from './text.ts'

/** Letters where a question does not say how many options it has. */
const DEFAULT_OPTIONS = 4
const OPTIONS_MAX = 26
/** The letters that options can have, in one string. */
const lettersOf = ({ options }: AnswerKey): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, Math.min(options.length, OPTIONS_MAX) || DEFAULT_OPTIONS)

/** What a letter may be wrapped in: a command, brackets, stars, quotes. */
const COMMAND = String.raw`\\(?:boxed|text|textbf|mathrm|mathbf|textit)\s?\{`
const WRAPPER = String.raw`(?:${COMMAND}|\\\(|[\s*_$({"'\[]){0,24}`
const SAID = new RegExp(
  `^(${WRAPPER}(?:option |choice |letter )?${WRAPPER})` +
    String.raw`([A-Za-z])(?![A-Za-z0-9'])([)*_\]}"'$.:\\]*)`,
  'i',
)
/** Another letter beside the first: "(A) or (B)". */
const ANOTHER =
  /^\s*(?:,|or\b|and\b|&|\/)\s*(?:or |and )?(?:option |choice )?[(*$"']*[A-Z](?![a-z'])/
const LINE = /^[*_$("'[\s]*(?:(?:option|choice) \(?)?([A-Za-z])[*_$)"'\]\s]*(?:[.):]\s*(.*))?$/i

/** Reads the letters of options, or the text of one of them. */
export function choiceReader(key: AnswerKey): ValueReader {
  const letters = lettersOf(key)
  return {
    boxed: (content) => (isSeveral(content) ? content : letterIn(key, content, letters)),
    announced: (said) => announcedLetter(key, said, letters),
    line: (line) => letterOnLine(key, line, letters),
  }
}

function announcedLetter(key: AnswerKey, said: string, letters: string): Read | null {
  const [sentence = ''] = /^[^\n]*/.exec(said) ?? []
  const [whole = '', before = '', letter = '', after = ''] = SAID.exec(said) ?? []
  const rest = sentence.slice(whole.length)
  if (letter !== '' && letters.includes(letter.toUpperCase()) && !ANOTHER.test(rest)) {
    const isMarked = /[({*"'[]\s*$/.test(before) || rest.trim() === ''
    // "is a number" and "is A number" begin with an article.
    const isArticle = /^[aAI]$/.test(letter) && after === '' && /^ [a-z]/.test(rest)
    const isLetter = isMarked || (letter === letter.toUpperCase() && !isArticle)
    const option = rest.replace(/^[\s.:)—–-]+|[\s.]+$/g, '')
    const named = letterOfOption(key, option, letters)
    const isOption = named === letter.toUpperCase()
    // A letter and the text of another option are two answers.
    if (isLetter && named !== null && !isOption) return null
    const end = isOption ? sentence.length : whole.length
    if (isLetter) return { text: letter.toUpperCase(), end }
  }
  const text = letterOfOption(key, withoutBorder(sentence), letters)
  return text === null ? null : { text, end: sentence.length }
}

/** A letter that has a line for itself or the text of its option behind it, or such a text. */
function letterOnLine(key: AnswerKey, line: string, letters: string): string | null {
  const [, letter = '', rest = ''] = LINE.exec(line.trim()) ?? []
  const upper = letter.toUpperCase()
  if (letter !== '' && letters.includes(upper)) {
    const isAlone = rest === '' && (letter === upper || /^\(?[a-z]\W*$/.test(line.trim()))
    if (isAlone || (rest !== '' && letterOfOption(key, rest, letters) === upper)) return upper
  }
  return letterOfOption(key, withoutBorder(line.trim()), letters)
}

const SEVERAL = new RegExp(
  '^(?:both )?(?:options? |choices? )?[A-J]' +
    '(?:(?: ?, ?| ?,? (?:and|or) | ?[&/] ?)(?:option |choice )?[A-J]){1,9}[. ]*$',
)

/** More than one option: "(A) or (B)" is no choice. */
const isSeveral = (content: string): boolean =>
  SEVERAL.test(content.replace(/\\(?:text|textbf|mathrm)|[*_$(){}"']/g, '').trim())

/** A letter as the content of a box, or the option whose text stands there. */
export function letterIn(key: AnswerKey, content: string, letters = lettersOf(key)): string | null {
  const plain = withoutBorder(
    foldCharacters(content).replace(/\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}/g, '$1'),
  )
  const [, letter, rest = ''] =
    /^(?:(?:option|choice|answer)\s*:?\s*)?\(?([A-Za-z])\)?(?:\s*[.):](.*))?$/i.exec(plain) ?? []
  if (letter !== undefined && letters.includes(letter.toUpperCase())) {
    const upper = letter.toUpperCase()
    return (letterOfOption(key, rest.trim(), letters) ?? upper) === upper ? upper : null
  }
  return letterOfOption(key, plain, letters)
}

/** The letter of the only option that says the same; `null` if none or several do. */
function letterOfOption(key: AnswerKey, text: string, letters: string): string | null {
  if (text === '' || text.length > 300) return null
  const answer = readAnswer(text)
  const words = textKey(text)
  let letter: string | null = null
  for (const [index, option] of key.options.entries()) {
    const isSame = words !== '' && isWordy(option) ? words === textKey(option) : false
    if (!isSame && bare(option) !== bare(text) && !sameAnswer(readAnswer(option), answer, 6))
      continue
    if (letter !== null) return null
    letter = letters[index] ?? null
  }
  return letter
}

/** As it is written, without what only sets it. */
const bare = (text: string): string =>
  text.replace(/\\(?:text|mathrm|left|right|[ ,;!])|[\s{}$]/g, '')

const isWordy = (option: string): boolean => /[a-z]{3}/i.test(option) && !/[\d=<>+^]/.test(option)

/** Whether a short answer names the right option, by its letter or its text. */
export function isRightOption(key: AnswerKey, answer: string): boolean {
  return letterIn(key, answer) === key.gold.trim().toUpperCase()
}
