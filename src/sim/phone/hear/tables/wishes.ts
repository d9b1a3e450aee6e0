/**
 * By which words a department recognises a wish, by business: forms of an act and the thing it is
 * done to, "acts : things". Acts are verbs in their base form or groups of `acts.ts`; "@wish" are
 * the verbs that wish for the thing itself. After "!" stand words that rule the wish out.
 */
export const WISH_WORDS: Readonly<Record<string, readonly string[]>> = {
  update_contact_details: [
    '@change|@add|move|have~put : contact details|contact information|contact data|mailing address|' +
      'postal address|home address|new address|address on file|phone number|telephone number|' +
      'email address|address|details on file|profile|email ! service|delivery|meter|parcel',
  ],
  change_name: [
    '@change|@add|have~changed|fix : name|surname|last name|family name|maiden name|spelling of name|' +
      'spelling',
  ],
  language_preference: [
    '@change|@setup|switch|get|receive|send|sent|write|have : spanish|language|letters in spanish|' +
      'language of letters|letter in',
    '@stop|no more|opt out|keep|remove : newsletter|letters|important letters|marketing mail',
    '@wish|switch|@send : letters in spanish|spanish|correspondence|letters in',
  ],
  correct_bill: [
    '@correct|@remove|@fix|dispute|refund|have~corrected : bill|mistake on bill|overcharge|' +
      'overcharged|charged too much|billing error|mistake|bill doubled|wrong bill ! late|invoice',
  ],
  invoice_copy: [
    '@send|@wish|resend|make~out|reissue : invoice|copy of invoice|' +
      'itemised invoice|itemized invoice|copies of invoices|last three invoices',
  ],
  late_fee_waiver: [
    '@remove|@correct|refund|excuse|let~off : late fee|late charge|' +
      'late payment fee|fee for paying late|late payment charge',
  ],
  payment_plan: [
    '@setup|pay|pay~off|spread|split|divide|agree : instalments|installments|payment plan|' +
      'over months|over several months|balance over|over a few months|in parts|plan',
    'spread|split|pay~off|pay~over|divide|pay~in : balance|monthly payments|smaller payments|what owe|debt|' +
      'what i owe|what he owes|what she owes|what they owe',
    '@wish|put~on : instalments|installments|payment plan',
  ],
  automatic_payment: [
    '@setup|@stop|@move|@reschedule : autopay|automatic payment|direct debit|automatic debit|' +
      'standing order',
    '@wish : autopay|automatic payment',
  ],
  missing_payment: [
    '@find|@learn|@report : missing payment|payment that never|payment never|lost payment|payment|' +
      'payment missing|payment went missing ! plan|automatic|autopay',
    '@wish : payment made twice|payment twice|double payment|payment back',
    '@return|@pay|refund : payment twice|paid twice|double payment|payment i made|payment made|' +
      'one payment|payment',
  ],
  connection_drops: [
    '@fix|@report|send|sent : connection|router|internet|broadband|wifi|network|so slow|line drops|' +
      'internet slow|slow ! move|moves|new',
    '@learn : so slow|slow|router|connection drops|keeps dropping|connection keeps',
    '@wish : technician|engineer',
  ],
  login_broken: [
    '@fix|reset|unlock|recover|change : login|log in|password|sign in|locked out|access to app',
    'get~back|let~back|get~in|let~in|unlock|regain : app|login|locked out|locked me out|' +
      'password|account in app',
    '@wish : new password|password reset',
  ],
  error_message: [
    '@fix|@report|@remove|@stop|@learn : error message|error|crash|bug|app freezes|freezes|app|' +
      'app crashes|freezing ! login|password|locked',
  ],
  add_authorized_user: [
    '@join|@add|make : authorized user|authorised user|user',
    'let|allow|permit|authorise|authorize|enable|set~up|give : act on account|act on|brother act|' +
      'joint owner|access to account|use account',
  ],
  close_account: [
    'close|shut~down|shut|terminate|delete|cancel|deactivate : account|second account ! user',
  ],
  account_upgrade: [
    'turn~into|make~into|convert|switch|upgrade|change|move|open : joint account|joint one|' +
      'business tariff|type of account|account type|better account|better type|business account|' +
      'account into|tariff|account to business',
    '@wish : joint account|business account|better account',
  ],
  verify_identity: [
    'verify|confirm|complete|check|prove|have~verified|finish|carry~out : identity|' +
      'identity check|who i am|who he is|who she is|who they are|identity verification|' +
      'who customer is ! passport|licence|license|document',
    '@wish : identity check|identity verified|identity verification',
  ],
  renew_identity_document: [
    '@change|@add|@send|register|file|submit|accept|update : passport|id document|id card|old id|' +
      'driving licence|driving license|proof of who|identity document|identification document',
  ],
  report_fraud: [
    '@report|@stop|act on|do~about|look into|investigate : fraud|data misused|data was misused|' +
      'suspicious activity|misuse|data has been misused|misused|fraudulent activity|suspicious',
  ],
  unlock_after_alert: [
    '@remove|unlock|unblock|release|open|undo|clear|end : security lock|security alert|block|' +
      'security block|security hold|account unblocked|security warning|account blocked|lock|blocked',
    'get~unblocked|have~unblocked|unblocked|unlocked : account|security alert',
  ],
  dispute_charge: [
    'dispute|challenge|reverse|contest|question|chargeback|reject|charge~back|object : charge|' +
      'transaction|purchase|charge never made|charge i never made|payment to shop|card charge',
  ],
  dispute_status: [
    '@add|@send|submit|hand~in|attach : papers|documents|evidence|open dispute|papers to dispute ' +
      '! charge',
    '@learn : dispute|my dispute|open dispute|status of dispute ! charge',
    'withdraw|take~back|drop|cancel|close|end|give~up : dispute|my dispute|open dispute',
  ],
  lost_card: [
    '@replace|@report|stop|cancel : debit card|lost card|stolen card|broken card|credit card|' +
      'bank card|card|card stolen|card lost|replacement card|new card|replacement ! limit',
    '@wish|order : new card|replacement card|replacement|another card|another one|card because',
  ],
  card_limit: [
    '@raise : limit|limit of card|spending limit|card limit|credit limit',
    'let|allow|enable|work|use|unlock|open|make~work|prepare : abroad|card work abroad|overseas|' +
      'card abroad|foreign countries',
    '@wish : higher limit|lower limit|higher spending limit|lower spending limit',
  ],
  activate_card: [
    'activate|switch~on|turn~on|get~going|start~using|enable|unlock : card|new card ! abroad',
    'choose|set|pick|change|reset|select : code for card|new code|pin|pin code|code|card code|' +
      'another pin',
    '@wish : new code|new pin',
  ],
  loan_application: [
    '@apply|ask|arrange|grant|lend|give|offer : loan|car loan|personal loan|money for|' +
      'money|credit ! pause|mortgage',
    '@wish : car loan|personal loan|loan|small loan',
  ],
  mortgage_terms: [
    'refinance|@change|renegotiate|remortgage|restructure|@send : mortgage|home loan|payoff figure',
    'pause|suspend|defer|interrupt|stop|freeze : loan|mortgage|loan payments|repayments',
    '@wish : payoff figure|payoff amount|payoff statement',
  ],
  open_claim: [
    '@open|notify : claim|water damage|accident|claim for|new claim|stolen bicycle|damage ' +
      '! photos|photo|bank|paid|cancelled',
    '@wish : compensation for damage',
  ],
  health_claim: [
    '@open|@pay : claim|hospital stay|claim for hospital ! photos|photo|bank|rejected|' +
      'partly|part',
    '@review|appeal|reopen|contest : rejected claim|claim was rejected|claim for surgery|surgery|' +
      'claim rejected|claim again|rejected',
    '@learn : partly covered|only partly|covered in part|claim was only|in part|not covered|' +
      'partly paid',
  ],
  travel_claim: [
    '@open|claim|ask for|@pay : claim|compensation|cancelled trip|canceled trip|hotel night|' +
      'compensation for trip|broken on trip|things broken ! photos|photo|bank',
    '@wish : compensation|money back for trip',
    'compensate : trip|hotel night',
  ],
  claim_status: [
    '@send|@add|submit|upload|hand~in : photo|photos|photographs|pictures|more photos',
    '@learn : claim paid|claim is paid|claim be paid|paid out|open claim|status of claim|' +
      'progress of claim|when claim|claim settled',
    '@change|@correct|@add : bank details|account details|bank account on claim|account on claim|bank details on',
  ],
  change_coverage: [
    '@add|insure|@raise|@change|extend|@remove : policy|coverage|home policy|what policy covers|' +
      'cover|daughter to policy ! papers|exclusion|proof|certificate|premium',
    '@wish : more coverage|higher coverage',
  ],
  certificate: [
    '@send|@wish|print|reissue|have~sent : certificate of insurance|certificate|' +
      'proof of insurance|policy papers|copy of policy|policy documents|insurance certificate|' +
      'copy of papers',
  ],
  premium_review: [
    '@review|@fix|@learn|@change|justify : premium|my premium|premium went up|risk assessment',
    '@wish|ask for : lower premium|cheaper premium|premium review',
  ],
  exclusion_review: [
    '@remove|@review|lift|take~out : exclusion|exclusion from cover',
    '@review|assess|reassess|repeat : health questions|health assessment|health questionnaire',
    'insure|cover|accept|ask~insure : house|thatched roof|home with',
  ],
  cancel_contract: [
    '@cancel|get~out : contract|subscription|everything|membership|my contract|agreement|service ' +
      '! cheaper|order|appointment|cancellation|old',
  ],
  renegotiate: [
    'renegotiate|negotiate|talk|discuss|@wish|offer|give|find|lower|agree|ask for|improve|reduce : ' +
      'better price|cheaper terms|lower price|price|terms|better terms|cheaper contract|' +
      'better deal|discount|cheaper price',
    'take~back|withdraw|revoke|undo|reverse|cancel|retract|stop : cancellation|cancellation i sent|' +
      'notice of cancellation',
  ],
  change_order: [
    '@change|@add|remove|take~out|drop : order|open order|size in order|my order|size|order placed|' +
      'colour in order|to order ! confirmation|return',
    '@wish : different size|another size|other size|different colour|different color',
    'cancel|remove|drop|take~out : item|item of order|one item|order|my order|part of order',
  ],
  order_confirmation: [
    '@send|@wish|confirm|have~confirmed : confirmation|confirmation for order|order confirmation|' +
      'order confirmed|order',
    '@learn : order|order went|my order|order went through|order gone through ! refund|parcel|lost',
    'place|repeat|reorder|enter|redo|submit|resubmit : order|lost order|order again|again ' +
      '! confirmation',
  ],
  return_item: [
    '@return : shoes|lamp|item|goods|product|purchase|something|article|jacket|order|' +
      'shirt|dress|wrong colour|wrong color',
    '@send|@wish|print|email : return label|returns label|label',
    'start|arrange|make|register|accept : return|return of',
  ],
  refund: [
    '@pay|@learn|@wish|process|where|chase|@find|issue|request : refund|my refund|money back',
    'exchange|swap : jacket|larger|larger one|larger size|shoes|bigger|smaller|size|item',
    'refund|reimburse : item|goods|something|purchase|jacket|shoes|what sent back',
  ],
  missing_parcel: [
    '@find|@learn|@report|follow : parcel|package|missing parcel|shipment|parcel left|parcel missing',
  ],
  redirect_delivery: [
    'redirect|reroute|send|sent|@change|@reschedule|deliver|bring|leave|have~sent|choose|pick|' +
      'select|agree|arrange|forward : delivery|shipment|delivery date|delivery day|day for delivery|' +
      'delivery to office ! medicine',
    'carry|carried|bring|brought|lift|take|have~carried : third floor|sofa|floor|upstairs',
    'deliver : office|parcel|package|neighbour|neighbor|another address|sofa',
  ],
  repair_product: [
    'repair|fix|mend|have~repaired|replace|service : device|broken device|washing machine|machine|' +
      'under warranty|headphones|product|appliance|phone',
    'claim|use|honour|honor|invoke|call on|make~claim : guarantee|warranty|guarantee on headphones ' +
      '! extend|register',
    '@wish|arrange|authorize|authorise : repair',
  ],
  extend_warranty: [
    'extend|prolong|lengthen|register|buy|@wish|renew : warranty|guarantee|warranty of phone|' +
      'product for warranty|extended warranty|longer warranty ! repaired|repair|under',
    '@move|sign~over|pass~on : guarantee|warranty',
    'register : product|device|appliance',
  ],
  report_outage: [
    '@report : outage|power outage|power cut|without water|without power|gas smell|no water|' +
      'no power|smell of gas|no electricity|without electricity|failure ! credit|priority',
    '@fix|restore|send : outage|power outage|power|water|gas smell ! credit|priority',
  ],
  outage_credit: [
    '@wish|@pay|grant|apply for|claim|credit|book : credit for outage|credit|outage credit|' +
      'compensation for outage',
    '@learn|call~back|called~back|ring~back : interruption|interruption ends|interruption in area|' +
      'outage ends|when outage',
    '@add : priority list|mother on list|list for outages|priority',
  ],
  submit_reading: [
    'hand~in|submit|give|report|record|enter|@send|take~down|leave|note|pass~on : meter reading|' +
      'reading|meter count ! wrongly|wrong',
    'read|re read|reread|take|check|have~read|repeat : meter again|my meter|meter|reading again ' +
      '! faulty|tested|smart',
    '@correct : reading|meter reading|reading typed|wrong reading',
  ],
  exchange_meter: [
    'exchange|replace|swap|change|renew|take~out|repair : meter|faulty meter|old meter|broken meter',
    'install|@wish|fit|put~in|have~installed : smart meter|new meter',
    'test|inspect|examine|check|have~tested : meter|my meter|meter tested',
  ],
  start_service: [
    '@start|@setup : service|new home|new line|line|flat|new flat|new connection|apartment|' +
      'connection|service at home|electricity|gas|water ! stop|old place',
    '@wish : new line|new connection|flat connected|line installed',
  ],
  move_service: [
    '@move|take~along|take~with|bring~along|bring~with : service|connection|line|contract to address|' +
      'connection with me|service to address',
    '@stop|disconnect|cut : service|service at old|old place|old address|old home|' +
      'connection at old|supply ! new home',
  ],
  book_appointment: [
    '@book|arrange|get|@wish : appointment with|dermatologist|doctor|check up|appointment|' +
      'date for check|visit|specialist ! move|earlier|cancel|records|x',
  ],
  move_appointment: [
    '@reschedule : appointment|my appointment|appointment for son|appointment to next',
    '@wish|get|find|offer|give|take|have : earlier appointment|appointment earlier|sooner|' +
      'earlier date|another date|later appointment',
  ],
  send_records: [
    '@send|@wish : records|medical records|my records|copy of records|' +
      'x rays|x ray|health records|patient records|copy of file|medical file|medical history ' +
      '! wrong|vaccination|corrected|correct',
  ],
  correct_records: [
    '@correct|@remove : medical file|records|wrong entry|entry|medical records|entry in file',
    '@add : vaccination|vaccination to records|records|medical file',
    '@learn : who has looked|who looked|who has seen|who saw|who accessed|who has accessed|' +
      'who read|access to file|looked at medical file|who has read',
  ],
  renew_prescription: [
    'renew|refill|repeat|extend|reissue|fill|prolong|@wish : prescription|refill|tablets|pills|' +
      'new prescription|blood pressure tablets|repeat prescription',
    '@move|send : prescription',
  ],
  deliver_medicine: [
    'bring|brought|deliver|send|sent|ship|drop~off|have~brought : medicine|medication|my medicine|' +
      'medicine to home|drugs',
    '@wish|ask for|switch|find|suggest|get|offer|change : cheaper medicine|same effect|generic|' +
      'cheaper medication|cheaper one|cheaper drug',
    '@learn : medicine|medicine ready|medication ready|medicine is ready|medication',
  ],
  change_booking: [
    '@reschedule|@change : flight|booking|date of flight|my booking|trip|reservation|my flight ' +
      '! wheelchair|seats|claim',
    '@add|@join : booking|hotel booking|reservation|flight',
  ],
  special_request: [
    '@wish|reserve|book|get|give|assign|arrange|ask|have : seats|seats next|adjacent seats|room on|' +
      'quiet floor|quiet room|wheelchair|seats together',
    'order|request|provide|organise|organize|sit|seat|add|note : wheelchair|seats|quiet floor|room|' +
      'next to each|together',
  ],
  lost_luggage: [
    '@find|@report|@learn : suitcase|luggage|lost luggage|bag|baggage|missing suitcase|' +
      'suitcase never|lost bag ! wheels|damaged|oversized',
    'send|sent|forward|bring|deliver|return|have~sent : bag|suitcase|luggage|bag after|my bag ' +
      '! wheels|damaged',
  ],
  damaged_bag: [
    '@report|@replace|repair|compensate|@pay : bag without wheels|damaged suitcase|' +
      'damaged bag|without wheels|suitcase was damaged|wheels|broken suitcase|suitcase damaged|' +
      'its wheels|damaged luggage ! lost luggage|never arrived',
    'register|book|check~in|announce|add|bring|report : oversized baggage|skis|oversize baggage|' +
      'oversized luggage|oversized',
  ],
  missing_points: [
    'credit|@add|give|@find|@learn|@report|correct|@pay|restore : points|miles|missing points|' +
      'points missing|my points',
    '@move|send|give|share : points|miles|points to husband',
  ],
  redeem_reward: [
    'redeem|claim|use|spend|cash~in|order|choose|exchange|convert : reward|points for reward|voucher|' +
      'my reward',
    '@wish|restore|reinstate|return|give~back|get~back|have~back|renew : gold status|status back|' +
      'status',
    'use|accept|apply|honour|honor|reissue|replace|@fix : voucher|gift card',
  ],
  move_license: [
    '@move|reinstall|activate~on|install : license|licence|license to computer',
    '@send|@wish|resend|get~sent|reissue : license key|licence key|key',
    'free|free~up|release|vacate|unassign|remove|clear|reclaim : seat|seat of someone',
  ],
  add_seats: [
    '@add|@wish|buy|purchase|increase|order|extend : seats|seats to plan|more seats|ten seats|' +
      'more licenses ! free',
    'turn~into|convert|upgrade|change|switch|make : trial|full license|full licence|trial into',
    'renew|extend|prolong : license|licenses|licences|licence',
  ],
}
