import { MARKS, tokensOf } from './slots/tokens.ts'

export type YesOrNo = 'yes' | 'no' | 'none'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const YES = words(
  'yes yeah yep yup yea aye correct right exactly precisely sure certainly absolutely agreed ' +
    'okay ok fine affirmative indeed perfect confirmed accepted accept accepts ' +
    'agree agrees confirm confirms approve approves approved consents consented',
)
/** What says yes as a whole. */
const YES_PHRASES = new RegExp(
  '\\b(?:go ahead|please do|do (?:it|that)|that is it|sounds good|of course|proceed|take it' +
    '|works for|that works)\\b',
)
/** Of these verbs "unable to accept" says as little as "what I may accept"; "happy to" says it. */
const ASSENTING = words('accept agree confirm approve')
const WILLING = words('like want wants wish wishes happy glad willing ready prepared pleased')
const NO = words(
  'no nope nay not dont cannot never wrong incorrect decline declines declined refuse refuses ' +
    'refused reject rejects rejected disagrees negative without instead rather unacceptable ' +
    'nothing ordinary usual neither',
)
/** Of these nobody knows what they deny. */
const DENYING = words('no not dont cannot never nothing')
/** Behind a yes these leave open what is meant. */
const BUT = words(
  'but except however though unless if whether only otherwise unable than above beyond exceed ' +
    'exceeds exceeding limit too until before first maybe perhaps might depends must moment',
)
/** Who has to do something first, or says that they will ask, has not answered yet. */
const NOT_YET = new RegExp(
  '\\blet (?:me|us)\\b(?! know)|\\b(?:have|has|had|need|needs|got) to\\b|\\bwhile (?:i|we)\\b' +
    "|(?:'ll|\\bwill|\\bgoing to|\\bwould like to|'d like to|\\bwant to|\\bcan|\\bshould)" +
    '(?: just| quickly)? ' +
    '(?:ask|check|consult|discuss|verify|clarify|find out|speak|talk|get back|come back|call' +
    '|see|confirm (?:\\w+ )?with)\\b' +
    '|\\b(?:need|get|await)(?:ing)? (?:\\w+ )?(?:approval|consent)\\b' +
    // The wait of three weeks is what somebody says yes to.
    '|(?:^|[.,;:!?] *|please )(?:wait|hold)\\b|\\bhold on\\b',
)
/** "No problem, go ahead" is a yes, and so is "Right, no changes". */
const NO_MATTER = new RegExp(
  '\\b(?:no|not an?|without an?) (?:problems?|worries|doubts?|objections?|issues?|troubles?' +
    '|mistakes?|errors?|changes?|corrections?)\\b',
  'g',
)

/** The first words of this many clauses tell; what follows may be about anything. */
const CLAUSES_MAX = 2

/**
 * What somebody answers who was asked something: yes only where nothing turns it, for a wrong yes
 * does harm and a question that is asked again does none.
 */
export function hearYesNo(text: string): YesOrNo {
  const plain = text.toLowerCase().replaceAll('’', "'").replace(NO_MATTER, 'yes')
  const tokens = tokensOf(plain)
  const clauses: string[][] = [[]]
  for (const token of tokens) {
    if (MARKS.has(token)) clauses.push([])
    else clauses.at(-1)?.push(token)
  }
  const said = clauses.filter(({ length }) => length > 0).slice(0, CLAUSES_MAX)
  const heard = said.map(answerIn)
  if (heard.includes('no')) return isOpenEnded(said, heard) ? 'none' : 'no'
  const isTurned = tokens.some((token) => BUT.has(token)) || NOT_YET.test(plain)
  return heard.includes('yes') && !isTurned && !text.includes('?') ? 'yes' : 'none'
}

/** Who says yes, and then "please don't forget", has refused nothing; it is asked again. */
const isOpenEnded = ([, second = []]: readonly (readonly string[])[], heard: readonly YesOrNo[]) =>
  heard[0] === 'yes' && !second.some((token) => NO.has(token) && !DENYING.has(token))

function answerIn(clause: readonly string[]): YesOrNo {
  if (clause.some((token) => NO.has(token) || token.endsWith("n't"))) return 'no'
  const isYes = clause.some((_, at) => saysYes(clause, at)) || YES_PHRASES.test(clause.join(' '))
  return isYes ? 'yes' : 'none'
}

function saysYes(clause: readonly string[], at: number): boolean {
  const [token = '', before, second = ''] = [clause[at], clause[at - 1], clause[at - 2]]
  const isBound = before === 'to' ? !WILLING.has(second) : before === 'may'
  return YES.has(token) && !(ASSENTING.has(token) && isBound)
}
