import { readAnswer } from './answer.ts'
import { hasProse } from './plain-answer.ts'
import { mathSpans } from './spans.ts'
import { asFormula } from './spoken.ts'

/** What begins a correction, and what may stand between it and the value that it gives. */
const TURN = '(?:oops|whoops|sorry|apologies|correction|corrected|no|nope|nah)'
const TURN_ALONE = '(?:wait|actually|rather|make that|i mean(?:t)?|hmm|edit|hold on)'
const DROP = '(?:(?:scratch|strike|forget|ignore|disregard) that|on second thoughts?)'
const WRONG = [
  "(?:that|this|it)(?:['’]s| is| was)? (?:wrong|incorrect|false|mistaken|an? (?:mistake|error)|" +
    'not (?:right|correct|it))',
  'i (?:made|see|found) (?:an?|the|my) (?:[a-z]+ )?(?:mistake|error|slip)',
  '(?:that|this|it|which) (?:gives|yields|leads to|is) (?:a contradiction|impossible)',
  "(?:that|this|it) (?:doesn't|does not|can't|cannot) (?:work|be right|be correct|be)",
  'i was (?:wrong|mistaken)',
  'i (?:forgot|missed|miscounted|misread|overlooked|dropped)[^.!?\\n\\d]{0,24}',
].join('|')
const GAP = String.raw`[\s,.!:;*_–—…-]`
const SIGN = String.raw`\s*[,.!:;–—…]`
const AGAIN = 'let me (?:recompute|redo|recheck|recalculate|recount|correct)[^.!?\\n\\d]{0,16}'

/** "It is", "the correct answer should be": what says again what a value is of. */
const SUBJECT =
  String.raw`(?:it|that|this|i get|we get|\$?[a-z]\$?(?=\s?=|\sis)|` +
  '(?:the|my) (?:(?:correct|right|real|true|actual|final|new|revised) )?' +
  '(?:answer|value|result|total|sum))'
const IS = "(?:['’]s| is| should be| must be| would be| equals| comes to| ?=)?"

const CORRECTION = new RegExp(
  String.raw`(?:[.!?:;,…–—(\n*]|\s-)\s*(?:(?:but|and|or|oh|well|ah|so)\b,?\s+)?` +
    `(?:${TURN}${SIGN}|(?:${TURN_ALONE}|${DROP})(?![a-z])|(?:${WRONG})(?=${SIGN}))` +
    `(?:${GAP}+(?:${TURN}(?=${SIGN})|${TURN_ALONE}|${DROP}|${WRONG}|${AGAIN}|so|then)){0,2}` +
    `${GAP}+(?:${SUBJECT}${IS}(?: (?:actually|really|just))?${GAP}+)?(?=\\S)`,
  'gi',
)
/** A value ends where its clause ends, so that "actually, 3 of them" corrects nothing. */
const CLAUSE = /^(?:[^.,;!?\n)]|[.,](?=\d))*/
/** Corrections before the last few are not looked at. */
const CORRECTIONS_MAX = 12

/** A value by which a writer replaces the one before. */
export interface Correction {
  /** Where the words of the correction begin. */
  readonly start: number
  /** Where the value begins. */
  readonly valueStart: number
  readonly valueEnd: number
}

/** The end of a value that begins at a place; `null` if none does that is a clause of its own. */
type ValueEnd = (text: string, start: number) => number | null

/**
 * The places from one on where a writer takes back what was said and gives a value instead:
 * "Wait, no: 57", "Actually, it is 57", "I made a mistake. The correct answer is 57".
 */
export function corrections(text: string, from: number, endOf = endOfFormula): Correction[] {
  if (!HINT.test(text)) return []
  const last = [...text.slice(from).matchAll(CORRECTION)].slice(-CORRECTIONS_MAX)
  return last.flatMap(({ index, 0: words }): Correction[] => {
    const start = from + index
    const valueStart = start + words.length
    const valueEnd = endOf(text, valueStart)
    return valueEnd === null ? [] : [{ start, valueStart, valueEnd }]
  })
}

/** What a writer says from the last correction on; `null` if nothing is corrected. */
export function sinceCorrected(text: string, endOf: ValueEnd): string | null {
  const last = corrections(text, 1, endOf).at(-1)
  return last === undefined ? null : text.slice(last.valueStart)
}

/** The words without one of which nothing is corrected: most texts need no other look. */
const HINT = new RegExp(
  String.raw`\b(?:wait|actually|rather|mean|meant|hmm|edit|hold|scratch|strike|forget|ignore|` +
    'disregard|thoughts?|oops|whoops|sorry|apologies|correction|corrected|no|nope|nah|wrong|' +
    'incorrect|false|mistake|mistaken|error|slip|right|correct|forgot|missed|miscounted|' +
    String.raw`misread|overlooked|dropped|make)\b`,
  'i',
)

/** The end of a number or formula. */
function endOfFormula(text: string, start: number): number | null {
  if (!/[-−$\\\d(]/.test(text[start] ?? '')) return null
  const near = text.slice(start, start + VALUE_MAX)
  const [formula] = mathSpans(near)
  const [pair = ''] = /^\([^()\n]{1,60}\)/.exec(near) ?? []
  const first = formula?.start === 0 ? formula.end : pair.length
  const [rest = ''] = CLAUSE.exec(near.slice(first)) ?? []
  const clause = near.slice(0, first + rest.length).trim()
  const { node, source } = readAnswer(clause)
  const isValue = node !== null && node.kind !== 'text' && !hasProse(asFormula(source))
  return isValue ? start + clause.length : null
}
const VALUE_MAX = 200
