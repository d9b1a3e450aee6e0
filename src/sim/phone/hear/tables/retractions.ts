const SPEAKER =
  '(?:i|we|you|she|he|they|(?:the|my|our) (?:customer|client|caller|account holder|policyholder))'
const THAT = '(?:it|this|that|any of (?:it|this|that))'
const SAID =
  '(?:(?:my|this|that|the|our|her|his|their)(?: (?:last|previous|first|earlier|whole|latest))?' +
  '(?: (?:customer|client))? (?:request|message|sentence|wish|call|words|instruction|statement|' +
  'enquiry|inquiry)s?|the (?:above|former)|(?:everything|all|what|anything) (?:i|we) ' +
  '(?:have )?(?:just )?(?:said|asked|wrote|told you|requested)(?: for| above| before| earlier)?)'
const TAKES =
  '(?:disregard|stop|ignore|forget|cancel|withdraw|withdraws|withdrew|withdrawn|drop|drops|delete|' +
  'strike|retract|retracts|revoke|revokes|scrap|discard|dismiss|reject|take back|cancelled|' +
  'canceled|withdrawing|cancelling|canceling|rescind|void)'
const GONE =
  '(?:withdrawn|cancelled|canceled|void|revoked|retracted|off|obsolete|over|an error|a mistake)'
const DONE =
  '(?:done|settled|solved|resolved|fixed|sorted(?: out)?|handled|taken care of|dealt with)'
const DOES =
  '(?:do|carry|carry out|touch|act|act on|process|proceed|proceed with|go ahead|go ahead with)'

const SOMEBODY_ELSE =
  '(?:(?:some|any)(?:one|body) else|(?:another|a different|some other|the other|a second) ' +
  '(?:customer|client|person|caller|company)|other (?:people|customers|clients))'

/** A part without any of these words is no retraction, which is seen quickly. */
export const SIGNS: ReadonlySet<string> = new Set(
  (
    'not no never nothing nobody wrong hold stop stand leave wait consider opposite test example ' +
    'exercise drill prank matter case above former had needed request requests message messages ' +
    'sentence sentences wish words instruction instructions statement enquiry inquiry said asked ' +
    'wrote told requested done settled solved resolved fixed sorted handled taken dealt else ' +
    'another different other kind sort such none who why only think call decided against theory ' +
    'principle theoretically hypothetically did have has dusted'
  ).split(' '),
)
/** A part without any of these words has no end by which nothing is asked for. */
export const END_SIGNS: ReadonlySet<string> = new Set(
  (
    'never dreams dead pigs hell cows life lifetime fish hole day day someday eventually years ' +
    'decade decades decade century centuries lifetimes year days himself herself themselves own ' +
    'neighbour neighbours neighbor neighbors friend friends colleague colleagues boss other another ' +
    'different else second unless provided condition only not later point stage date theory ' +
    'principle theoretically hypothetically'
  ).split(' '),
)

/** Words without weight before and behind what takes back. */
export const BEFORE_RETRACTIONS =
  '(?:sorry|oh|no|wait|actually|but|and|so|well|then|please|kindly|in fact|however|now|' +
  'my mistake|my apologies|apologies|on reflection|better) '
export const AFTER_RETRACTIONS =
  ' (?:please|now|for now|after all|any ?more|any longer|at all|already|by now|thanks|thank you|' +
  'anyway|then|again|here|yet|instead|today|yesterday|long ago|last (?:week|month|year|time)|with (?:it|this|that)|' +
  'on (?:it|this|that))'

/** Sentences, or parts of such, that take back what was asked for before them. */
export const RETRACTIONS: readonly string[] = [
  `${SPEAKER} (?:do|does|did|will|would) not (?:really |actually )?` +
    `(?:want|need|wish|wish for|mean|like|require|approve|ask for|agree to|authori[sz]e)(?: ${THAT})` +
    '(?: done| to be done| to happen)?',
  `${SPEAKER} no longer (?:wants?|needs?|wish(?:es)? for|requires?)(?: ${THAT})?`,
  `(?:${SPEAKER} )?(?:(?:hereby|must|have|has|am|(?:want|wants|wish|wishes|would like|need) to) )?` +
    `${TAKES} ${SAID}`,
  `${SAID} (?:is|was|has been)(?: now| hereby)? ${GONE}`,
  `${THAT} (?:is|was)(?: now| all)? off`,
  `(?:${SAID}|${THAT}) (?:is )?no longer (?:stands?|valid|holds?|needed|necessary|required|wanted)`,
  'the (?:matter|case) is (?:closed|settled|over)',
  `(?:${SPEAKER} (?:has |have )?decided against|(?:nobody|no one) (?:wants|needs)) ${THAT}`,
  `${THAT} is not what ${SPEAKER} (?:wants?|meant|asked for|needs?|said)`,
  `${THAT} (?:is|was) (?:only|just) an? (?:test|example|exercise|drill|prank)`,
  'do the opposite|the opposite is true',
  '(?:at least |only |purely )?(?:in (?:theory|principle)|theoretically|hypothetically)',
  `consider (?:${SAID}|${THAT}) ${GONE}`,
  'hold off|stop|stand down|do nothing|(?:take )?no action(?: is)?(?: needed| required| necessary)?',
  'leave (?:it|everything|things) (?:as (?:it is|they are|is)|alone)|wait with (?:it|this|that)',
  `(?:${SPEAKER} )?(?:must|should|shall|may|need|do|can|will|are) not (?:to )?${DOES}` +
    `(?: ${THAT}(?: out)?| so| anything| ${SAID})?`,
  `never (?:do|carry out|act on|process) (?:${THAT}|${SAID})`,
  '(?:i (?:have )?(?:dialled|dialed|called|rang|reached|have|got) |(?:this|it) (?:is|was) )?' +
    '(?:the |a )?wrong (?:number|department|company|person|line|desk|place|customer|extension)',
  `(?:it|that|this|all|everything)(?: is| was| has| got)?(?: been)?(?: all)?(?: already)?(?: been)? ${DONE}`,
  'there is nothing (?:left |more )?(?:to do|to be done|to change|for you to do)|nothing to do',
  'nothing (?:is to be|needs to be|should be|must be|has to be) (?:done|changed)',
  '(?:no such thing|nothing of the (?:kind|sort)|none of (?:it|this|that|these|those)|nothing)' +
    '(?: is| was)? (?:wanted|needed|necessary|required|asked for|wished for|intended|meant)',
  'who (?:told|asked|said|says|wants|wanted|needs|ordered)(?: you)?(?: for)? (?:that|this|it|so)',
  'says who|no changes?|i do not think so|i think not|hardly so',
  'why (?:would|should) (?:i|we|she|he|they|any(?:one|body))(?: (?:do|want|need|wish) (?:that|this|it))?',
  `${THAT}(?: one)? (?:is|was)(?: meant)? (?:for|about|from) ${SOMEBODY_ELSE}`,
  `${THAT} (?:is )?not (?:needed|necessary|required|wanted|wished for)`,
  `(?:which|as|and) ${SPEAKER} (?:did|has|have|already did|have done|has done)(?: it| so| that)?|done and dusted`,
]

/** Words behind which a time is the thing's and not the wish's: "for next year". */
const NOT_BEHIND = '(?<!\\b(?:for|to|until|till|from|by) )'
/** Ends of a part by which nothing is asked for here and now. */
export const VOID_ENDS: readonly string[] = [
  'never',
  'in (?:your|my|his|her|our|their) (?:wildest )?dreams',
  'over (?:my|our|her|his) dead body',
  '(?:when|if|once|until|till) (?:pigs|hell|cows) .*',
  '(?:not )?in (?:another|a different|this|my next|the next|some other|a future) life(?:time)?',
  `(?<!\\b(?:for|of|to) )(?:him|her|them)sel(?:f|ves)|on (?:his|her|my|our|their) own`,
  'for (?:his|her|my|our|their) (?:neighbou?rs?|friends?|colleagues?|boss)',
  'some other time|another time|another day altogether',
  '(?:some|one) day|someday|eventually|one of these (?:days|years)',
  '(?<!\\b(?:to|for|till|until) )(?:later on|at some (?:later )?(?:point|stage|date))',
  'in (?:theory|principle)|theoretically|hypothetically',
  'in (?:a|an|one|\\w+)(?: few| couple of| hundred| thousand| million)* (?:years|decades|centuries|lifetimes)',
  'in a (?:decade|century|lifetime)',
  `${NOT_BEHIND}(?:next (?:year|decade|century|life|lifetime)|the year after|(?:a|one|two|\\w+) years? from now)`,
  `${NOT_BEHIND}(?:unless|provided|on condition that|only (?:if|when|once|after)) .*`,
  'like an? (?:fish|hole) .*',
  `for ${SOMEBODY_ELSE}`,
  'not for (?:this|the|my|that) (?:customer|client|person|caller)',
  '(?:at|with|from) (?:another|a different|some other) ' +
    '(?:company|firm|bank|shop|store|business|provider|place|insurer|airline|doctor)',
]

/** Parts that tell of a need of former times. */
export const FORMER: readonly string[] = [
  `${SPEAKER} (?:needed|had) to .*(?:last year|years ago|months ago|in the past|back then)`,
  `${SPEAKER} needed .* (?:on|during|for|in) (?:my|our|her|his|their|the) ` +
    '(?:last|previous|former|earlier) .*',
]
