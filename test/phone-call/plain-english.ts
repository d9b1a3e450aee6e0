/** Words before which "an" stands though they begin with a consonant, and the reverse. */
const SILENT = /^(?:hour|honest|honour|heir)/i
const AS_YOU_OR_ONE = /^(?:uni|use|usual|euro|one\b|once)/i

/** Words that may follow themselves. */
const MAY_REPEAT = new Set(['hello', 'bye'])

const PLURALS = 'Returns|Claims|Payments|Account Services'
const SINGULAR_VERBS = 'has|is|does|looks|handles|gives|needs'
const PLURAL_VERBS = 'have|are|do|look|handle|give|need'
const PREPOSITIONS = 'at|from|to|with|by|of|than|through'
const WITH_ARTICLES = 'Order Desk|Help Line|Fault Line|Claims Department'

const RULES: readonly (readonly [string, RegExp])[] = [
  ['a bracket or brace', /[{}[\]|]/],
  ['a double space', / {2}/],
  ['a space at an end', /^\s|\s$/],
  ['a space before a mark', /\s[,.;:!?]/],
  ['a double mark', /[,.;:!?]{2}/],
  ['no space after a mark', /[,;!?][A-Za-z]/],
  ['a small letter after a stop', /[.!?]\s+[a-z]/],
  ['a small letter at the begin', /^[a-z]/],
  ['no mark at the end', /[^.!?]$/],
  ['a typographic apostrophe', /[‘’“”]/],
  ['one thing that are', /\bit are\b|\bthis are\b|\bthese is\b|\bthey (?:has|is|does)\b/],
  ['several that is', new RegExp(`(?:^|[.!?,;:] )(?:${PLURALS}) (?:${SINGULAR_VERBS})\\b`)],
  [
    'one that are',
    new RegExp(`(?<!and |did )\\b[Tt]he (?:Help|Fault) Line (?:${PLURAL_VERBS})\\b`),
  ],
  ['a name without its article', new RegExp(`\\b(?:${PREPOSITIONS}) (?:${WITH_ARTICLES})\\b`)],
  ['two articles', /\b(?:a|an|the|my|your) (?:a|an|the|my|your)\b/i],
]

/** What is wrong with the English of a text, as far as it can be told without a reader. */
export function flawsOf(text: string): string[] {
  const flaws = RULES.filter(([, pattern]) => pattern.test(text)).map(([flaw]) => flaw)
  for (const [, word = ''] of text.matchAll(/\b([\w']+) \1\b/gi)) {
    if (!MAY_REPEAT.has(word.toLowerCase())) flaws.push(`"${word}" twice`)
  }
  const words = text.match(/[\w'-]+/g) ?? []
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? ''
    const lower = word.toLowerCase()
    const isVowel = /^[aeiou]/i.test(next) ? !AS_YOU_OR_ONE.test(next) : SILENT.test(next)
    if (next !== '' && ((lower === 'a' && isVowel) || (lower === 'an' && !isVowel))) {
      flaws.push(`"${word} ${next}"`)
    }
  }
  return flaws.map((flaw) => `${flaw}: ${text}`)
}
