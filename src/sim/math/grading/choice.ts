import { folded } from '../../folding.ts'
import type { AnswerKey } from '../problem.ts'
import { readAnswer, sameAnswer } from './answer.ts'
import { withoutBorder } from './border.ts'
import { sinceCorrected } from './corrections.ts'
import { isDenied } from './denial.ts'
import type { Found } from './extract-expression.ts'
import { boxes } from './spans.ts'
import { textKey } from './text.ts'
import { visibleText } from './visible-text.ts'

/** Letters where a question does not say how many options it has. */
const DEFAULT_OPTIONS = 4
const OPTIONS_MAX = 26
/** Boxes before the last few are not looked at. */
const BOXES_MAX = 20
/** Where a text names several options is looked for at its end. */
const SEVERAL_MAX = 200

/** The letters that options can have, in one string. */
const lettersOf = ({ options }: AnswerKey): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, Math.min(options.length, OPTIONS_MAX) || DEFAULT_OPTIONS)

/** What a letter may be wrapped in: a command, brackets, stars, quotes. */
const COMMAND = String.raw`\\(?:boxed|text|textbf|mathrm|mathbf|textit)\s?\{`
const WRAPPER = String.raw`(?:${COMMAND}|\\\(|[\s*_$({"'\[]){0,24}`
const SAID = new RegExp(
  [
    String.raw`(?:\b(?:[Aa]nswers?|ANSWER|[Aa]ns|[Cc]hoice|[Oo]ption|choose|pick|select)\b|答案)`,
    String.raw`["']?(?:\s+(?:is|are|would be|must be|should be)|是|为|選|选)?[\s:=：.-]{0,24}`,
    '(?:indeed |definitely |clearly |thus |therefore )?(?:option|choice|letter)?',
    WRAPPER,
    "([A-Za-z])(?![A-Za-z0-9'])(.{0,2})",
  ].join(''),
  'g',
)

/** The option letter that a text ends on; `null` if it names none of this question's. */
export function extractLetter(key: AnswerKey, text: string): Found | null {
  const visible = visibleText(text)
  const corrected = sinceCorrected(visible, endOfLetter)
  return letterOn(key, corrected === null ? visible : `The answer is ${corrected}`)
}

const LETTER = new RegExp(
  String.raw`^${WRAPPER}(?:option |choice )?[A-Z][)*_\]}"'$]*` +
    String.raw`(?=\s*(?:[.,;!?\n)]|$|because\b|since\b))`,
)

/** The end of a letter that stands alone in its clause. */
function endOfLetter(text: string, start: number): number | null {
  const [letter] = LETTER.exec(text.slice(start, start + LETTER_MAX)) ?? []
  return letter === undefined ? null : start + letter.length
}
const LETTER_MAX = 80

function letterOn(key: AnswerKey, visible: string): Found | null {
  const letters = lettersOf(key)
  const inBoxes = boxes(visible)
    .slice(-BOXES_MAX)
    .filter((box) => !isDenied(visible, box))
  const several = severalOptions(inBoxes.at(-1)?.content ?? visible)
  if (several !== null) return { text: several, isAmbiguous: true }
  return (
    decided(inBoxes.map(({ content }) => letterIn(key, content, letters))) ??
    decided(saidLetters(visible, letters)) ??
    decided([loneLetter(visible, letters)]) ??
    decided([leadingLetter(visible, letters)]) ??
    decided([optionText(key, visible, letters)]) ??
    decided(bracketed(visible, letters))
  )
}

const SEVERAL = new RegExp(
  '^(?:both )?(?:options? |choices? )?[A-J]' +
    '(?:(?: ?, ?| ?,? (?:and|or) | ?[&/] ?)(?:option |choice )?[A-J]){1,9}[. ]*$',
)
const ANNOUNCED = /^[\s\S]*\banswers?(?:\s+(?:is|are|would be|must be|should be))?\s*:?\s/i

/** More than one option, where a text ends on them: "(A) or (B)"; that is no choice. */
function severalOptions(text: string): string | null {
  const end = text.slice(-SEVERAL_MAX)
  const said = end.replace(ANNOUNCED, '').replace(/\\(?:text|textbf|mathrm)|[*_$(){}"']/g, '')
  const plain = said.trim().replace(/\s+/g, ' ')
  return SEVERAL.test(plain) ? plain : null
}

/** The last of some letters; two different ones in places of one rank are no clear answer. */
function decided(found: readonly (string | null)[]): Found | null {
  const letters = found.filter((letter) => letter !== null)
  const text = letters.at(-1)
  return text === undefined ? null : { text, isAmbiguous: new Set(letters).size > 1 }
}

/** A letter as the content of a box, or the option whose text stands there. */
export function letterIn(key: AnswerKey, content: string, letters = lettersOf(key)): string | null {
  const plain = withoutBorder(
    folded(content).replace(/\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}/g, '$1'),
  )
  const [, letter] =
    /^(?:(?:option|choice|answer)\s*:?\s*)?\(?([A-Za-z])\)?(?:\s*[.):].*)?$/i.exec(plain) ?? []
  if (letter !== undefined && letters.includes(letter.toUpperCase())) return letter.toUpperCase()
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

/** `C is correct`, and `so C` at the end. */
const CHOSEN = new RegExp(
  String.raw`(?<![\w'])\(?([A-J])\)?(?:` +
    String.raw` is (?:clearly |indeed )?(?:the )?(?:correct|right|best)\b(?! not)|` +
    String.raw`[.*\s]*$(?<=\b(?:[Ss]o|[Tt]hus|[Tt]herefore|[Hh]ence|[Ii]t(?:'s| is| must be)),? ` +
    String.raw`\(?[A-J]\)?[.*\s]*|:\s*\(?[A-J]\)?[.*\s]*))`,
  'g',
)

function saidLetters(text: string, letters: string): (string | null)[] {
  const said = [...text.matchAll(SAID)]
  const all = [...said, ...text.matchAll(CHOSEN)].sort((one, other) => one.index - other.index)
  return all.map((match) => {
    const [whole, letter = '', after = ''] = match
    if (!letters.includes(letter.toUpperCase())) return null
    const start = match.index + whole.lastIndexOf(letter, whole.length - after.length - 1)
    if (isDenied(text, { start, end: start + 1 })) return null
    // "is a number" and "is A number" begin with an article.
    const isArticle = /^[aAI]$/.test(letter) && /^ [a-z]/.test(after)
    const isAlone = /[:：]\s*[a-z]\s*$/.test(whole) && whole.endsWith(text.slice(-3).trim())
    const isMarked =
      isAlone || /[({*\\"'[]\s*[A-Za-z]/.test(whole.slice(0, whole.length - after.length))
    if (isArticle && !isMarked) return null
    return letter === letter.toUpperCase() || isMarked ? letter.toUpperCase() : null
  })
}

/** A letter that has the last line, or the whole text, for itself. */
function loneLetter(text: string, letters: string): string | null {
  const lines = text.trim().split('\n')
  const last = (lines.at(-1) ?? '').trim()
  const [, letter] = /^[*_$("'[]*([A-Za-z])[*_$)"'.\]:]*$/.exec(last) ?? []
  if (letter === undefined || !letters.includes(letter.toUpperCase())) return null
  return lines.length === 1 || letter === letter.toUpperCase() ? letter.toUpperCase() : null
}

const LEADING =
  /^(\s*[*_$(]*)([A-Z])(?:[*_$)]*\n|[*_$]*[).:](?!\s*(?:is|was)\s)|\s*$|\s+\(not\b|\s*[-—,]\s)/

/** A text that begins as an option does: `A. Because …`. */
function leadingLetter(text: string, letters: string): string | null {
  const [, before = '', letter] = LEADING.exec(text) ?? []
  if (letter === undefined || !letters.includes(letter)) return null
  return isDenied(text, { start: before.length, end: before.length + 1 }) ? null : letter
}

/** The option whose text is the whole answer, or stands behind "the answer is". */
function optionText(key: AnswerKey, text: string, letters: string): string | null {
  const said = /\banswers?\s*(?:is|are|:)\s*([^\n]{1,300})\s*$/i.exec(text.slice(-400))
  return letterOfOption(key, withoutBorder(said?.[1] ?? text.trim()), letters)
}

function bracketed(text: string, letters: string): (string | null)[] {
  const last = [...text.matchAll(/\(([A-Z])\)/g)].filter(
    (match) => !isDenied(text, { start: match.index, end: match.index + match[0].length }),
  )
  const known = last.map(([, letter = '']) => letter).filter((letter) => letters.includes(letter))
  return [known.at(-1) ?? null]
}

/** Whether a short answer names the right option, by its letter or its text. */
export function isRightOption(key: AnswerKey, answer: string): boolean {
  return letterIn(key, answer) === key.gold.trim().toUpperCase()
}
