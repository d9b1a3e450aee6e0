const CUSTOMER =
  '(?:(?:the|this|that|a|my|our) )?' +
  '(?:customer|client|caller|policyholder|cardholder|member|subscriber)'
const TELLS =
  '(?:(?:has |have )?(?:just |also )?(?:said|says|say|told|tells|informed|informs|explained|' +
  'explains|stated|states|mentioned|mentions|indicated|wrote|writes|confirmed|confirms))' +
  '(?: to)?(?: me| us)?'
/** What somebody wishes now: neither once, nor perhaps, nor not. */
const WISHES_NOW =
  '(?:wants?|needs?|wish(?:es)?|must|would like|would love|has to|have to|' +
  '(?:is|are) (?:hoping|trying|looking|calling|keen|eager|asking|planning))'
const WILL = '(?:request|wish|instruction|order)'
const HANDLES =
  '(?:proceed with|process|handle|action|fulfil|fulfill|carry out|take care of|deal with|' +
  'attend to|see to|execute|complete|grant|go ahead with)'

/** A text without any of these words reports nothing, which is seen quickly. */
export const SIGNS: ReadonlySet<string> = new Set(
  (
    'said say says told tells informed informs explained explains stated states mentioned mentions ' +
    'indicated wrote writes confirmed confirms asked asks asking requested requests requesting ' +
    'request wish instruction order message words note holder owner ours mine reason purpose whether'
  ).split(' '),
)

/**
 * Ways to report the wish of the very customer that the call is for, at the begin of a part of a
 * sentence, and the plain words that are heard instead. They are read in this order.
 */
export const REPORTS: readonly (readonly [pattern: string, plain: string])[] = [
  [
    `(?:the|this|an|my|our) account (?:holder|owner)(?=['’]s ${WILL}| ${WISHES_NOW}| ${TELLS}|` +
      ' (?:has |is )?(?:ask|request))',
    'the customer',
  ],
  ['(?:a|the|this|one) (?:customer|client|caller) of (?:ours|mine) ', 'the customer '],
  [
    'the (?:reason|purpose) (?:(?:for|of) (?:my|this|our|the) (?:call|request|message|contact)|' +
      "(?:i am|i['’]m|we are|we['’]re|for) (?:calling|phoning|ringing|writing)) is that ",
    '',
  ],
  [
    `(?:(?:please|kindly|(?:could|can|would|will) you(?: please)?|i (?:need|want) you to) )?` +
      `${HANDLES} (?:the|this|my|our|her|his|their|a) (?:(?:customer|client|caller)(?:['’]s)? )?` +
      `${WILL}(?: of (?:the|my|our) (?:customer|client|caller))? to `,
    'please ',
  ],
  [
    'i (?:(?:was|am) )?wonder(?:ing)? whether you (?=can|could|would|might|are able)',
    'i wonder if you ',
  ],
  [
    `${CUSTOMER} ${TELLS},?(?: that)? (?=(?:she|he|they|the customer|the client) ${WISHES_NOW} )`,
    '',
  ],
  [`(she|he|they) ${TELLS},?(?: that)? (?=\\2 ${WISHES_NOW} )`, ''],
  [
    `${CUSTOMER} (?:(?:has|have|is)(?: just)? )?(?:request|ask)(?:ed|s|ing)(?: me| us)?` +
      '(?: for help)? to ',
    'the customer wants to ',
  ],
  [
    `(?:${CUSTOMER} ${TELLS}|${CUSTOMER}(?:['’]s)? (?:message|words|note|${WILL})|` +
      `(?:message|note|words|${WILL}) (?:from|of) ${CUSTOMER})(?: reads| is)?[:,] ` +
      `(?=["“]?(?:i|we|please) )`,
    '',
  ],
]
