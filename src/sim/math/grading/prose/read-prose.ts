import { readAnswer } from '../answer.ts'
import { numberSentence, wordsToFormula } from '../formula-words.ts'
import { hasProse } from '../is-prose.ts'
import { withPhrases } from '../number-phrases.ts'
import { wordNumbersIn } from '../number-words.ts'
import { isDeniedAfter, isDeniedBox, isRetracted } from '../retraction.ts'
import { boxes, joinSpans, mathSpans, type Span } from '../spans.ts'
import { visibleText } from '../visible-text.ts'
import { type ClaimTest, lastExpression, lastNumber } from './last-expression.ts'

/** Only this many formulas at the end are considered. */
const SPANS_MAX = 60
const ENDS_MAX = 300
const WHOLE_MAX = 400

/**
 * The final value of free prose: the whole text, the last formula, or the last number that its
 * sentence does not deny. It serves imports and comparisons; environments do not use it.
 */
export function readProse(text: string): string | null {
  const visible = visibleText(text)
  // A box that does not state an answer is denied.
  if (boxes(visible).some(({ isOpen }) => isOpen !== true)) return null
  return wholeTextValue(visible) ?? lastFormula(visible) ?? lastNumberInWords(visible)
}

const OPEN_CLAUSE =
  /\b(?:not|never|neither|nor|if|unless|whether|suppose|than|wrong|incorrect|doubt)\b|n't\b/i
const TURN = /\b(?:but|then|so|which is|it's|it is|therefore|hence)\b/i

/** Whether the clause around a value claims it. */
const isClaimedAt: ClaimTest = (text, span) => {
  const clause = text.slice(Math.max(0, span.start - 100), span.start).split(/[.!?\n;,]\s/)
  const lastClause = (clause.at(-1) ?? '').split(TURN).at(-1) ?? ''
  const following = text.slice(span.end)
  return (
    !OPEN_CLAUSE.test(lastClause) &&
    !/^[\s$]*\?|^\s*\?/.test(following) &&
    !isDeniedBox(text, span) &&
    !isDeniedAfter(following, true) &&
    !isRetracted(following)
  )
}

/** The whole text, if it is only a value. */
function wholeTextValue(text: string): string | null {
  const candidate = text.trim()
  if (candidate === '' || candidate.length > WHOLE_MAX || /[.!?]\s+[A-Z]|\?$/.test(candidate))
    return null
  const { source, node } = readAnswer(candidate)
  if (node === null || node.kind === 'text') return null
  return node.kind === 'constant' || !hasProse(wordsToFormula(source)) ? source : null
}

/** The last formula, or a number in the words after it. */
function lastFormula(text: string): string | null {
  const formulas = joinSpans(text, mathSpans(text).slice(-SPANS_MAX)).filter(
    ({ content }) => !/^\s*\\?[.,]*\s*$/.test(content),
  )
  const isClaimed = (span: Span): boolean => isClaimedAt(text, span)
  const formulasWithoutNames = formulas.filter(
    ({ content }) => !/^\s*\\?[a-zA-Z]+\s*$/.test(content),
  )
  const span = formulasWithoutNames.findLast(isClaimed) ?? formulas.findLast(isClaimed)
  if (span === undefined)
    return lastExpression(withPhrases(text.slice(-ENDS_MAX)), isClaimedAt)?.content ?? null
  const number = lastNumber(text, isClaimedAt, span.end)
  return number === null ? span.content.trim() : number.content
}

/** The last number word of a text without digits. "One" may be a pronoun. */
function lastNumberInWords(text: string): string | null {
  if (text.length <= ENDS_MAX) {
    const sentence = numberSentence(text.trim().replace(/\.$/, ''))
    if (sentence !== null) return sentence
  }
  const ending = text.slice(-ENDS_MAX)
  const lastWordNumber = wordNumbersIn(ending).findLast(
    (number) => number.digits !== '1' && isClaimedAt(ending, { ...number, content: number.digits }),
  )
  return lastWordNumber?.digits ?? null
}
