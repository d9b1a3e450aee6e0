import { businessesIn, type WishSet } from '../businesses.ts'
import { FIELD_PHRASES, FIELDS } from '../tables/fields.ts'
import type { Lexicon } from './clauses.ts'
import { PhraseTable, thingStems } from './phrases.ts'
import { ACT_GROUPS, DESIRES } from './tables/acts.ts'
import { MORE_WISH_WORDS, PASSED_ON } from './tables/more-wishes.ts'
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

/** Every phrase that the wishes of a set are made of. */
export interface Vocabulary {
  readonly acts: PhraseTable<Part>
  /** Verbs that wish for the thing itself. */
  readonly desires: PhraseTable<string>
  /** Forms in which the thing itself is wished for. */
  readonly wishedFor: ReadonlySet<Form>
  readonly things: PhraseTable<Part>
  /** Details that customers are known by. */
  readonly details: PhraseTable<string>
  /** What is known of words before a text is heard. */
  readonly lexicon: Lexicon
}

const WISHED_FOR = '@wish'

const listOf = (text: string): string[] => text.split('|').map((item) => item.trim())

/** "A claim for surgery" is "a surgery claim" as well. */
const compoundOf = (thing: string): string | undefined => {
  const [, head, last] = /^(\w+) (?:of|for|on) (\w+)$/.exec(thing) ?? []
  return head === undefined ? undefined : `${last} ${head}`
}

const vocabularies = new Map<WishSet, Vocabulary>()

/** The words of wishes as phrases to look for; of each set made once. */
export function vocabularyOf(set: WishSet): Vocabulary {
  let known = vocabularies.get(set)
  if (known === undefined) {
    known = compile(set)
    vocabularies.set(set, known)
  }
  return known
}

/** Acts in single phrases, groups of them spelled out. */
const actsOf = (text: string): string[] =>
  listOf(text).flatMap((item) => (item.startsWith('@') ? listOf(ACT_GROUPS[item] ?? item) : item))

/** One line of a table of wishes, as it counts in a set. */
interface Line {
  readonly form: Form
  readonly acts: readonly string[]
  readonly things: readonly string[]
}

/** What is said in each line of the tables for a wish, without what another wish of the set is. */
function linesOf(wish: string, set: WishSet): Line[] {
  const passedOn = set === 'seed' ? {} : (PASSED_ON[wish] ?? {})
  const [acts, things] = [actsOf(passedOn.acts ?? ''), listOf(passedOn.things ?? '')]
  return wordsOf(wish).map((line) => {
    const [said = '', barred = ''] = line.split(' ! ')
    const [actText = '', thingText = ''] = said.split(' : ')
    const bars = [barred, passedOn.bars ?? ''].filter((text) => text !== '').flatMap(listOf)
    return {
      form: { wish, bars: bars.map((word) => stemOf(word)) },
      acts: actsOf(actText).filter((act) => !acts.includes(act)),
      things: listOf(thingText).filter((thing) => !things.includes(thing)),
    }
  })
}

const wordsOf = (wish: string): readonly string[] => WISH_WORDS[wish] ?? MORE_WISH_WORDS[wish] ?? []

function compile(set: WishSet): Vocabulary {
  const acts = new PhraseTable<Part>()
  const things = new PhraseTable<Part>()
  const desires = new PhraseTable<string>()
  const details = new PhraseTable<string>()
  const wishedFor = new Set<Form>()
  /** The words that orders begin with. */
  const firsts = new Set<string>()
  const lines = businessesIn(set).flatMap(({ id }) => linesOf(id, set))
  for (const { form, acts: own, things: its } of lines) {
    for (const act of own) {
      if (act === WISHED_FOR) {
        wishedFor.add(form)
        continue
      }
      acts.add(act, { form, text: act })
      const [first] = wordsIn(act.replaceAll('~', ' '))
      if (first !== undefined && !NO_ORDERS.has(first.text)) firsts.add(first.text)
    }
    for (const text of its) {
      things.addStems(thingStems(text), { form, text })
      const compound = compoundOf(text)
      if (compound !== undefined) things.addStems(thingStems(compound), { form, text: compound })
    }
  }
  for (const desire of DESIRES) desires.add(desire, desire)
  for (const detail of [...FIELDS.flatMap((field) => FIELD_PHRASES[field]), ...DETAILS]) {
    details.addStems(thingStems(detail), detail)
  }
  const stems = new Set([...things.stems(), ...details.stems()].filter((stem) => !SMALL.has(stem)))
  const lexicon: Lexicon = {
    isVerb: ({ text }) => firsts.has(text),
    isThing: ({ stem }) => stems.has(stem),
  }
  return { acts, desires, wishedFor, things, details, lexicon }
}

const nouns = new Map(Object.entries(NOUNS_OF_ACTS).map(([noun, verb]) => [noun, stemOf(verb)]))

/** The verb of a noun that means an act: "cancellation" is "cancel". */
export const verbOfNoun = (word: Word): string | undefined => nouns.get(word.text)

/** First words of acts that begin no order. */
const NO_ORDERS = new Set(
  'do be want need like in back say look go come what where when how'.split(' '),
)

/** Words of things that are none by themselves. */
const SMALL = new Set(
  'and can how much do did be is are was has not what that for off on in by so who'.split(' '),
)
