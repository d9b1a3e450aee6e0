const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Words without weight between what asserts a value and the value. */
export const LIGHT = setOf(
  'the a an that it this of to is was are be been would should must exactly precisely simply just',
  'only also then therefore thus hence indeed really actually clearly surely definitely certainly',
  'number value answer result solution option choice final correct right equal equals with for as',
  'with so have will in fact still now',
)

/** What somebody does who says a value: it is asserted where "I" or "we" do it. */
export const SAYINGS = setOf(
  'say says said claim claims claimed think thinks thought believe believes believed guess',
  'guessed argue argues argued suggest suggests suggested insist insists insisted assert asserts',
  'asserted tell tells told report reports reported pretend pretends wish wishes wished hope hopes',
  'hoped bet bets doubt doubts doubted deny denies denied dispute disputes',
  'disputed suspect suspects suspected shout shouts shouted announce',
  'announces announced propose proposes proposed swear swears swore reckon reckons',
  'reckoned dream dreamt',
)
/** Those of them by which "I" and "we" assert a value. */
export const OWN_SAYINGS = setOf('say claim think believe argue assert report propose reckon swear')

/** What "I" may do right before a value. */
export const OWN_VERBS = setOf(
  'get got find found obtain obtained have conclude choose chose pick picked select selected say am',
  'calculate calculated compute computed determine determined derive derived think believe answer',
  'arrive arrived end ended see saw know reach reached deduce deduced take took propose submit give',
  'write wrote put claim assert set used use need want simplify make made count counted counting',
  'counted evaluate evaluated come came solved solve verified verify confirm confirmed checked hope',
  'reckon bet earn earned spent spend paid pay save saved left bought buy saw read sold sell',
)
/** Who may be wrong. */
export const OTHERS = setOf(
  'friend friends neighbour neighbor neighbours neighbors teacher brother sister student students',
  'classmate classmates colleague colleagues beginner beginners textbook people person some many',
  'most others someone somebody everyone everybody anyone anybody fool fools',
)
/** What such a one does with a value. */
export const OTHERS_VERBS = setOf(
  'get gets got give gives gave answer answers answered would write writes wrote find finds found',
  'obtain obtains obtained have put puts choose chooses chose pick picks picked',
)
/** Sources of wrong values. */
export const TRAPS = setOf('mistake error trap intuition guess misconception fallacy confusion')

/** What a label calls a value that is none: "Upper bound: 5". */
export const NO_ANSWERS = setOf(
  'mistake error trap misconception fallacy guess bound bounds estimate draft attempt distractor',
  'decoy wrong incorrect false typo misprint counterexample nonanswer pitfall hint example tip',
)

/** How a wrong value is called that many find. */
export const COMMON = setOf('common frequent usual typical popular classic first beginner')

/** Words of doubt, wherever they stand before a value in its clause. */
export const DOUBTS = setOf('maybe perhaps possibly unsure uncertain supposedly allegedly falsely')

/** Openings of a clause that asserts nothing. */
export const UNREAL = setOf('were had should suppose supposing assume assuming imagine unless')
/** Words with which something new begins after such an opening. */
export const RESTARTS = setOf(
  'so then therefore thus hence we implies means giving gives yields get obtain i because since',
)

/** Words that make another value out of the one behind them, or tell what it is not. */
export const RELATIONS = setOf(
  'than twice thrice double triple half square cube reciprocal opposite negation inverse multiple',
  'divisor factor near close different differs differ unrelated confused mistakenly rumoured',
  'rumored besides without exceeds divides beats nowhere far apart beyond unequal almost third',
  'thirds quarter quarters',
)
/** What may stand between such a word and the value. */
export const RELATION_LINKS = setOf('of to from the a by with as be taken')

/** Orders to leave a value alone. */
export const DROPS = setOf(
  'discard reject avoid forget ignore skip drop exclude eliminate delete dismiss disregard scratch',
  'omit ditch dump refuse disbelieve remove',
)

/** "It is tempting to say" is no saying. */
export const TOLD = setOf(
  'say answer write think believe claim pick choose put guess assume conclude',
)

/** What is said of "that …" where it is asserted: "it is clear that". */
export const CERTAIN = setOf(
  'clear evident obvious true known easy certain apparent plain immediate sure given seen follows',
  'shown check see show verify proved proven found correct fact right that trivial well enough',
)
/** What may stand before "to be". */
export const BEFORE_BE = setOf(
  'has have had out is are ought needs need going known found shown computed calculated determined',
  'proven proved seen seems seem appears appear get comes turns equal and or want order we i it them',
  'supposed come expected know find confirmed earlier #',
)

/** Nobody does what stands behind these. */
export const NOBODY = setOf('nobody none nothing nowhere neither')

/** What an answer may be called. */
export const ANSWER_WORDS = setOf(
  'the my our your this that an one same final correct right exact only possible simplified simplest',
  'numerical numeric desired required requested full complete short true actual revised corrected',
  'updated new better best overall integer whole rounded expected proper valid decimal fractional',
  'positive total reduced ultimate definitive unique single main concluding resulting overall and so',
  'is to their his her its precise approximate corresponding following appropriate sought hence thus',
  'therefore then get as give us with for in have find means real official model good clear obvious',
)
/** Who may do something about "the answer that". */
export const ANSWER_CLAUSES = setOf('that which i you he she they we some many people others')
/** What is said of a part of the answer: "the answer ends in 5". */
export const ANSWER_PARTS = setOf('ends begins starts contains includes has consists lies')
/** What is done with an answer that is meant. */
export const ANSWER_SEEKING = setOf(
  'we want need seek sought are were was looking for get got obtain obtained find found i am have',
  'is be asked required to question you asks wanted he she they that which should fits works',
  'satisfies in the give given',
)

/** Verbs behind a value, of which the value is the subject. */
export const COPULAS = setOf("is was are were isn't wasn't aren't weren't being")
export const MODALS = setOf(
  "would could might may can should must has have had cannot can't couldn't shouldn't mustn't will",
)
export const SEEMINGS = setOf('turned turns proved proves seems seemed looks looked appears sounds')
/** What a value does that is no answer. */
export const FAILINGS = setOf(
  'fails failed fail violates violated contradicts contradicted leads never does doesn doesnt do',
  "doesn't don't didn't cannot conflicts breaks disagrees won't wouldn't wont misses misleads",
  'overcounts undercounts overlooks ignores neglects forgets omits',
)
/** Words without weight in what is said of a value. */
export const LIGHT_BEHIND = setOf(
  'the a an our my your its their his her also indeed therefore thus then hence now clearly exactly precisely simply',
  'just in fact really to be out been all certainly definitely obviously of course still both',
)
/** What is said of a value that is the answer. */
export const CONFIRMING = setOf(
  'answer answers value values result results solution solutions number numbers sum total product',
  'correct right true valid only smallest largest least greatest minimum maximum minimal maximal',
  'root roots prime divisible final desired required requested it exact amount area length volume',
  'perimeter probability remainder quotient ratio slope what unique positive negative even odd',
  'integer integers equal closest nearest middle smaller larger lesser greater first last second',
  'third achieved attained reached obtained between possible unattainable accepted needed simplified',
  'already prime composite perfect multiple factor divisor term coefficient constant coordinate',
  'maximum distance time rate price cost percentage percent fraction decimal rounded consistent',
  'verified confirmed checked satisfied as less more at rational real irrational measure angle',
  'radius height width x y common highest lowest best good sure mean median mode average difference',
  'equivalent approximately about so such because since how where one units digit digits gcf gcd lcm',
  'winner acceptable written expressed fair price rest same own left remaining over spent paid saved',
  'used due owed discount most leftover old',
)
/** What a remark with "which" may say of a value that is meant. */
export const WHICH_VERBS = setOf(
  'is are was were equals gives means simplifies satisfies works matches checks yields makes occurs',
  'corresponds comes leaves has we can rounds reduces has happens agrees fits shows must will',
  'should represents consists contains includes cannot keeps lies goes adds sums turns tells follows',
  'confirms verifies describes ends falls stays suits results proves implies leads was',
)

/** What is said of a value in the next sentence to take it back. */
export const TAKEN_BACK = setOf(
  "not isn't wrong false incorrect cannot can't never impossible contradicts contradiction mistake",
  "error joke absurd nonsense untrue lie doesn't fails violates invalid rubbish bogus fake cant",
  'isnt trap guess',
)

/** What a value may be said not to be, and is the answer all the same: "not surprising". */
export const HARMLESS_DENIED = setOf(
  'wrong false incorrect mistake error trap joke lie surprising surprise coincidence accident',
  'unexpected unusual strange hard difficult easy obvious trivial necessary prime composite integer',
  'rational irrational',
)

/** By these the next sentences take a value back, unless they also confirm it. */
export const RETRACTIONS = setOf(
  'oops whoops oopsie argh correction reconsider misread miscounted miscalculated misplaced forgot',
  'overlooked erratum disregard botched blunder blundered',
)
export const CONFIRMATIONS = setOf(
  'yes correct right indeed verify confirms confirmed verified not',
)
