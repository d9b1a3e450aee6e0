import { echoesPrompt } from '../echo.ts'
import type { JsonObject } from '../json.ts'
import type { RandomStream } from '../random.ts'
import type { SpeechStyle } from './people/employees.ts'
import { FIELD_PHRASES, FIELDS } from './tables/fields.ts'
import type { Line, PhoneWorld } from './world.ts'

const CHARACTERS_MAX = 800
const TOKENS_MAX = 400
const SEED_MAX = 2_147_483_647

const INSTRUCTIONS = [
  'You word what an employee of a call centre says on the phone to a caller.',
  'Below are the manner of the employee and the sentences that carry the facts.',
  'Say the same in other words and in that manner, in at most six short sentences.',
  'Copy every name, every number and every detail that is asked for word for word.',
  'Add nothing: no other name, number, day, detail, condition or promise.',
  'Answer with the words of the employee alone, without quotation marks.',
].join(' ')

/** The headings of the facts. */
const HEADINGS = /\b(?:Employee of|Manner|Sentences):/i

/**
 * The input of the chat effect that rewords the sentences of an employee. It contains only those
 * sentences, so that no hidden fact and no word of the agent can get into the answer.
 */
export function rewordRequest(
  { company, department }: Line,
  style: SpeechStyle,
  news: readonly string[],
  random: RandomStream,
): JsonObject {
  const facts = [
    `Employee of: ${department.name} at ${company.name}`,
    `Manner: ${style}`,
    `Sentences:\n${news.join('\n')}`,
  ]
  return {
    messages: [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: facts.join('\n') },
    ],
    max_tokens: TOKENS_MAX,
    seed: random.integer(0, SEED_MAX),
  }
}

/** The reason why a model's words were rejected. */
type RewordProblem = 'empty' | 'too_long' | 'echo' | 'fact_lost' | 'fact_added'

type Reworded =
  | { readonly status: 'kept'; readonly words: string }
  | { readonly status: 'refused'; readonly problem: RewordProblem }

/** Accepts a model's words if they name the same facts as the rules' sentences, and no others. */
export function checkReworded(
  world: PhoneWorld,
  line: Line,
  news: readonly string[],
  text: string,
): Reworded {
  const words = plainLine(text)
  if (words === '') return refusal('empty')
  if (words.length > CHARACTERS_MAX) return refusal('too_long')
  if (echoesPrompt(words, INSTRUCTIONS, HEADINGS)) return refusal('echo')
  const [expectedFacts, wordedFacts] = [
    factsIn(world, line, news.join(' ')),
    factsIn(world, line, words),
  ]
  if ([...expectedFacts].some((fact) => !wordedFacts.has(fact))) return refusal('fact_lost')
  const ownNames = new Set([line.department.name, line.company.name])
  const isAdded = [...wordedFacts].some((fact) => !expectedFacts.has(fact) && !ownNames.has(fact))
  return isAdded || FORBIDDEN_MARKS.test(words) ? refusal('fact_added') : { status: 'kept', words }
}

const refusal = (problem: RewordProblem): Reworded => ({ status: 'refused', problem })

/** Whether sentences name any fact that can be checked. */
export const hasFacts = (world: PhoneWorld, line: Line, news: readonly string[]): boolean =>
  factsIn(world, line, news.join(' ')).size > 0

/** One line without quotation marks around it: tool answers are read line by line. */
function plainLine(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  const [, unquoted] = /^["“](.*)["”]$/.exec(line) ?? []
  return (unquoted ?? line).trim()
}

const FORBIDDEN_MARKS = /@|https?:|www\.|[<>{}[\]`]/
const NUMBER = /[A-Z]?\d[\d,.:-]*\d|\d/g
const NUMBER_WORD =
  /\b(?:three|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|dozen)\b/gi
const DAY = new RegExp(
  '\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|weeks?|months?|hours?|minutes?|' +
    'January|February|March|April|June|July|August|September|October|November|December)\\b',
  'gi',
)

/** Phrases of details, the longest first: "the number of the account" is not "the account". */
const PHRASES = FIELDS.flatMap((field) =>
  FIELD_PHRASES[field].map((phrase) => [phrase.toLowerCase(), field] as const),
).sort(([first], [second]) => second.length - first.length)

/** Details, numbers, days and names of departments and companies that a text names. */
function factsIn({ companies }: PhoneWorld, { company }: Line, text: string): Set<string> {
  const facts = new Set<string>()
  let remainder = text.toLowerCase()
  for (const [phrase, field] of PHRASES) {
    if (!remainder.includes(phrase)) continue
    facts.add(field)
    remainder = remainder.replaceAll(phrase, ' ')
  }
  for (const pattern of [NUMBER, NUMBER_WORD, DAY]) {
    for (const [fact] of remainder.matchAll(pattern)) facts.add(fact.toLowerCase())
  }
  for (const { name } of company.departments) if (text.includes(name)) facts.add(name)
  for (const { name } of companies) if (text.includes(name)) facts.add(name)
  return facts
}
