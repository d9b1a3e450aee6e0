/** What is numbered in a question and asked about: "pattern 69" is no value. */
const NUMBERED = 'pattern|figure|diagram|picture|design|stage|shape'
const REFERENCE = new RegExp(
  String.raw`\b(?:in|on|at|of|for|to|from|after|by)\s+(?:the\s+)?([a-z]{2,14})\s+` +
    String.raw`(?:number\s+|no\.\s+)?\$?(\d{1,6})\b\$?`,
  'gi',
)
/** Right behind its digits a base belongs to them. */
const BASE = /(?<!\d[\s(]*(?:in )?)\bbase[- ](?:\d{1,2}|sixteen|two|eight)\b/gi
const DISPLAYED = new RegExp(`^(?:${NUMBERED})$`, 'i')
/** Only the end of a text is looked at, in characters. */
const END_MAX = 400

/**
 * The text without numbers that only say which thing is meant: "968 matches are in pattern 69", and
 * the base that digits are written in. A number that stands in the question behind the same word is
 * one of them, as long as another one is left in its sentence.
 */
export function withoutReferences(text: string, question: string): string {
  const from = Math.max(0, text.length - END_MAX)
  const end = text.slice(from)
  if (!/[a-z]{2}[\s$-]+\d/i.test(end)) return text
  let plain = end.replace(BASE, (found, at: number) => blankIfSaid(end, found, at))
  plain = plain.replace(REFERENCE, (found, name: string, number: string, at: number) => {
    const isAsked =
      DISPLAYED.test(name) || new RegExp(`\\b${name}\\s+\\$?${number}\\b`, 'i').test(question)
    return isAsked ? blankIfSaid(plain, found, at) : found
  })
  return plain === end ? text : text.slice(0, from) + plain
}

/** A reference with blanks for its number, where its sentence has another number before it. */
function blankIfSaid(text: string, found: string, at: number): string {
  const sentence =
    text
      .slice(0, at)
      .split(/[.!?]\s|\n/)
      .at(-1) ?? ''
  return /\d/.test(sentence) ? found.replace(/\$?\d+\$?|sixteen|two|eight/i, ' ') : found
}
