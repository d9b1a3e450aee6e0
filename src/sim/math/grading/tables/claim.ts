import { byName } from '../../../by-name.ts'

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Words without weight between what governs a value and the value. */
export const LIGHT = setOf(
  'the a an of about approximately roughly exactly precisely just only simply least most around',
  'total sum average maximum minimum profit area volume length value answer result grand combined',
  'also still now then therefore thus hence indeed really actually clearly surely another',
  'altogether finally overall again probability ( - negative minus us him her them me',
)

/** Verbs by which a value is so. */
export const STATES = setOf(
  'is are be was were equals equal gives give gave yields yield makes make totals becomes become',
  'leaves leave costs cost takes take took weighs measures has have had needs need requires',
  'contains contain remains remain remaining contributes includes holds hold covers cover',
  "it's that's there's there're being been will implies means namely exactly so thus hence therefore then",
  'becoming giving leaving yielding making totaling totalling equaling equalling lasts receives',
  'receive results worth owe owes amounts pays pay paid earns earn earned spends spend spent saves',
  'save saved scores scored score sells sell sold buys buy bought eats ate eat drives drove travels',
  'traveled walks walked runs ran reads read plants planted uses used makes made works worked wins',
  'won loses lost gains gained raises raised collects collected own owns keeps kept gets choose',
  'drinks drank bakes baked fits fit seats charges charged covered owed i.e satisfies only approx',
)
/** Those of them that say what something is, and count nothing. */
export const COPULAS = setOf('is are be was were equals equal been becomes become remains remain')

/** By these a value follows from work, whatever that is called. */
export const DERIVING = setOf('gives give gave yields yield giving yielding implies')

/** What is asked for, and can be a value: the head of "the sum of its digits". */
export const QUANTITIES = setOf(
  'answer answers value values result results solution solutions root roots zero zeros sum total',
  'totals product difference quotient ratio remainder average mean median mode range maximum minimum',
  'maximums minimums area perimeter circumference volume length width height depth base side sides',
  'diagonal radius diameter hypotenuse distance displacement speed velocity rate slope intercept',
  'gradient angle angles measure probability chance odds expectation variance deviation percentage',
  'percent proportion fraction numerator denominator share part portion cost costs price prices',
  'profit loss revenue income earnings savings expense expenses salary wage wages balance change',
  'discount tax tip fee fare bill interest debt budget money amount amounts quantity count size age',
  'ages score scores points weight mass capacity time duration hours minutes seconds days weeks',
  'months years degree degrees order term terms element digit digits coefficient coefficients constant',
  'exponent power base factor factors divisor multiple gcd gcf hcf lcm lcd determinant rank trace norm',
  'magnitude limit integral derivative series sequence expression function equation formula polynomial',
  'inverse discriminant index rest left half third quarter fewer more number numbers integer integers',
  'pair triple set interval domain point points coordinate coordinates coordinates vertex matrix vector',
  'possibilities error errors drop rise increase decrease ways outcomes combinations permutations arrangements smaller larger greater lesser',
  'bigger smallest largest greatest least longest shortest other one two latter former output input',
  'ordered energy force current temperature pressure density charge work dimension dimensions',
)
/** What a number may be called that is not only a name: "the smallest such number". */
export const NUMBER_KINDS = setOf(
  'the a an this that his her its their each every such same smallest largest greatest least biggest',
  'highest lowest smaller larger greater lesser bigger first second third fourth last next previous',
  'other original initial final new required requested desired missing unknown sought only single',
  'total whole natural real rational irrational integer prime composite even odd positive negative',
  'complex perfect square new revised corrected current two-digit three-digit four-digit two three four five digit decimal binary',
  'correct right actual exact minimum maximum minimal maximal average expected combined remaining and can',
  'so thus hence then therefore possible # resulting mixed given chosen hidden mystery secret middle',
)
/** What may stand behind "the number" that is asked for. */
export const NUMBER_LINKS = setOf(
  'of that which we such # satisfying required with left needed x n between is',
)

/** With these begins what only says more about the name before. */
export const POSTMODIFIERS = setOf(
  'of that which who whose we i you he she they when where if in on at for from to between among with',
  'without per by after before under over inside within such satisfying needed required left remaining',
  'as is are was were has have # and or not (',
)
/** What may stand between them and what they do. */
export const AUXILIARIES = setOf(
  'can will would then now finally therefore also just do did must safely may thus should hence',
  'have has could easily clearly simply indeed eventually again actually',
)

/** Words that begin a name. */
export const DETERMINERS = setOf('the a an this that his her its their each every my our your')
/** What may stand between a subject and "be". */
export const BEFORE_BEING: ReadonlySet<string> = new Set([
  ...AUXILIARIES,
  ...'to out turns turned only proves proved comes came be been'.split(' '),
])

/** What means what was asked, or those it is about. */
export const PRONOUNS = setOf(
  "it this that which there he she they we i you one each both these those all what let's here who",
)
/** Whose what is said to be so is. */
export const POSSESSIVES = setOf('my our your')
/** What those who work out a value call their own. */
export const OWN_THINGS = setOf(
  'answer answers result total sum count value solution calculation computation work reasoning',
  'expression equation equations integral function estimate conclusion formula variable variables',
  'number final sequence series polynomial fraction triangle',
)
/** Words by which a sentence draws a conclusion. */
export const CONCLUSIONS = setOf(
  'so thus therefore hence consequently altogether total all together finally each every can could',
  'will would must should per left remaining overall combined in_all conclude needed required end',
)
/** Words with which a clause begins anew. */
export const BORDERS = setOf('so then therefore thus hence implies')
/** What is said of a value that begins its clause. */
export const BEING = setOf('is are was will must should to in on at')

/** What stands before a preposition behind which a value is. */
export const PHRASAL: Readonly<Record<string, ReadonlySet<string>>> = byName({
  to: setOf(
    'adds add added adding amounts amount amounting comes come came coming equal equals sum sums',
    'simplifies simplify reduces reduce evaluates evaluate works work worked equivalent total leads',
    'totals rounds round rounded converges tends goes increases increased decreases dropped rises',
    'rose grows grew up out boils corresponds integrates factors down expands turns tallies has have',
  ),
  at: setOf('arrive arrives arrived arriving'),
  with: setOf('left end ended ends up leaves us him her them'),
  for: setOf(
    'sells sold sell pays paid pay bought buys costs save saves works worked rent rents it',
  ),
  of: setOf('consists composed made'),
  by: setOf('increased increases decreased decreases rose fell grew given up down went'),
  in: setOf('results result resulting'),
  as: setOf('out answer same comes come'),
  off: setOf('read'),
  up: setOf('sums'),
})

/** Verbs by which those who work out a value assert it. */
export const FINDINGS = setOf(
  'get got gets find found obtain obtained conclude deduce compute computed calculate calculated',
  'determine reach see know derive derived choose pick select count counted off finds obtains gets',
  'have had say answer take form make pick arrive expect want need',
)
/** Who works out a value: those who speak, or the work itself. */
export const OWN = setOf("i we one you us let's to he she they it this that which # and")
/** By these words in its sentence a value is one that is often found, and wrong. */
export const DISTRUSTED = setOf(
  'beginner beginners novice novices careless carelessly naive naively hasty lazy sloppy tempting',
  'tempted often usually sometimes typically frequently popular rumour rumor legend myth misprint',
  'typo attempt attempts dream gossip cheater cheaters forum',
  'internet manual solvers misreading miscounting wrongly incorrectly mistaken mistakenly',
  'supposedly allegedly favourite favorite fond repeating anyone',
  'temptation trap misconception fallacy intuition guess',
  'guessing fool fools draft pretend',
)

/** What a line names by which a value stands behind a colon. */
export const LABELS = setOf(
  'total answer result value sum product difference quotient remainder solution cost price profit',
  'left remaining number count area perimeter volume length width height speed time distance age',
  'probability average mean median mode change amount altogether final expression simplified so',
  'therefore thus hence have get is are equals obtain be gives follows needed required spent paid',
  'earned saved score points percentage percent fraction ratio angle weight hours minutes days weeks',
  'years dollars miles money step conclusion revenue income savings salary balance simplify solve',
  'then now finally next compute calculate case check find yields following us we x y n together',
)

/** What begins to say by what a value was found: "by Heron's formula". */
export const METHOD_OPENERS = setOf('by using via applying per with from according')
/** What such a beginning names at its end. */
export const METHODS = setOf(
  'theorem theorems formula formulas law laws rule rules identity identities inequality lemma method',
  'principle definition symmetry inspection substitution induction criterion algorithm property',
  'properties test relation relations',
)
/** What may begin the sentence proper behind the name of a method: "by Vieta the sum is". */
export const SENTENCE_OPENERS = setOf('the its their this we it there #')

/** What was read and not what was asked: "this problem has 42 words". */
export const WRITTEN = setOf(
  'problem question exercise text textbook page chapter paragraph sentence worksheet puzzle riddle',
  'homework quiz exam',
)
/** When or where something is that was not asked for, unless the question names it. */
const ELSEWHERE = setOf('today yesterday tomorrow tonight outside outdoors nowadays')

/** Openings behind whose comma a value is the answer. */
export const INTRODUCTIONS = setOf(
  'so thus hence therefore then in total all finally altogether other words that is namely overall',
  'conclusion simply consequently accordingly clearly and yes well now i.e short sum to be exact ok',
  'okay as a result final answer #',
)

/** Behind a value that begins a clause these are no names of what is counted. */
export const NO_COUNTED = setOf(
  'comes came plus minus times divided over is are was were be has have had does do did can could',
  'would will should must may might seems looks appears fails ignores counts and or but which who',
  'that what if when because since for from by to with on at ends falls sounds feels results appeared',
  'we i you he she it they here there then now so again where how why than as',
  'less without about around after before again too yesterday today twice later early soon first only',
  'occurs arises stems overshoots undershoots misses forgets overlooks hardly barely rarely never',
)

/** What is said behind a value that stands only under a false condition. */
export const FALSE_REMARKS = setOf(
  'mistake accident misprint typo wrongly incorrectly carelessly mistakenly forgot forgets forgotten',
  'careless error trust distrust beginner naive supposedly allegedly misread',
)

/** Words of any sentence and of reckoning, which name nothing of their own. */
export const PLAIN: ReadonlySet<string> = new Set(
  [
    ...[LIGHT, STATES, QUANTITIES, NUMBER_KINDS, POSTMODIFIERS, PRONOUNS, POSSESSIVES, CONCLUSIONS],
    ...[FINDINGS, AUXILIARIES, LABELS, INTRODUCTIONS, NO_COUNTED, OWN],
    ...Object.values(PHRASAL),
  ].flatMap((set) => [...set].filter((word) => !ELSEWHERE.has(word))),
)
