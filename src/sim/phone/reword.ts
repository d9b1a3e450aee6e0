import { echoesPrompt } from '../echo.ts'
import { canonicalJson, type JsonObject } from '../json.ts'
import type { RandomStream } from '../random.ts'
import { departmentsIn } from './free-speech.ts'
import { type HeardCall, hearCall, type Place } from './hear-call.ts'
import type { SpeechStyle } from './people/employees.ts'
import { FIELDS } from './tables/fields.ts'
import type { Line, PhoneWorld } from './world.ts'

const CHARACTERS_MAX = 800
const TOKENS_MAX = 400
const SEED_MAX = 2_147_483_647

const INSTRUCTIONS = [
  'You word what an employee of a call centre says on the phone to a caller.',
  'Below are the manner of the employee and the sentences that carry the facts.',
  'Say the same in other words and in that manner, in at most six short sentences.',
  'Copy every name, every number and every detail that is asked for word for word.',
  'Where a detail may be replaced by another, say so with "or" between the two.',
  'Keep missing details and wrong details in sentences of their own.',
  'Keep the words "security hold" and "reference number" where they occur.',
  'Add nothing: no other name, number, day, detail, condition or promise.',
  'Answer with the words of the employee alone, without quotation marks.',
].join(' ')

/** What the facts stand under. */
const HEADINGS = /\b(?:Employee of|Manner|Sentences):/i

/**
 * The input of the chat effect that words what an employee says. It holds what the rules say and
 * nothing else, so that no hidden fact and no word of the agent can get into the answer.
 */
export function rewordRequest(
  { company, department }: Line,
  style: SpeechStyle,
  lines: readonly string[],
  random: RandomStream,
): JsonObject {
  const facts = [
    `Employee of: ${department.name} at ${company.name}`,
    `Manner: ${style}`,
    `Sentences:\n${lines.join('\n')}`,
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

/** Why a model's words were not taken. */
export type RewordProblem = 'empty' | 'too_long' | 'echo' | 'fact_lost' | 'fact_added'

type Reworded =
  | { readonly status: 'kept'; readonly line: string }
  | { readonly status: 'refused'; readonly problem: RewordProblem }

/**
 * Takes a model's words for what the rules say if they say just that: read back, they must give the
 * same facts, and they must name nothing that the rules do not name.
 */
export function checkReworded(
  world: PhoneWorld,
  { company, department }: Line,
  lines: readonly string[],
  words: string,
): Reworded {
  const line = plainLine(words)
  const place: Place = { department: department.name, company: company.name }
  if (line === '') return refused('empty')
  if (line.length > CHARACTERS_MAX) return refused('too_long')
  if (echoesPrompt(line, INSTRUCTIONS, HEADINGS)) return refused('echo')
  const said = lines.join(' ')
  if (namesMore(world, place, said, line)) return refused('fact_added')
  const [meant, heard] = [hearCall(lines, place), hearCall([line], place)]
  if (meant === undefined || heard === undefined) return refused('fact_lost')
  return factsOf(meant) === factsOf(heard) ? { status: 'kept', line } : refused('fact_lost')
}

const refused = (problem: RewordProblem): Reworded => ({ status: 'refused', problem })

/** One line without quotation marks around it: tool answers are read line by line. */
function plainLine(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  const [, quoted] = /^["“](.*)["”]$/.exec(line) ?? []
  return (quoted ?? line).trim()
}

/** What was said, whatever the order in which things were named. */
function factsOf({ missing, mismatched, named, ...rest }: HeardCall): string {
  const asked = missing.map(({ field, alternative = '' }) => `${field}/${alternative}`)
  // A name that is not in the tables is no name to a free reader; then the names stay as they are.
  const names = departmentsIn(named)
  return canonicalJson({
    ...rest,
    missing: asked.sort(),
    mismatched: FIELDS.filter((field) => mismatched.includes(field)),
    named: names.length > 0 ? names.sort() : [named],
  })
}

const NUMBERS = /\d+/g
const NUMBER_WORDS =
  /\b(?:three|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|dozen)\b/gi
const DAYS = new RegExp(
  [
    '\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b',
    '\\b(?:tomorrow|weeks?|months?|hours?|minutes?)\\b',
    '\\b(?:January|February|March|April|June|July|August|September|October|November|December)\\b',
  ].join('|'),
  'gi',
)
const ADDRESSES = /@|https?:|www\.|[<>{}[\]`]/g

/** Whether words name a number, a day, an address or a company that the rules do not name. */
function namesMore(world: PhoneWorld, { company }: Place, said: string, words: string): boolean {
  const known = `${said} ${company} 4 four`.toLowerCase()
  for (const pattern of [NUMBERS, NUMBER_WORDS, DAYS, ADDRESSES]) {
    for (const [named] of words.matchAll(pattern)) {
      if (!hasWord(known, named.toLowerCase())) return true
    }
  }
  return world.companies.some(
    ({ name }) => words.includes(name) && !known.includes(name.toLowerCase()),
  )
}

/** Whether a text has this word or number as a whole: 12 is none of the numbers in R123456. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + word.length]]
    const apart = /\d/.test(word) ? !/\d/.test(before + after) : !/[a-z]/.test(before + after)
    if (apart) return true
  }
  return false
}
