import { BUSINESSES } from '../tables/businesses.ts'
import { FIELD_PHRASES, FIELDS } from '../tables/fields.ts'
import type { Lexicon } from './clauses.ts'
import { PhraseTable, thingStems } from './phrases.ts'
import { ACT_GROUPS, DESIRES } from './tables/acts.ts'
import { DETAILS, NOUNS_OF_ACTS } from './tables/polarity.ts'
import { WISH_WORDS } from './tables/wishes.ts'
import { stemOf, type Word, wordsIn } from './words.ts'

/** One way of saying a wish: some act, and the thing it is done to. */
export interface Form {
  readonly wish: string
  /** Stems that rule the wish out. */
  readonly bars: readonly string[]
}

/** What a phrase of acts or things belongs to, and in its own words. */
export interface Part {
  readonly form: Form
  readonly text: string
}

/** Every phrase that wishes are made of. */
export interface Vocabulary {
  readonly acts: PhraseTable<Part>
  /** Verbs that wish for the thing itself. */
  readonly desires: PhraseTable<string>
  /** Forms in which the thing itself is wished for. */
  readonly wishedFor: ReadonlySet<Form>
  readonly things: PhraseTable<Part>
  /** Details that customers are known by. */
  readonly details: PhraseTable<string>
}

const WISHED_FOR = '@wish'

const listOf = (text: string): string[] => text.split('|').map((item) => item.trim())

/** "A claim for surgery" is "a surgery claim" as well. */
const compoundOf = (thing: string): string | undefined => {
  const [, head, last] = /^(\w+) (?:of|for|on) (\w+)$/.exec(thing) ?? []
  return head === undefined ? undefined : `${last} ${head}`
}

/** The table of wishes as phrases to look for. */
export const VOCABULARY: Vocabulary = compile()

function compile(): Vocabulary {
  const acts = new PhraseTable<Part>()
  const things = new PhraseTable<Part>()
  const desires = new PhraseTable<string>()
  const details = new PhraseTable<string>()
  const wishedFor = new Set<Form>()
  for (const { id } of BUSINESSES) {
    for (const line of WISH_WORDS[id] ?? []) {
      const [said = '', barred = ''] = line.split(' ! ')
      const [actText = '', thingText = ''] = said.split(' : ')
      const bars = barred === '' ? [] : listOf(barred).map((word) => stemOf(word))
      const form: Form = { wish: id, bars }
      for (const item of listOf(actText)) {
        if (item === WISHED_FOR) wishedFor.add(form)
        else for (const act of listOf(ACT_GROUPS[item] ?? item)) acts.add(act, { form, text: act })
      }
      for (const text of listOf(thingText)) {
        things.addStems(thingStems(text), { form, text })
        const compound = compoundOf(text)
        if (compound !== undefined) things.addStems(thingStems(compound), { form, text: compound })
      }
    }
  }
  for (const desire of DESIRES) desires.add(desire, desire)
  for (const detail of [...FIELDS.flatMap((field) => FIELD_PHRASES[field]), ...DETAILS]) {
    details.addStems(thingStems(detail), detail)
  }
  return { acts, desires, wishedFor, things, details }
}

const nouns = new Map(Object.entries(NOUNS_OF_ACTS).map(([noun, verb]) => [noun, stemOf(verb)]))

/** The verb of a noun that means an act: "cancellation" is "cancel". */
export const verbOfNoun = (word: Word): string | undefined => nouns.get(word.text)

/** First words of acts that begin no order. */
const NO_ORDERS = new Set(
  'do be want need like in back say look go come what where when how'.split(' '),
)

const firstsOfActs = new Set(
  Object.values(WISH_WORDS)
    .flat()
    .flatMap((line) => listOf((line.split(' : ')[0] ?? '').replaceAll('~', ' ')))
    .flatMap((item) => (item.startsWith('@') ? listOf(ACT_GROUPS[item] ?? '') : [item]))
    .map((act) => wordsIn(act.replaceAll('~', ' '))[0])
    .flatMap((word) => (word === undefined || NO_ORDERS.has(word.text) ? [] : [word.text])),
)

/** Words of things that are none by themselves. */
const SMALL = new Set(
  'and can how much do did be is are was has not what that for off on in by so who'.split(' '),
)

/** Stems of things, and of details that customers are known by. */
const stemsOfThings: ReadonlySet<string> = new Set(
  [...VOCABULARY.things.stems(), ...VOCABULARY.details.stems()].filter((stem) => !SMALL.has(stem)),
)

/** What is known of words before a text is heard. */
export const LEXICON: Lexicon = {
  isVerb: ({ text }) => firstsOfActs.has(text),
  isThing: ({ stem }) => stemsOfThings.has(stem),
}
