import { byName } from '../../../by-name.ts'

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** By these somebody asks for something. */
export const ASKING = setOf(
  'want wants wanted wanting need needs needed wish wishes wishing please could can must ought should',
  'request requests requesting require requires ask asks asking help kindly hope hopes hoping',
  'calling phoning ringing call ring phone like love let trying try prefer prefers looking writing',
  'contacting reaching intend intends intending plan plans planning decided keen eager glad happy',
  'interested appreciate grateful wonder wondering supposed meant ready able possible necessary',
  'important goal aim purpose wanna gotta assist assistance behalf desire desires aims hereby',
  'delighted pleased thankful longing seeking seek seeks chance insist insists',
)

/** Words that may stand before what is asked for and turn nothing. */
export const NEUTRAL = setOf(
  'i we you he she they it me us him her them my our your his their its the a an this these that who',
  'to of on for with in at by from and or so then also just only simply really very much quite',
  'customer customers client clients caller callers member members person passenger patient guest',
  'policyholder cardholder subscriber account holder mr mrs ms dr sir madam',
  'wife husband mother father son daughter brother sister partner parents family boss company friend',
  'am is are was be been being do have has get getting go going give will would shall may might',
  'asked told hi hello hey good morning afternoon evening day dear yes ok okay well um uh oh right',
  'now today tomorrow again still soon urgently quickly kindly actually basically unfortunately sadly',
  'first next all what how where here there ahead way because if as behalf reason request wish time',
  'definitely certainly absolutely desperately badly simply truly finally lately ideally preferably',
  'think believe trust afraid sorry grand great nice lovely best kind enough bit more rest thing',
  'somebody someone anybody anyone transferred sent connected referred directed put through hoping',
  'likes mind so too else possible currently straight directly immediately once phone line desk',
  'department team people colleague staff support service conclusion come came about regarding',
  'concerning over up out into permission chance any some hand bother lot urgent matter moment been',
  'lovely desperate dearly most happily gladly rather eagerly sincerely forward having using',
  'new old current recent latest existing system',
  'technician engineer electrician representative agent yours represent representing acting',
  'asap simple gets expect expects instructed authorized authorised commissioned instructs mind made helping assisting reception top last month week year one thing case wants done happen make sure able allow using opportunity task job call today',
)

/** Words that begin or end a frame and may stand before an order. */
export const OPENERS = setOf(
  'please kindly just then also and or so to first next now hello hi hey good morning afternoon',
  'evening day there again simply ok okay yes well um uh right sir madam dear go ahead thanks',
  'request purpose customer caller wish here actually basically but',
)

/** Verbs that begin an order, or stand in it before what is to be done. */
export const CARRYING = setOf(
  'have get let make find see put ask tell take give hear turn switch help ensure proceed',
)

/** Words by which what follows is only supposed, reported or quoted: they reach over commas. */
export const UNREAL = setOf(
  'hypothetically theoretically theory suppose supposing imagine pretend pretending assume assuming',
  'testing rehearsing practising practicing said says say wrote writes claimed claims thought believed example instance quote dream fantasy allegedly joke',
)

/** With "to" or "if" behind them these ask. */
export const ASKING_BEFORE_TO = setOf('time great good nice lovely got best here')

/** Words of things that are as often something else. */
export const NO_THINGS = setOf(
  'repeat wrongly see',
  'again up out more not never no without only what who when how back where neighbour neighbor',
  'landlord doctor specialist someone somebody engineer technician wrong lie false mine about still',
)

/** Names of a will: "my request to" tells of one, "my request is to" has it. */
export const WILLS = setOf(
  'request wish plan order need intention instruction decision desire idea demand goal aim hope urge',
)
/** Before the article of such a name these say that it is had. */
export const HAVING = setOf('have has is got with make made bring')

/** Verbs with which a question begins that asks for nothing to be done. */
export const INVERTED = setOf('should do does did were was had am has')

/** What denies a clause where every other word of it is in `ECHOES`. */
export const REFUSALS = setOf('no not nope never wrong hardly scarcely')
/** Words that say nothing more than that something is so, or not. */
export const ECHOES = setOf(
  'no not nope never wrong hardly scarcely wait actually sorry please thanks do i rather yet now it that oh we she he',
  'they will would want wanted wants need needs to any more longer anymore really surely certainly',
  'definitely at all after the customer which you is so did does am was hm well instead but and',
)
/** Words that take back what was said before. */
export const TAKEN_BACK = setOf('kidding joking joke jk scratch hypothetical hypothetically')
/** The first and the last word of what takes back what was said before. */
export const TAKEN_BACK_PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    changed: setOf('mind'),
    never: setOf('mind'),
    second: setOf('thought thoughts'),
    thought: setOf('better'),
    forget: setOf('it that this everything all'),
    ignore: setOf('it that this me everything all'),
    disregard: setOf('it that this me everything all'),
    strike: setOf('it that this'),
    leave: setOf('it'),
    just: setOf('asking curious wondering'),
    only: setOf('asking curious wondering'),
    plan: setOf('off'),
    that: setOf('wrong mistake lie false untrue void'),
    this: setOf('wrong mistake lie false untrue void'),
    which: setOf('wrong lie false untrue'),
  }),
)
/** These take back wherever they stand, other pairs at the end of what is said. */
export const ANYWHERE = setOf('changed never second thought')
/** In a pair, so many words may stand between. */
export const PAIR_GAP = 3
/** Words of somebody who tells what another says, behind it. */
export const TELLERS = setOf('say said says claims claimed thinks thought wrote joked lied')

/** People who may wish something that the customer does not. */
export const OTHERS = setOf(
  'wife husband spouse mother father mom mum dad son daughter brother sister cousin uncle aunt niece',
  'nephew parents parent kids children child family partner ex boss manager friend friends colleague',
  'colleagues coworker neighbour neighbours neighbor neighbors landlord landlady tenant tenants',
  'flatmate roommate bank doctor teacher employer employee secretary lawyer accountant stranger',
  'somebody someone everybody everyone people team staff caretaker relative relatives man woman lady',
  'gentleman boy girl couple grandmother grandfather owner tenant subtenant broker police nurse kids',
)
/** Before a customer these make somebody else of them. */
export const OTHER = setOf(
  'other another different previous former next last second some many most',
)

/** Verbs of a will. */
export const VOLITION = setOf(
  'want wants wanted need needs wish wishes would require requires request requests ask asks hope hopes',
  'prefer prefers love desire desires seek seeks intend intends plan plans has have must',
)

const pronounsOf = (pronoun: string, words: string): [string, string][] =>
  words.split(' ').map((word) => [word, pronoun])

/** By which pronoun somebody of `OTHERS` is spoken of further on, where that is known. */
export const PRONOUN_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ...pronounsOf('she', 'wife mother mom mum daughter sister aunt niece landlady lady woman girl'),
  ...pronounsOf('he', 'husband father dad son brother uncle nephew landlord gentleman man boy'),
  ...pronounsOf('they', 'parents kids children neighbours neighbors tenants colleagues friends'),
])
/** Whose pronoun a possessive is. */
export const OWNERS: Readonly<Record<string, string>> = byName({
  his: 'he',
  her: 'she',
  their: 'they',
})
