import { MARKS, tokensOf } from './slots/tokens.ts'

export type YesOrNo = 'yes' | 'no' | 'none'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const YES = words(
  'yes yeah yep yup yea aye correct right exactly precisely sure certainly absolutely agreed ' +
    'okay ok fine affirmative indeed perfect confirmed accepted accept agree confirm',
)
/** What says yes as a whole. */
const YES_PHRASES = /\b(?:go ahead|please do|do (?:it|that)|that is it|sounds good|of course)\b/
const NO = words(
  'no nope nay not dont cannot never wrong incorrect decline refuse reject negative without ' +
    'instead rather unacceptable nothing ordinary usual neither',
)
/** Behind a yes these leave open what is meant. */
const BUT = words('but wait hold except however though unless if only otherwise')
/** "No problem, go ahead" is a yes. */
const NO_MATTER =
  /\b(?:no|not a|without a) (?:problem|worries|doubt|objections?|issue|trouble|mistake)\b/g

/** The first words of this many clauses tell; what follows may be about anything. */
const CLAUSES_MAX = 2

/**
 * What somebody answers who was asked something: yes only where nothing turns it, for a wrong yes
 * does harm and a question that is asked again does none.
 */
export function hearYesNo(text: string): YesOrNo {
  const tokens = tokensOf(text.toLowerCase().replaceAll('’', "'").replace(NO_MATTER, 'yes'))
  const clauses: string[][] = [[]]
  for (const token of tokens) {
    if (MARKS.has(token)) clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  const said = clauses.filter(({ length }) => length > 0).slice(0, CLAUSES_MAX)
  const heard = said.map(answerIn)
  if (heard.includes('no')) return 'no'
  const isTurned = tokens.some((token) => BUT.has(token))
  return heard.includes('yes') && !isTurned && !text.includes('?') ? 'yes' : 'none'
}

function answerIn(clause: readonly string[]): YesOrNo {
  if (clause.some((token) => NO.has(token) || token.endsWith("n't"))) return 'no'
  const isYes = clause.some((token) => YES.has(token)) || YES_PHRASES.test(clause.join(' '))
  return isYes ? 'yes' : 'none'
}
