import { byName } from '../../../by-name.ts'

/** As `WISH_WORDS`, for the wishes that only worlds with all of them have. */
export const MORE_WISH_WORDS: Readonly<Record<string, readonly string[]>> = byName({
  remove_user: [
    'remove|take~off|take~from|delete|drop|strike|get~off|get~removed|have~removed|have~deleted|unregister|exclude : authorized user|authorised user|user|second user|other user|joint owner|joint holder ! add|seat|seats|license',
    'remove|take~off|take~from|delete|drop|strike|get~off|get~removed|have~removed|have~deleted : brother|sister|husband|wife|partner|former partner|daughter|son|mother|father|assistant|accountant|colleague|employee|brother off account ! add|seat|seats|license',
    'revoke|withdraw|end|take~away|cancel|remove|stop|block|terminate|have~revoked : access|access to account|access of assistant|authorization|authorisation|permission|power over account ! app|login|password',
  ],
  fee_refund: [
    'refund|reimburse|repay|pay~back|give~back|given~back|get~back|have~back|send~back|return|credit|credit~back|get~refunded|have~refunded|have~returned|get~reimbursed|have~credited : fee|service fee|card fee|booking fee|cash fee|currency fee|foreign fee|transfer fee|bank fee|fee for purchases ! late',
    '@wish|ask for|request|process|make|issue|arrange : refund of fee|refund of service fee|refund of card fee|refund of booking fee|refund of cash fee|refund of currency fee|fee refund|fee refunded|fee back|reimbursement of fee|money back for fee|money back for service fee|money back for card fee ! late',
  ],
  card_abroad: [
    'let|allow|enable|work|unlock|open|make~work|make~ready|get~ready|prepare|activate|switch~on|turn~on|have~enabled|get~enabled|have~opened|permit|clear : abroad|card abroad|card work abroad|use abroad|overseas|foreign countries|foreign country|other countries|another country|foreign use|foreign payments|payments abroad|travel abroad',
    'use : card abroad|card overseas',
    '@wish : card for abroad|card for use abroad|use abroad|card that works abroad|payments abroad',
  ],
  change_payee_bank: [
    '@change|@correct|@add|give|set|have~put : bank details|bank details for claim|bank details on claim|account details|bank account|bank account for claim|bank account on claim|account on claim|account for claim|payout account|account that claim|where claim|account which claim|new bank details|new bank account',
    'pay|pay~out|send|transfer|direct|have~paid|have~sent|get~paid : claim bank|payout of claim|another bank|different bank|new bank|other bank|another account|different account|new account|other account ! card|open',
  ],
  change_plan: [
    'change|switch|downgrade|have~changed|get~changed : plan|kind of plan ! payment|instalments|seats',
    'change|switch|move|go over|go~to|change~over|downgrade|put~on|be put|get~on|take~to|transfer|have~changed|@wish : another plan|different plan|other plan|new plan|smaller plan|bigger plan|cheaper plan|comfort plan|economy plan|student plan|green plan|standard plan ! payment|instalments|seats',
  ],
  cancel_order: [
    'cancel|call~off|withdraw|revoke|annul|have~cancelled|get~cancelled : order|open order|whole order|item of order|item in order|one item|order placed ! confirmation|return',
    'remove|drop|take~out|take~off|strike|delete|have~removed : item|item of order|item from order|one item|part of order|order|open order ! confirmation|return',
  ],
  exchange_item: [
    'exchange|swap|change|trade|have~exchanged|get~exchanged|have~swapped : shoes|jacket|dress|coat|shirt|sweater|item|article ! order|points|reward|meter|return',
    'exchange|swap|trade|have~exchanged|get~exchanged|@wish : larger size|smaller size|another size|larger one|smaller one|larger pair|smaller pair|one in medium|one in small|one in large ! order|points|reward|meter|return',
    '@wish|arrange|make|process : exchange of jacket|exchange of shoes|exchange of dress|larger jacket ! order|points|reward|meter',
  ],
  correct_reading: [
    '@correct|replace|have~corrected|get~corrected|have~put right : reading|meter reading|reading typed|wrong reading|wrong meter reading|mistake in reading|mistake in meter reading|error in reading|reading gave|last reading|wrong digit|number of meter|meter number ! final|closing',
  ],
  pause_service: [
    'pause|suspend|interrupt|freeze|put~on hold|hold|have~paused|get~paused|have~suspended|get~suspended|have~frozen : service|connection|line|contract|internet|supply|my service',
    '@wish : break from service|pause of service|suspension of service|service paused|service suspended',
  ],
  final_reading: [
    'hand~in|submit|give|report|record|enter|@send|take~down|leave|note|pass~on|read~out|call~in|phone~in|turn~in|put~in|have~noted|have~recorded|tell|accept|register|state|deliver|@wish : final reading|final meter reading|closing reading|closing meter reading|final count|final meter count|reading before move',
  ],
  cancel_appointment: [
    'cancel|call~off|drop|delete|remove|strike|have~cancelled|get~cancelled|withdraw|take~out : appointment|appointment with|appointment for son|visit|visit to doctor|check up|checkup|consultation',
  ],
  transfer_prescription: [
    '@move|@send|have~moved|have~transferred|get~transferred|have~sent|get~sent|bring|take~to : prescription|prescription to branch|prescription to pharmacy|prescription at branch|prescription to another',
    '@wish|pick~up|collect|fetch : prescription at branch|prescription at another|prescription at downtown|prescription at airport|prescription at riverside|prescription at university|prescription moved|prescription transferred|transfer of prescription',
  ],
  cancel_booking: [
    'cancel|call~off|withdraw|revoke|annul|drop|have~cancelled|get~cancelled : booking|my booking|flight|my flight|flight booking|hotel|hotel booking|hotel reservation|reservation|rental car|rental car booking|cruise|trip|room ! claim|compensation|money|reimburse|refund|cost',
  ],
  name_on_booking: [
    '@change|@correct|enter|put|have~changed|have~corrected|have~put|get~changed|get~corrected|spell : name on booking|name on flight|name on ticket|name on reservation|name in booking|name in reservation|name of passenger|passenger name|name of traveller|last name on booking|surname on booking|surname on ticket|new surname on ticket|another surname on ticket|another name on booking|spelling of name on booking',
    '@wish : surname on booking|surname on ticket|new surname on booking|new surname on ticket|another name on booking|another name on ticket|name entered on booking',
  ],
  move_points: [
    '@move|@send|share|gift|have~moved|have~transferred|sign~over : points|points to husband|points to wife|points to son|points to daughter|points with husband|points with wife',
    'give|hand~over|put~on|pass~on|put~to : points to husband|points to wife|points to son|points to daughter|points to mother|points to father|points to sister|points to brother|points over to husband|points over to wife|points over to brother|points to account of son|points on to sister|points on to brother|points on account of daughter',
    '@wish|arrange : transfer of points|points transferred|points moved',
  ],
  remove_seats: [
    'remove|reduce|lower|decrease|cut|cut~down|drop|take~off|give~up|give~back|return|cancel|free|free~up|release|vacate|unassign|clear|reclaim|delete|have~removed|have~taken off : seats|seat|number of seats|seat count|seats from plan|seats in plan|seat of someone|user seats|plan by seats|plan by five seats|plan by ten seats|plan to seats ! add|flight|together',
    '@wish|go~to|go down : fewer seats|less seats|reduction of seats|smaller number of seats',
  ],
})

/** What goes from a wish of the first ones to another where that exists too. */
interface PassedOn {
  /** Acts or groups of them that no longer mean it. */
  readonly acts?: string
  /** Things that are none of it any more. */
  readonly things?: string
  /** Words that now rule it out. */
  readonly bars?: string
}

export const PASSED_ON: Readonly<Record<string, PassedOn>> = byName({
  add_authorized_user: { acts: 'take~off|remove|drop', bars: 'remove|drop|delete|revoke' },
  activate_card: { bars: 'abroad|overseas|foreign|country|countries' },
  start_service: { bars: 'pause|hold|suspend|freeze' },
  unlock_after_alert: {
    bars: 'user|brother|sister|husband|wife|partner|daughter|son|mother|father|assistant|accountant|colleague',
  },
  card_limit: { things: 'abroad|card work abroad|overseas|card abroad|foreign countries' },
  claim_status: {
    things: 'bank details|account details|bank account on claim|account on claim|bank details on',
  },
  change_order: {
    acts: 'cancel|remove|drop|take|take~out',
    bars: 'jacket|dress|coat|shirt|sweater|shoes',
  },
  refund: { acts: 'exchange|swap' },
  submit_reading: {
    acts: '@correct|leave',
    things: 'reading typed|wrong reading',
    bars: 'final|closing|amend|correct|mistake|digit',
  },
  move_appointment: { acts: 'cancel|call~off' },
  renew_prescription: { acts: '@move|send|sent|forward|transfer', bars: 'branch' },
  change_booking: { acts: 'cancel|call~off', bars: 'name|surname|spelling' },
  change_name: { bars: 'booking|ticket|passenger|reservation|flight|traveller' },
  missing_points: { acts: '@move|send|share', things: 'points to husband', bars: 'transfer' },
  move_license: { acts: 'free|free~up|release|vacate|unassign|remove|clear|reclaim' },
  add_seats: { acts: 'lower|reduce|decrease|cut', bars: 'fewer|smaller|reduction' },
  order_confirmation: { bars: 'cancel|cancellation|withdraw' },
})
