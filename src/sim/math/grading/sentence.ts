/** Commands that only set their content. */
const SETTING: ReadonlySet<string> = new Set(
  'boxed fbox text mathrm textbf mathbf left displaystyle frac dfrac tfrac sqrt quad'.split(' '),
)
/** The token of what is in a formula. */
export const FORMULA = '#'
/** No tokens. */
export const NONE: readonly string[] = []
const MARKS = '.,;:!?\n=–—…('

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
/** Whether a character is a digit. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isApostrophe = (code: number): boolean => code === 39 || code === 0x2019

/**
 * The words of a part of a text in lower case, its marks, and a sign for what is in formulas.
 * Nothing where none of the words is suspect: so it is around most values.
 */
export function tokensOf(
  text: string,
  from: number,
  to: number,
  isSuspect: (word: string, tokens: readonly string[]) => boolean,
): readonly string[] {
  const tokens: string[] = []
  let hasSuspect = false
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    const start = at++
    if (isLetter(code)) {
      while (at < to && isInWord(text, at)) at++
      const word = wordToken(text.slice(start, at))
      hasSuspect ||= isSuspect(word, tokens)
      tokens.push(word)
    } else if (code === 92 && isLetter(text.charCodeAt(at))) {
      while (at < to && isLetter(text.charCodeAt(at))) at++
      if (!SETTING.has(text.slice(start + 1, at))) tokens.push(FORMULA)
    } else if (isDigit(code)) {
      while (at < to && isInNumber(text, at)) at++
      tokens.push(FORMULA)
    } else if (code > 32 ? MARKS.includes(text[start] as string) : code === 10) {
      hasSuspect ||= code === 63
      tokens.push(text[start] as string)
    } else if (code === 45 && text[start - 1] === ' ' && text[at] === ' ') tokens.push('-')
  }
  return hasSuspect ? tokens : NONE
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isLetter(code) || (isApostrophe(code) && isLetter(text.charCodeAt(at + 1)))
}

function isInNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isDigit(code) || ((code === 46 || code === 44) && isDigit(text.charCodeAt(at + 1)))
}

/** A letter alone is a formula, but for "a" and "I". */
const wordToken = (word: string): string =>
  word.length === 1 && word !== 'a' && word !== 'I' ? FORMULA : word.toLowerCase().replace('’', "'")

/** Whether a token is a mark, or the end of the tokens. */
export const isMark = (token: string | undefined): boolean =>
  token === undefined || /^[.,;:!?\n–—…-]$/.test(token)
/** The first place from one on whose word is not among some. */
export function skip(tokens: readonly string[], from: number, light: ReadonlySet<string>): number {
  let at = from
  while (at < tokens.length && light.has(tokens[at] as string)) at++
  return at
}
