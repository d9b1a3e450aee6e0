const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Words without weight between what governs a value and the value. */
export const LIGHT = setOf(
  'the a an of about approximately roughly exactly precisely just only simply at least most around',
  'total sum average maximum minimum profit area volume length value answer result grand combined',
  'also still now then therefore thus hence indeed really actually clearly surely another',
  'altogether finally overall again number probability ( - negative minus us him her them me',
)

/** Verbs by which a value is so, whatever their subject. */
export const STATES = setOf(
  'is are be was were equals equal gives give gave yields yield makes make totals becomes become',
  'leaves leave costs cost takes take took weighs measures has have had needs need requires',
  'contains contain remains remain remaining contributes includes holds hold covers cover',
  "it's that's there's being been will implies means namely exactly so thus hence therefore then",
  'becoming giving leaving yielding making totaling totalling equaling equalling lasts receives',
  'receive results worth owe owes amounts pays pay paid earns earn earned spends spend spent saves',
  'save saved scores scored score sells sell sold buys buy bought eats ate eat drives drove travels',
  'traveled walks walked runs ran reads read plants planted uses used makes made works worked wins',
  'won loses lost gains gained raises raised collects collected own owns keeps kept gets choose',
  'drinks drank bakes baked fits fit seats charges charged covered owed i.e satisfies only approx',
)
/** What stands before a preposition behind which a value is. */
export const PHRASAL: Readonly<Record<string, ReadonlySet<string>>> = {
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
  by: setOf('increased increases decreased decreases rose fell grew given'),
  in: setOf('results result resulting'),
  as: setOf('out answer same comes come'),
  off: setOf('read'),
  up: setOf('sums'),
}

/** Verbs by which those who work out a value assert it. */
export const FINDINGS = setOf(
  'get got gets find found obtain obtained conclude deduce compute computed calculate calculated',
  'determine reach see know derive derived choose pick select count counted off finds obtains gets',
  'have had say answer take form make pick arrive expect want need',
)
/** Who works out a value: those who speak, or the work itself. */
export const OWN = setOf("i we one you us let's to he she they it this that which # and")
/** What may stand between them and what they do. */
export const AUXILIARIES = setOf(
  'can will would then now finally therefore also just do did must safely may thus should hence',
  'have has could easily clearly simply indeed eventually again actually',
)

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
/** Who says something that is so. */
export const TRUSTED = setOf(
  'i we problem question theorem it this that which statement formula rule equation condition text',
  'to us symmetry # exercise',
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
/** Verbs of which a value is the subject that is the answer. */
export const ANSWERING = setOf('satisfies works fits solves remain remains left suffices suffice')
/** Behind a verb, not behind what is counted. */
export const OBJECTS = setOf(
  'the a an some all any what my his her its every each this these those our your it them us both',
)

/** What is said behind a value that stands only under a false condition. */
export const FALSE_REMARKS = setOf(
  'mistake accident misprint typo wrongly incorrectly carelessly mistakenly forgot forgets forgotten',
  'careless error trust distrust beginner naive supposedly allegedly misread',
)

/** Verbs by which somebody says something. */
export const REPORTS = setOf(
  'says said claims claimed thinks thought believes believed argues suggested suggests insists tells',
  'told reports reported mentions mentioned showed shows',
)

/** What has a number by which it is asked for: "on day 10". */
export const NUMBERED = setOf('day year month week hour minute page floor level age round')
/** "My first try" was not the last one. */
export const EARLIER = setOf('earlier first previous initial old former')
