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
/** Behind a pronoun: "she wants", "he'd like". */
const WISH_OF_OWN = `(?: ${WISHES_NOW}|['’]d (?:like|love|prefer))`
const WILL = '(?:request|wish|instruction|order)'
const HANDLES =
  '(?:proceed with|process|handle|action|fulfil|fulfill|carry out|take care of|deal with|' +
  'attend to|see to|execute|complete|grant|go ahead with)'

const TELLING =
  'said says say told tells informed informs explained explains stated states mentioned mentions ' +
  'indicated wrote writes confirmed confirms'
const WILLED = 'request wish instruction order'

/** A way to report a wish. */
interface Report {
  /** A text without any of these words has no such report, which is seen quickly. */
  readonly signs: string
  readonly pattern: string
  /** The words that are heard instead. */
  readonly plain: string
}

/**
 * Ways to report the wish of the very customer that the call is for, at the begin of a part of a
 * sentence, and the plain words that are heard instead. They are read in this order.
 */
export const REPORTS: readonly Report[] = [
  {
    signs: 'holder owner',
    pattern:
      `(?:the|this|an|my|our) account (?:holder|owner)(?=['’]s ${WILL}| ${WISHES_NOW}| ${TELLS}|` +
      ' (?:has |is )?(?:ask|request))',
    plain: 'the customer',
  },
  {
    signs: 'ours mine',
    pattern: '(?:a|the|this|one) (?:customer|client|caller) of (?:ours|mine) ',
    plain: 'the customer ',
  },
  {
    signs: 'reason purpose',
    pattern:
      'the (?:reason|purpose) (?:(?:for|of) (?:my|this|our|the) (?:call|request|message|contact)|' +
      "(?:i am|i['’]m|we are|we['’]re|for) (?:calling|phoning|ringing|writing)) is that ",
    plain: '',
  },
  {
    signs: WILLED,
    pattern:
      `(?:(?:please|kindly|(?:could|can|would|will) you(?: please)?|i (?:need|want) you to) )?` +
      `${HANDLES} (?:the|this|my|our|her|his|their|a) (?:(?:customer|client|caller)(?:['’]s)? )?` +
      `${WILL}(?: of (?:the|my|our) (?:customer|client|caller))? to `,
    plain: 'please ',
  },
  {
    signs: 'kind favor favour',
    pattern:
      '(?:please )?(?:(?:would|could|can|will) you )?(?:(?:please )?be so (?:kind|good)(?: as)? ' +
      '(?:to|and) |(?:please )?do (?:me|us|my \\w+|the \\w+|him|her) a (?:favor|favour) and )',
    plain: 'please ',
  },
  {
    signs: 'whether',
    pattern: 'i (?:(?:was|am) )?wonder(?:ing)? whether you (?=can|could|would|might|are able)',
    plain: 'i wonder if you ',
  },
  {
    signs: TELLING,
    pattern: `${CUSTOMER} ${TELLS},?(?: that)? (?=(?:she|he|they|the customer|the client)${WISH_OF_OWN} )`,
    plain: '',
  },
  {
    signs: TELLING,
    pattern: `(she|he|they) ${TELLS},?(?: that)? (?=\\2${WISH_OF_OWN} )`,
    plain: '',
  },
  {
    signs: 'requested requests requesting asked asks asking',
    pattern:
      `${CUSTOMER} (?:(?:has|have|is)(?: just)? )?(?:request|ask)(?:ed|s|ing)(?: me| us)?` +
      '(?: for help)? to ',
    plain: 'the customer wants to ',
  },
  {
    signs: `${TELLING} ${WILLED} message words note`,
    pattern:
      `(?:${CUSTOMER} ${TELLS}|${CUSTOMER}(?:['’]s)? (?:message|words|note|${WILL})|` +
      `(?:message|note|words|${WILL}) (?:from|of) ${CUSTOMER})(?: reads| is)?[:,] ` +
      `(?=["“]?(?:i|we|please) )`,
    plain: '',
  },
]
