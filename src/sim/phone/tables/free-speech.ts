import type { Field } from './fields.ts'

/**
 * Ways in which people name a field, wider than the phrases of our own staff. Where two overlap,
 * the longer one counts.
 */
export const FIELD_PATTERNS: Readonly<Record<Field, RegExp>> = {
  full_name:
    /\b(?:(?:full|complete|legal|whole|first and last)[ -])+names?(?: on the account)?|\bnames? on the account/gi,
  account_number:
    /\b(?:customer )?account (?:number|no\.)|\bnumber (?:of|for|on) (?:\w+ ){0,2}account\b/gi,
  last_4_ssn:
    /\b(?:last|final) (?:four|4)(?: digits| numbers)? (?:of|from|on) (?:\w+ ){0,2}(?:SSN|social)\b(?: security)?(?: number)?|\bSSN\b|\bsocial security(?: number)?/gi,
  date_of_birth:
    /\b(?:date|day, month,? and year) of (?:\w+ )?birth\b|\bbirth ?dates?\b|\bbirthday\b|\bDOB\b/gi,
  billing_zip:
    /\b(?:billing )?ZIP(?: code)?(?: for (?:\w+ )?billing)?\b|\b(?:billing )?(?:postal code|postcode)s?(?: on (?:\w+ )?bill)?\b/gi,
  phone_number:
    /\b(?:contact |tele)?(?:phone|contact) number(?: on file|(?: that)? we have on (?:record|file))?/gi,
  email: /\b(?:registered )?e-?mail(?: address)?(?: on (?:\w+ )?profile)?\b/gi,
  last_4_cc:
    /\b(?:last|final) (?:four|4)(?: digits| numbers)? (?:of|from|on) (?:\w+ ){0,2}(?:(?:payment|credit|debit|bank) )?card\b(?: on file)?|\b(?:payment|credit|debit) card\b/gi,
  security_pin:
    /\b(?:security |secret |account )?PIN\b(?: code| number)?(?: for (?:\w+ )?account)?/gi,
  policy_number:
    /\b(?:insurance )?policy (?:number|no\.)|\bnumber (?:of|on) (?:\w+ ){0,2}policy\b/gi,
  order_number:
    /\b(?:purchase )?order (?:number|no\.)|\bnumber (?:of|on|for) (?:\w+ ){0,2}order\b/gi,
  member_id:
    /\bmember(?:ship)? (?:ID|number|no\.)|\b(?:ID|number) on (?:\w+ ){0,2}member(?:ship)? card\b/gi,
  service_address:
    /\b(?:service|street) address\b(?: of (?:\w+ )?service)?|\baddress (?:where|of|for) (?:\w+ )?service\b(?: is used)?/gi,
  booking_reference: /\b(?:booking|reservation) (?:reference|code|number)(?: number)?\b/gi,
}

/** What tells, in free words, what a call came to. Rules of their use: `free-speech.ts`. */
export const CUES = {
  hold: /\bhold\b/i,
  /** That there is no hold, or none any more. */
  holdLifted:
    /\bno (?:more |longer )?(?:a )?(?:security )?hold|(?:n't|\bnot|no longer) (?:\w+ )?(?:a|any|under|on) (?:a )?(?:security )?hold\b|hold (?:\w+ ){0,4}(?:is|was|been) (?:lifted|removed|off|gone|released|cleared)/i,
  /** A detail that was given and is wrong, as against one that was not given. */
  mismatch:
    /match|\bagree|differ|incorrect|\bwrong\b|discrepan|line up|not (?:quite )?(?:right|correct|what)|n't (?:quite )?(?:right|correct|what)|inconsistent|(?:n't|not) fit\b/i,
  missing:
    /\bneed|requir|missing|without|lack|n't (?:have|give|get|include|provide|see)|not (?:have|given|give|been given|provided|included|supplied)|\bprovide|\bgive|\bask|supply|\bstill\b|\balso\b|left out|should have|\bmust\b/i,
  needless:
    /(?:n't|not|no longer|never|hardly) (?:\w+ )?(?:need|require|want|ask|missing)|no need|not (?:be )?(?:needed|required|necessary|missing)|unnecessary|optional|nothing (?:is|was) missing/i,
  /** Between two fields: the second will do in place of the first. */
  alternative: /\b(?:or|if|instead|otherwise|alternatively|failing)\b/i,
  /** Between two fields: the second is wanted besides. */
  besides: /\b(?:and|along with|as well as|together with|plus|also)\b|;/i,
  /** Between two fields: the first will do in place of the second. */
  inPlaceOf: /\b(?:instead of|in place of|in lieu of|rather than|substitute for)\b/i,
  /** After a department: it is not the one that is meant. */
  denied:
    /^(?:'s)? (?:(?:is|are|do|does|can|could|will|has|have|need|needs)(?:n't| not)|cannot|never)\b/i,
  earlier: /\b(?:already|before|earlier|previous|previously|past|remains|still|last)\b/i,
  done: /\bdone\b|complet|finish|taken care|attended|went through|gone through|process|sorted|handled|resolved|all set|good to go|confirm|success|settled/i,
  undone: /\b(?:not|cannot|unable|unfortunately|never|fail(?:ed|s)?)\b|n't\b/i,
  number: /\bnumber\b|\breference\b/i,
  first:
    /\b(?:first|before|beforehand|until|till|prior|ahead|cleared|clearance|precede|precedes|once|(?<!look |looks )after|earlier)\b/i,
  noCustomer:
    /(?:\bno\b|\bnot\b|n't\b|\bcannot\b|\bunable\b)[^.?!]*\b(?:customer|client|file|record|account)\b|\b(?:customer|client|file|record|account)\b[^.?!]*(?:\bno\b|\bnot\b|n't\b)|wrong company/i,
  notOffered:
    /nobody|no one|\bnone\b|no (?:department|team|desk)|not something|n't something|n't (?:offer|handle|do|provide|deal)|not (?:offer|handle|deal|provide|do)/i,
  nothing: /\bnothing\b|\bno (?:action|work|task)\b|n't anything|not anything/i,
  otherMatter: /\b(?:different|another|other) (?:matter|request|issue|business|thing)\b/i,
  oneNumber: /\b(?:one|single) (?:\w+ )?number\b/i,
  oneThing: /\bone (?:\w+ )?(?:at a time|by one)\b|\bwhich (?:one )?(?:is |comes |goes )?first\b/i,
  brief: /\bbrief|\bshort(?:er|ly)?\b|too long/i,
  specify: /\?|\bspecif|be clear|in more detail|more details|clarify/i,
  unclear:
    /unclear|(?:n't|not) (?:\w+ ){0,2}(?:tell|understand|understood|follow|clear|sure|certain|get|work out|make out|figure)/i,
} as const satisfies Readonly<Record<string, RegExp>>
