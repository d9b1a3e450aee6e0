import { continuesWithOtherValue, hasOtherValue } from './other-values.ts'
import { unwrapText } from './text.ts'

/** The range in characters before and after a form that is searched for a denial. */
const REACH = 100

const CLAUSE = /(?:^|[.!?;:,\n()|#*–—])([^.!?;:,\n()|#*–—]*)$/
const TURN = /^.*\b(?:but|then)\b/

/** The clause before an index, in lower case. */
function clauseBefore(text: string, index: number): string {
  const preceding = text.slice(Math.max(0, index - REACH), index)
  const [, clause = ''] = CLAUSE.exec(preceding) ?? []
  return clause.toLowerCase().replace(TURN, '').trim()
}

const ARTICLE = '(?:the|my|our|this)'
const KIND =
  '(?:final|correct|right|best|exact|numerical|required|desired|simplified|only|complete)'
const NAMED = new RegExp(
  `^(.*?)\\s*(?:\\b${ARTICLE}(?:\\s+${KIND})*|\\b${KIND}(?:\\s+${KIND})*|^)$`,
)
const LEADING = /^(?:so|thus|therefore|hence|and|now|finally|ok|okay|in conclusion|here is|\W*)$/
const UNASSERTED = new RegExp(
  String.raw`\b(?:if|unless|whether|suppos\w*|assum\w*|imagin\w*|pretend\w*|not|never|nobody|` +
    String.raw`neither|cannot|doubt\w*|den(?:y|ies)|false|wrong)\b|n't\b|` +
    String.raw`(?:\b(?:of|twice|half|double|triple|than|plus|minus|times|say)|'s)$`,
)

/**
 * Whether the clause before "answer" prevents an announcement. It may be denied or hypothetical, be
 * another answer ("a wrong answer is"), or be part of something else ("twice the answer is").
 *
 * @param isSentence whether a verb announces, not a label such as "Answer:"
 */
export function isHypothetical(text: string, index: number, isSentence: boolean): boolean {
  const clause = clauseBefore(text, index)
  if (clause === '') return false
  const [, lead] = NAMED.exec(clause) ?? []
  if (lead === undefined || (!isSentence && lead !== '')) return !LEADING.test(clause)
  return lead !== '' && UNASSERTED.test(lead)
}

const MARKS_BEFORE = String.raw`[\s"'*_$({[]*(?:\\[([])?$`
const DENIED = new RegExp(
  String.raw`(?:\b(?:not|never|neither|nor|cannot|wrong|doubt that|(?<=\bi )doubt|if|unless|` +
    String.raw`whether|suppose|assume)\b|n't\b|≠|!=|\\neq?\b|\\not\b)` +
    String.raw`(?:\s+(?:be|equal(?:s| to)?|it is|it's|we get|that))?${MARKS_BEFORE}`,
  'i',
)
/** A faster check: most forms have none of these before them. */
const MAY_BE_DENIED = /n[eo'][tvir]|wrong|doubt|if|unl|whe|ssu|supp|[≠!\\]/i
/** The maximum length of a denial right before a form. */
const DENIAL_MAX = 60
/** "If so, then 5", "13, unless that is wrong, then 5". */
const IF_THEN = /\b(?:unless\b[^.!?\n]*|if\b[^.!?\n]*\bthen[\s:$({*_]*(?:\\[([])?)$/i
const ANNOUNCED = /^(.*?)\banswers?\s*(?:is|are|:|=)\s*[\s$({*_]*(?:\\[([])?$/

/** A value and a word that adds the next one: "8 or", "8 vs.". */
const BEFORE = new RegExp(
  String.raw`(?<![\w^_=+*/{.] ?)(\d[\d.,/]*|\\[dt]?frac\{\d+\}\{\d+\})[\s$*_)]*,?\s*` +
    String.raw`(?:(?:or|vs\.?|versus|resp\.?|respectively)(?:\s(?:maybe|else|even))?|\/)\)?` +
    MARKS_BEFORE,
  'i',
)

/** Whether another value precedes a form, as in "8 or 7". */
export function hasOtherBefore(text: string, start: number, restates: RestatementTest): boolean {
  const preceding = unwrapText(text.slice(Math.max(0, start - DENIAL_MAX), start))
  const [, previousValue] = BEFORE.exec(preceding) ?? []
  return previousValue !== undefined && !restates(previousValue)
}

/** Whether the text before a box or a bold value denies it or makes it conditional. */
export function isDeniedBox(text: string, { start }: { readonly start: number }): boolean {
  const preceding = text.slice(Math.max(0, start - REACH), start)
  const nearby = unwrapText(preceding.slice(-DENIAL_MAX))
  if (MAY_BE_DENIED.test(nearby) && DENIED.test(nearby)) return true
  if (/if|unless/i.test(preceding) && IF_THEN.test(preceding)) return true
  if (!/answer/i.test(preceding)) return false
  const line = preceding.split(/[.!?;,\n]/).at(-1) ?? ''
  const [, lead] = ANNOUNCED.exec(line.toLowerCase()) ?? []
  return lead !== undefined && isHypothetical(text, start - line.length + lead.length, true)
}

/** A short sentence after a form. */
const NEXT = /^[\s.,;!?$*_(){}\]\\]*((?:[^.!?\n]|\.(?=\d)){1,60})/

const REMARK = /\([^()\n]{1,80}\)/g
const INSTEAD = /[\s,]*\b(?<!if )(?:not|rather than|instead of|and not)\s+[$\\(-]*\d[^\s,.;]*/gi
/** "I am not sure" does not affect the value. */
const HEDGE = /(?:^|[,;–—]) ?(?:but |though |although )?(?:i|we)\b[^\n]*$/i
const RESTATED = /^[\s$*_)}\],]*\b(?:or|i\.e\.,?) [$\\(]*([-−.\d][^\s,;()]*)/i
const REASON = new RegExp(
  String.raw`(?:,\s*)?\b(?:because|since|(?<!well )as(?! well)|so|i\.e\.|` +
    String.raw`which (?:is|means|equals|matches))\b[^\n]*$|\n[\s\S]*$`,
  'i',
)
const DENIES =
  /\b(?:not|never|wrong|incorrect|false|impossible|cannot)\b|n't\b|[≠❌]|\b(?:but|however)\b/i
const OR = String.raw`,? or (?:maybe |perhaps |possibly )?[$\\(]*`
const DENIES_DIRECTLY = new RegExp(
  String.raw`^[\s$*_)}\]\\.]{0,8}(?:\?|≠|(?:,? ?(?:which|that) )?` +
    String.raw`(?:is|was|would be|seems|are|turned out)(?: \w+)? ` +
    String.raw`(?:wrong|incorrect|false|impossible|mistake)\b|(?:is|was)(?:n't| not)\b|` +
    String.raw`can(?:not|'t)\b|[-–— ]*not!|\(?(?:wrong|incorrect|false)\)?[ .!]*(?:\n|$)|` +
    String.raw`${OR}\\boxed)`,
  'i',
)
/** "Or 8" after a value of a kind that numbers cannot restate. */
const OR_NUMBER = new RegExp(String.raw`^[\s$*_)}\]\\.]{0,8}${OR}\d`, 'i')

const HAS_MORE_TEXT = /[\w?≠❌\x80-\uffff]/

/** Whether a value equals the form's value in other words, in digits or rounded. */
export type RestatementTest = (other: string) => boolean

/**
 * Whether the rest of the sentence after a form denies it, asks, or names another value.
 *
 * @param isBox whether the form is a box, which may have other numbers next to it
 */
export function isDeniedAfter(
  following: string,
  isBox: boolean,
  restates?: RestatementTest,
): boolean {
  // Most forms are followed only by punctuation.
  if (!HAS_MORE_TEXT.test(following)) return false
  const bareText = unwrapText(following.slice(0, 4 * REACH)).replace(/\\[()[\]]/g, '$')
  const next = bareText.slice(0, REACH)
  if (DENIES_DIRECTLY.test(next) || (restates === undefined && OR_NUMBER.test(next))) return true
  const withoutContrast = bareText.replace(INSTEAD, '')
  if (restates !== undefined && hasOtherValue(withoutContrast, restates)) return true
  if (isBox) return false
  const [sentence = ''] = /^(?:[^.!?\n]|[.!](?=\S))*\??/.exec(bareText) ?? []
  if (sentence.endsWith('?')) return true
  const claim = sentence.replace(INSTEAD, '')
  const isObjection = (remark: string): boolean =>
    /\b(?:no|corrected|actually)\b|^\D*\b(?:or|wrong|incorrect|false)\b\D*$/i.test(remark)
  const remaining = claim
    .replace(RESTATED, (or, other: string) => (restates?.(other) === true ? '' : or))
    .replace(REMARK, (remark) => (isObjection(remark) ? remark : ''))
    .replace(REASON, '')
    .replace(HEDGE, '')
  return DENIES.test(remaining) || /\d|\\boxed|\\frac/.test(remaining)
}

const MARKS_BEHIND = String.raw`^[\s.,;!$*_()}\]\\—–-]{0,12}`
/** "Wait, let me double-check" retracts nothing yet. */
const CHECK =
  "[,.]* (?:let me|let us|let's|i(?:'ll| will| should| want to)?) " +
  '(?:(?:just|quickly|also|double|re)[- ]?)?(?:check|verify|confirm)'
const RETRACTING_WORD = new RegExp(
  `${MARKS_BEHIND}(?:but |and |or |hmm[,.]* |oh[,.]* )*(?:no(?=[,.:;!—–-]|$| wait)|` +
    String.raw`(?:wait|actually|sorry|correction|scratch that|strike that|i mean)\b(?!${CHECK})|` +
    'w?h?oops|' +
    'on (?:second thought|reflection)|just kidding)',
  'i',
)
const DENIES_PREVIOUS = new RegExp(
  String.raw`${MARKS_BEHIND}(?:but |however,? |hmm[,.]* )*(?:that|this|it|which|i)\b` +
    String.raw`[^.!?\n]{0,60}?(?:(?<!\bnot )(?<!n't )(?<!nothing )\b` +
    String.raw`(?:wrong|incorrect|false|mistaken)\b|` +
    String.raw`(?:\bnot|n't) (?:right|correct|valid|true|the answer)\b)`,
  'i',
)

/**
 * Whether the next sentence retracts a form or names another value: "Wait, no", "That is wrong",
 * "Alternatively, 8".
 */
export function isRetracted(text: string, restates?: RestatementTest): boolean {
  if (!HAS_MORE_TEXT.test(text)) return false
  const following = text.slice(0, 2 * REACH)
  if (RETRACTING_WORD.test(following) || DENIES_PREVIOUS.test(following)) return true
  const [, sentence] = NEXT.exec(following.replace(/\\[()[\]]/g, '$')) ?? []
  return (
    sentence !== undefined && restates !== undefined && continuesWithOtherValue(sentence, restates)
  )
}
