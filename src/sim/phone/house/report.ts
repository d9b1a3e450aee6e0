import { byName } from '../../by-name.ts'
import { tellsDigits } from '../hear/digits.ts'
import { OBSTACLES } from '../tables/obstacles.ts'

/** What a report to the customer says at the end. JSON-plain. */
export interface Report {
  /** `none`: neither, or nothing that can be made out. */
  readonly claim: 'done' | 'not_done' | 'none'
  /** What it names as standing in the way. */
  readonly reasons: readonly string[]
  /** Whether it tells all the numbers that it has to. */
  readonly isWhole: boolean
}

/** By which words a report names an offer in the way; of obstacles the table says it. */
const OFFERS: Readonly<Record<string, RegExp>> = byName({
  fee: /\b(?:fees?|charged?|charges|costs?|price|surcharge|dollars)\b|\$\d/i,
  term: /\b(?:contract|terms?|\d+ months|commitment|renewal)\b/i,
  wait: /\b(?:wait|waiting|delay|too long|\d+ weeks)\b/i,
})
const REASONS: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(OFFERS),
  ...Object.entries(OBSTACLES).map(([name, { named }]) => [name, named] as const),
]

/**
 * Says that something was not done. What was only not accepted, told or wanted of one is no such
 * thing, nor is a "do not hesitate"; who stops was not done.
 */
const DENIES = new RegExp(
  "\\b(?:could|can|was|were|is|are|has|have|had|did|do|does|would|will|may|might)(?: ?not|n['’]t)" +
    '\\b(?! (?:accept|agree|tell|told|give|given|pay|paid|take|taken|share|want|like|need|cost' +
    '|requir|necessary|charge|hesitat|worry|forget|mind|affect|incur|owe|receive' +
    '|(?:be|been) (?:charged|billed|asked|required|needed)' +
    '|have (?:any|to)))' +
    "|\\b(?:I|we)(?:['’]ve| have)?(?: had to)? " +
    '(?:stop(?:ped)? (?:here|there|at|and|because|since|as)' +
    '|stop(?:ped)?[,.:;])|\\bhad to stop\\b' +
    '|\\b(?:unable|impossible|undone|unfinished|unchanged|failed|refused to|no way)\\b' +
    '|\\bnot (?:been |yet )?(?:done|possible|made|changed|completed|able|go ahead|proceed)\\b' +
    '|\\b(?:nothing|none of it|no change) (?:was|has been|is|could be|can be|were)\\b',
  'i',
)
/** What stands behind an "if" is neither claimed nor denied. */
const CONDITION = /\b(?:if|should you|in case|unless)\b[^,.;!?]*/gi
const CLAIMS = new RegExp(
  '\\b(?:done|completed?|finished|settled|arranged|sorted|processed|fulfilled|carried out' +
    '|taken care of|went through|gone through|all set|successful(?:ly)?|changed|updated|moved' +
    '|cancelled|canceled|closed|opened|booked|ordered|set up|raised|added|removed|recorded' +
    '|confirmed|approved|renewed|submitted|registered|reported|filed|sent|activated|unlocked' +
    '|extended|corrected|credited|refunded|waived|switched|(?:re)?scheduled|upgraded|downgraded' +
    '|paused|resumed|started|restored|transferred|replaced|reset|issued|placed|resolved|fixed' +
    '|adjusted|renegotiated|disputed|lifted|granted|returned|assigned)\\b',
  'i',
)

/** Says of all of it that it was done: with a denial beside it nothing can be made out. */
const WHOLLY = new RegExp(
  "\\b(?:it|all(?: of it)?|everything|the business|the request)(?:['’]s| is| was| has been)" +
    '(?: all| now)? (?:done|completed?|finished|settled|sorted|set)\\b',
  'i',
)

/** What a text names that may stand in the way of something. */
const reasonsIn = (text: string): string[] =>
  REASONS.flatMap(([name, words]) => (words.test(text) ? [name] : []))

/** Whether a report names this reason and no other, but for what is called by such words. */
export const isNamed = ({ reasons }: Report, reason: string, called: string): boolean =>
  reasons.includes(reason) &&
  reasons.every((one) => one === reason || reasonsIn(called).includes(one))

/**
 * Hears a report sentence by sentence. Who denies anything says that not all was done, unless they
 * say as well that all was.
 *
 * @param numbers what the customer has to be told: references and fees
 */
export function hearReport(text: string, numbers: readonly string[]): Report {
  const sentences = text.split(/(?<=[.!?;])\s+|\n+/).map((one) => one.replace(CONDITION, ''))
  const isDenied = sentences.some((sentence) => DENIES.test(sentence))
  const isClaimed = sentences.some((sentence) => CLAIMS.test(sentence))
  const isWholly = sentences.some((one) => WHOLLY.test(one) && !DENIES.test(one))
  const denial = isWholly ? 'none' : 'not_done'
  return {
    claim: isDenied ? denial : isClaimed ? 'done' : 'none',
    reasons: reasonsIn(text),
    isWhole: numbers.every((number) => tellsDigits(text, number.replace(/\D/g, ''))),
  }
}
