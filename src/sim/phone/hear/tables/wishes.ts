import { byName } from '../../../by-name.ts'

/**
 * By which words a department recognises a wish, by business: forms of an act and the thing it is
 * done to, "acts : things". Acts are verbs in their base form or groups of `acts.ts`; "@wish" are
 * the verbs that wish for the thing itself. After "!" stand words that rule the wish out.
 */
export const WISH_WORDS: Readonly<Record<string, readonly string[]>> = byName({
  update_contact_details: [
    '@change|@add|move|have~put : contact details|contact information|contact data|mailing address|' +
      'postal address|home address|new address|address on file|phone number|telephone number|' +
      'email address|address|details on file|profile|email ! service|delivery|meter|parcel',
    'bring~up to date|get~up to date|refresh|make~current|fix|enter|set : contact details|contact information|details|profile|address|phone number|email|contact data|number on file|address on file ! account|service|delivery|meter|parcel|flight|booking|order|policy',
  ],
  change_name: [
    '@change|@add|have~changed|fix : name|surname|last name|family name|maiden name|spelling of name|' +
      'spelling',
    'change|update|correct|replace|amend : name on account|name on file',
    'enter|use|note|switch~to|get~changed|take~on : name|surname|last name|married name|new name|maiden name ! passport|account',
  ],
  language_preference: [
    '@wish|@change|@setup|switch|send|sent|write : spanish|language|letters in spanish|' +
      'language of letters|letter in',
    '@stop|no more|opt out|keep|remove : newsletter|letters|important letters|marketing mail',
    '@wish|switch|@send : letters in spanish|spanish|correspondence|letters in',
    'make|set|speak|use|put~in|contact~in|address~in|communicate|translate|write~in|mail : spanish|in spanish|preferred language|language|letters ! name',
    '@wish : in spanish',
  ],
  correct_bill: [
    '@correct|@remove|@fix|dispute|refund|have~corrected : bill|mistake on bill|overcharge|' +
      'overcharged|charged too much|billing error|mistake|bill doubled|wrong bill ! late|copy|record|file|chart|medical|health',
    '@correct|@fix|@remove|put~right : error on bill|error in bill|error in invoice|mistake in bill|error on invoice|mistake on invoice|item on bill|wrong item|invoice ! copy|late',
    'take~out|look at|look over|check|clear~up|straighten out|sort out|review|settle|put~right|adjust|credit~back|have~looked : bill|mistake on bill|wrong amount|wrong item|item wrong|wrong charge on bill|billing mistake|billing problem|problem with bill|double charge|overcharge ! late|copy|reading',
  ],
  invoice_copy: [
    '@send|@wish|resend|make~out|reissue : invoice|copy of invoice|' +
      'itemised invoice|itemized invoice|copies of invoices|last three invoices ! mistake|error|wrong',
    '@send|@wish|resend|make|reprint : past three bill|three bill|three invoice|last few bill|last few invoice|few bill|few invoice|old bill|duplicate of invoices|duplicate bill|duplicates of bill|copy of bill|copy last bill|copy last three bill|copies of bills',
    '@wish|email|mail|provide|order|print : invoices|last three invoices|last three bill|past invoices|invoice copy|bill copy|older invoices|duplicate invoice|three invoices ! mistake|error|wrong|late',
  ],
  late_fee_waiver: [
    '@remove|@correct|refund|excuse|let~off : late fee|late charge|' +
      'late payment fee|fee for paying late|late payment charge',
    '@remove|@correct|refund|excuse|let~off : fee for late payment|late payment penalty|penalty for late|late penalty',
    'wipe|cancel|credit~back|pay~back|refund|reverse|get~removed|get~waived|get~rid|make~exception|overlook|dismiss|see~waived|take~back|reconsider : late fee|late charge|late payment fee|fee late payment|penalty',
  ],
  payment_plan: [
    '@setup|pay|pay~off|spread|split|divide|agree : instalments|installments|payment plan|' +
      'over months|over several months|balance over|over a few months|in parts|plan',
    'spread|split|pay~off|pay~over|divide|pay~in : balance|monthly payments|smaller payments|what owe|debt|' +
      'what i owe|what he owes|what she owes|what they owe',
    '@wish|put~on : instalments|installments|payment plan',
    'work~out|come~to|make|enter|get|pay~back|settle|clear|pay~over|break~up|stretch : payment plan|instalment plan|instalments|monthly payments|monthly amounts|several payments|smaller amounts|in instalments|over time|bit by bit|debt|balance|what is owed|amount owed ! automatic|seats',
  ],
  automatic_payment: [
    '@setup|@stop|@move|@reschedule : autopay|automatic payment|direct debit|automatic debit|' +
      'standing order',
    '@wish : autopay|automatic payment',
    'pay|debit|collect|draw|have~paid : automatically|bill automatically',
    'enrol|enroll|sign~up|register|put~on|switch~to|go on|get~on|begin|set|make|join|change~to : automatic payments|autopay|automatic|automatic payment|automatically|direct debit|auto pay',
    '@setup|@stop|enrol|enroll|sign~up|put~on : auto pay|automatic billing|automatic withdrawal',
  ],
  missing_payment: [
    '@find|@learn|@report : missing payment|payment that never|payment never|lost payment|payment|' +
      'payment missing|payment went missing ! plan|automatic|autopay',
    '@wish : payment made twice|payment twice|double payment|payment back',
    '@return|@pay|refund : payment twice|paid twice|double payment|payment i made|payment made|' +
      'one payment|payment',
    '@find|look for|search for|go after|match|credit|see~where : payment|money|transfer|lost payment|payment lost|payment not credited|payment gone|missing money ! plan|automatic|autopay|points|refund|back',
  ],
  connection_drops: [
    '@fix|@report|send|sent : connection|router|internet|broadband|wifi|network|so slow|line drops|' +
      'internet slow|slow ! move|moves|new',
    '@learn : so slow|slow|router|connection drops|keeps dropping|connection keeps',
    '@wish : technician|engineer',
    '@fix|@report : keeps disconnecting|keeps cutting|cutting out|disconnects|line that keeps|line dead|cuts out|drops out',
    'stabilise|stabilize|make~stable|get~stable|@fix|@report|sort out|help with|look into : connection|unstable connection|connection unstable|loses connection|lose connection|internet|dropping connection|connection problem|connection trouble|line ! move|new|start',
  ],
  login_broken: [
    '@fix|reset|unlock|recover|change : login|log in|password|sign in|locked out|access to app|app access|access to account in app',
    'restore|reset|recover|regain|give~back|sort~out|fix|get~back|return : access|app access|access to app|login|log in ! user|authorized',
    'get~back|let~back|get~in|let~in|unlock|regain : app|login|locked out|locked me out|' +
      'password|account in app',
    '@wish : new password|password reset',
    'give~access|have access|get~access|grant~access|let~in|get~logged in|help with log in|restore~access|get~working|let~back : app|login|locked out|password|log in|access again|sign in|access to app|account access',
    '@wish|give|grant|restore : access|access to app|access again ! account|user',
  ],
  error_message: [
    '@fix|@report|@remove|@stop|@learn : error message|error|crash|bug|app freezes|freezes|app|' +
      'app crashes|freezing ! login|password|locked|access|bill|invoice|fee',
    'make~disappear|make~go|go away|@fix : error message|error ! bill|invoice|file|records|fee',
    '@fix|make~stop|see~gone|have~gone|stop~from|solve|@wish : error that pops|error every|error message fixed|error fixed ! bill|invoice|fee',
  ],
  add_authorized_user: [
    '@join|@add|make : authorized user|authorised user|user',
    'let|allow|permit|authorise|authorize|enable|set~up|give : act on account|act on|brother act|' +
      'joint owner|access to account|use account',
    'make~authorized|put~on|register|authorize|let~use|give|grant|set~up|have access|sign~up|appoint|enter : wife|wife on account|authorized|authorized access|access to account|access account|user on account|second user|wife as user ! policy|coverage|insurance',
    '@wish|let|allow|enable : wife use account|use of account|access to account',
  ],
  close_account: [
    'close|shut~down|shut|terminate|delete|cancel|deactivate : account|second account ! user',
    'wind up|end|close out|close down|get~closed|see~closed|get~rid|cancel|give~up : account ! user|name',
  ],
  account_upgrade: [
    'turn~into|make~into|convert|switch|upgrade|change|move|open : joint account|joint one|' +
      'business tariff|type of account|account type|better account|better type|business account|' +
      'account into|tariff|account to business',
    '@wish : joint account|business account|better account|premium account',
    'upgrade|move~up|bring~up|bump~up|raise|change : account|account type ! name|user|address|joint|payment|automatic',
    'switch|upgrade|move|transfer|take|convert|change|bump~up|lift|put~on|get~on|take~to|trade : account to premium|tier|next level|account to better|premium account|better account|account with more|higher account|another type of account|account type|kind of account|account tier|premium|plain account|basic account|better one ! user|close|insurance',
  ],
  verify_identity: [
    'verify|confirm|complete|check|prove|have~verified|finish|carry~out : identity|' +
      'identity check|who i am|who he is|who she is|who they are|identity verification|' +
      'who customer is ! passport|licence|license|document',
    '@wish : identity check|identity verified|identity verification',
    'run|perform|conduct|arrange|process|complete|finish|start : identity check|identity verification|check of identity|verification of identity',
    'establish|check|confirm : who i am|who he is|who she is|who they are',
    'check|have~checked|get~verified|get~confirmed|establish|identify|authenticate|carry~out|pass|go through : identity|identity check|who they are|client identity|identity confirmed|verification of identity ! passport|license',
  ],
  renew_identity_document: [
    '@change|@add|@send|register|file|submit|accept|update : passport|id document|id card|old id|' +
      'driving licence|driving license|proof of who|identity document|identification document',
    '@add|put~on|get~on|go on|be on|enter|upload|store|note|save|exchange|swap|have~added : passport in record|passport in your record|passport|new id|new passport|passport number|passport on file|passport details|identity card',
  ],
  report_fraud: [
    '@report|@stop|act on|look into|investigate : fraud|data misused|data was misused|' +
      'suspicious activity|misuse|data has been misused|misused|fraudulent activity|suspicious',
    '@report|@stop|look into : fraudulently|using account|used account|fraudulent|fraud on',
    'file|make|notify~of|tell~of|alert~to|let~know|raise|flag|lodge : fraud|fraud report|report of fraud|fraud case|case of fraud|misuse|account misused|has been misused|fraudulent activity|fraudulent charges|scam|stolen money|taking money',
  ],
  unlock_after_alert: [
    '@remove|unlock|unblock|release|open|undo|clear|end : security lock|security alert|block|' +
      'security block|security hold|account unblocked|security warning|account blocked|lock|blocked',
    'get~unblocked|have~unblocked|unblocked|unlocked : account|security alert',
    '@remove|unfreeze|release|reopen : freeze|freeze on account|hold on account|lock on account|locked account|frozen account|account frozen|account locked ! close|app|password',
    'take~off|get~off|free|lift|get~unlocked|have~unlocked|get~removed|have~lifted|reopen|unfreeze|make~usable|see~lifted|drop : security lock|lock|security block|account locked|locked account|everything locked|account|profile|lock on account|security freeze ! close|card|app|password',
  ],
  dispute_charge: [
    'dispute|challenge|reverse|contest|question|chargeback|reject|charge~back|object : charge|' +
      'transaction|purchase|charge never made|charge i never made|payment to shop|card charge',
    'open dispute|start dispute|raise dispute|file dispute|register dispute|open~dispute|have~reversed|see~reversed|take~off|get~back|refund|undo|fight|complain|lodge dispute : charge|unauthorized charge|transaction|charge not hers|charge not his|unknown charge|charge he did|charge she did|payment not authorize|payment never|payment do not|payment not recognize|unauthorized payment|payment that is not|transaction not|transaction that is not|unknown transaction ! late|outage|fee|papers|arrive|credited|missing|find|trace',
    'dispute|challenge|contest|question|reverse|object to : payment|unauthorized payment|unknown payment|debit ! late|outage|fee|papers|plan',
  ],
  dispute_status: [
    '@add|@send|submit|hand~in|attach : papers|documents|evidence|open dispute|papers to dispute ' +
      '! charge',
    '@learn : dispute|my dispute|open dispute|status of dispute ! charge',
    'withdraw|take~back|drop|cancel|close|end|give~up : dispute|my dispute|open dispute',
    'put~with|supply|provide|give|have~added|upload|deliver|turn~in|include : papers|documents|papers for dispute|more papers|dispute papers|more documents|evidence|documents for dispute ! claim|policy|account',
  ],
  lost_card: [
    '@replace|@report|stop|cancel : debit card|lost card|stolen card|broken card|credit card|' +
      'bank card|card|card stolen|card lost|replacement card|new card|replacement ! limit',
    '@wish|order : new card|replacement card|replacement|another card|another one|card because',
    '@wish|order|send|issue|block|make|arrange : new one|card lost|lost her debit|lost his debit|lost card|replacement|debit card|replacement for card|replacement debit|missing debit|missing card ! limit|activate|new card needs',
    'block~send|cancel~send : card|debit card',
  ],
  card_limit: [
    '@raise : limit|limit of card|spending limit|card limit|credit limit',
    'let|allow|enable|work|use|unlock|open|make~work|prepare : abroad|card work abroad|overseas|' +
      'card abroad|foreign countries',
    '@wish : higher limit|lower limit|higher spending limit|lower spending limit',
    '@raise : how much spend|how much can spend|much spend with card|spend with card|spend on card',
    'raise|increase|lift|extend|allow|grant|set~higher|get~higher|request : limit|card limit|credit limit|limit increase|limit on card|spending limit|higher limit|more with card|spend more',
    '@wish : higher card limit|more limit|limit raised',
  ],
  activate_card: [
    'activate|switch~on|turn~on|get~going|start~using|enable|unlock : card|new card ! abroad',
    'choose|set|pick|change|reset|select : code for card|new code|pin|pin code|code|card code|' +
      'another pin',
    '@wish : new code|new pin',
    'make~ready|start~up|set~up|get~activated|have~activated|get~started|set~up|put~to use|turn on|unblock|validate|make~usable|enable : card|new card|her card|card for use ! lost|limit|replacement',
  ],
  loan_application: [
    '@apply|ask|arrange|process|approve|grant|lend|give|offer : loan|car loan|personal loan|money for|' +
      'money|credit ! pause|mortgage',
    '@wish : car loan|personal loan|loan|small loan',
    'put~in|open|send~in|make|hand~in|begin|finance|get|start|fill : loan|car loan|loan application|application for loan|auto loan|money for car|a car ! mortgage|refinance|license',
  ],
  mortgage_terms: [
    'refinance|@change|renegotiate|remortgage|restructure|@send : mortgage|home loan|payoff figure',
    'pause|suspend|defer|interrupt|stop|freeze : loan|mortgage|loan payments|repayments',
    '@wish : payoff figure|payoff amount|payoff statement',
    '@wish|get|negotiate|renegotiate|improve : terms for mortgage|new terms|better terms|mortgage terms|mortgage price',
    'redo|replace|rework|change~terms|lower|get~better|help with refinancing|arrange refinancing|get~refinanced|have~refinanced|renew|switch : mortgage|home loan|house loan|mortgage loan|refinancing|refinancing of mortgage',
  ],
  open_claim: [
    '@open|notify : claim|water damage|accident|claim for|new claim|stolen bicycle|damage ' +
      '! photos|photo|bank|paid|cancelled',
    '@wish : compensation for damage',
    'register|file|report|lodge|take~down|record|set~up|submit|start|enter : water damage|damage|claim|damage by water|flood|flooding|leak|burst pipe|damage claim ! photos|photo|bank|trip|surgery|paid',
  ],
  health_claim: [
    '@open|@pay : claim|hospital stay|claim for hospital ! photos|photo|bank|rejected|' +
      'partly|part',
    '@review|appeal|reopen|contest : rejected claim|claim was rejected|claim for surgery|surgery|' +
      'claim rejected|claim again|rejected',
    '@learn : partly covered|only partly|covered in part|claim was only|in part|not covered|' +
      'partly paid',
    '@review|appeal|reopen|contest : surgery claim|health claim|decision on claim|decision on surgery',
    'examine|look~again|have~reviewed|have~reconsidered|take~up|see~reviewed|question|dispute|challenge|object to|check~again|go over|reassess|request review|process~again : claim for surgery|surgery|rejected claim|claim rejected|rejection of claim|rejection|denial|surgery claim|health claim|decision on claim ! photo',
  ],
  travel_claim: [
    '@open|claim|ask for|@pay : claim|compensation|cancelled trip|canceled trip|hotel night|' +
      'compensation for trip|broken on trip|things broken ! photos|photo|bank',
    '@wish : compensation|money back for trip',
    'compensate : trip|hotel night',
    '@wish|get : compensation for trip|compensation for cancelled trip|reimbursement for trip|refund for trip',
    'claim|get|receive|ask for|reimburse|repay|pay~back|refund|compensate|file|put~in|submit|make|request|cover : trip|cancelled trip|trip cancelled|trip was cancelled|money back|money for trip|compensation|cost of trip|compensation trip|costs ! photos|photo|bank|points|date',
  ],
  claim_status: [
    '@send|@add|submit|upload|hand~in : photo|photos|photographs|pictures|more photos',
    '@learn : claim paid|claim is paid|claim be paid|paid out|open claim|status of claim|' +
      'progress of claim|when claim|claim settled',
    '@change|@correct|@add : bank details|account details|bank account on claim|account on claim|bank details on',
    'supply|provide|hand~over|turn~in|deliver|put~with|have~added|include|submit|show|get~to you : photo|more photo|photo of damage|new photo|photo for claim',
  ],
  change_coverage: [
    '@add|insure|@raise|@change|extend|@remove : policy|coverage|home policy|what policy covers|' +
      'cover|daughter to policy ! papers|exclusion|proof|certificate|premium',
    '@wish : more coverage|higher coverage',
    '@add|cover|insure|include|have~covered|protect : daughter|son|child|wife|husband|baby|newborn|family',
    'put~on|get~on|have~on|extend~to|make~part|sign~up|insure|enroll|enrol|bring~under|take~into : daughter|policy|coverage|her policy|daughter on policy|insurance|cover for daughter|family member|family member to policy ! papers|proof|certificate|premium|exclusion',
  ],
  certificate: [
    '@send|@wish|print|reissue|have~sent : certificate of insurance|certificate|' +
      'proof of insurance|proof of coverage|proof of cover|evidence of insurance|policy papers|copy of policy|policy documents|insurance certificate|' +
      'copy of papers',
    '@wish|email|mail|make~out|write|issue|provide : certificate|proof of insurance|proof of cover|insurance certificate|confirmation of insurance|insurance confirmation|certificate that shows|insurance proof|evidence of insurance',
  ],
  premium_review: [
    '@review|@fix|find~out|know~why|learn~why|tell~why|@change|justify : premium|my premium|premium went up|risk assessment',
    '@wish|ask for : lower premium|cheaper premium|premium review',
    'look~again|bring~down|get~down|have~reviewed|see~reviewed|rework|reconsider|recheck|take~look|request review|lower|reduce|ask for review : premium|insurance premium|her premium|review of premium|premium lowered',
  ],
  exclusion_review: [
    '@remove|@review|lift|take~out : exclusion|exclusion from cover',
    '@review|assess|reassess|repeat : health questions|health assessment|health questionnaire',
    'insure|cover|accept|ask~insure : house|thatched roof|home with',
    'delete|drop|strike|cancel|get~rid|take~off|have~removed|have~deleted|get~removed|get~deleted|see~removed|reconsider|waive : exclusion|exclusion in cover|exclusion in policy|excluded',
  ],
  cancel_contract: [
    '@cancel|get~out : contract|subscription|everything|membership|my contract|agreement|service ' +
      '! cheaper|order|appointment|withdraw|revoke|undo|retract|reverse|back|old',
    'give notice|give~notice|leave|get~cancelled|have~cancelled|let~out|break off|dissolve|wind~up|finish|discontinue : contract|notice on contract|her contract|agreement|subscription|plan ! order|appointment|booking|seats',
  ],
  renegotiate: [
    'renegotiate|negotiate|talk|discuss|@wish|offer|give|find|lower|agree|ask for|improve|reduce|cut|drop|bring~down : ' +
      'price of contract|price of plan|what i pay each|what pay each|pay less|monthly price|monthly cost|what i pay every|' +
      'better price|cheaper terms|lower price|price|terms|better terms|cheaper contract|' +
      'better deal|discount|cheaper price',
    'take~back|withdraw|revoke|undo|reverse|cancel|retract|stop : cancellation|cancellation i sent|' +
      'notice of cancellation',
    '@wish|make|offer|give|find|quote|match|come~down|improve : better offer|better deal|better price|better rate|lower price|cheaper offer|retention offer|better conditions|price|discount|cheaper plan|good offer',
  ],
  change_order: [
    '@change|@add|remove|take~out|drop : order|open order|size in order|my order|size|order placed|' +
      'colour in order|to order ! confirmation|return',
    '@wish : different size|another size|other size|different colour|different color',
    'cancel|remove|drop|take~out : item|item of order|one item|order|my order|part of order',
    '@wish|swap|exchange|replace|get~changed|have~changed|make~larger|make~smaller|switch|adjust|take : size|size in order|size order|wrong size in order|size ordered|another size|different size|size of order|order ! shoes|jacket|return|confirmation|lamp',
    'swap|switch|change|exchange|replace|correct|fix : wrong size|larger size|smaller size|bigger size ! shoes|jacket|return|lamp|dress',
  ],
  order_confirmation: [
    '@send|@wish|confirm|have~confirmed : confirmation|confirmation for order|order confirmation|' +
      'order confirmed|order',
    '@learn : order|order went|my order|order went through|order gone through ! refund|parcel|lost',
    'place|repeat|reorder|enter|redo|submit|resubmit : order|lost order|order again|again ' +
      '! confirmation',
    '@wish|email|resend|mail|provide|send~again|issue|put~in writing|verify|acknowledge : order confirmation|confirmation|confirmation of order|confirmation for order|order in writing|written confirmation|order confirmed|order acknowledgement ! refund|parcel|return|size',
  ],
  return_item: [
    '@return : shoes|lamp|item|goods|product|purchase|something|article|jacket|order|' +
      'shirt|dress|wrong colour|wrong color',
    '@send|@wish|print|email : return label|returns label|label',
    'start|arrange|make|register|accept : return',
    'give~back|bring~back|take~back|send~back|hand~back|return|arrange return|set~up return|start return|register return|begin|get~returned|exchange for money : shoes|pair of shoes|shoes back|wrong size|item|do not fit|article|order',
  ],
  refund: [
    '@pay|@learn|@wish|process|arrange|make|where|chase|@find|issue|request : refund|my refund|money back',
    'exchange|swap : jacket|larger|larger one|larger size|shoes|bigger|smaller|size|item ! order',
    'refund|reimburse : item|goods|something|purchase|jacket|shoes|what sent back',
    'pay~back|give~back|send~back|get~back|refund|reimburse|return|transfer|repay|get~refunded|have~refunded|make|complete|release : money|money for|money back|money for item|refund|article|item sent back|item returned|returned item|product returned|her money|his money|money for something|money for return|what i paid|what paid ! trip|points|outage|plan',
  ],
  missing_parcel: [
    '@find|@learn|@report|follow : parcel|package|missing parcel|shipment|parcel left|parcel missing',
    '@find|look for|search for|go after|follow up|open~trace|start~trace|open~search|see~where|check~where|hunt|trace|investigate : delivery missing|missing delivery|delivery that never|delivery that did|delivery that went|delivery never|delivery not|lost delivery|order that never|order that did|parcel|missing parcel|parcel not arrived|parcel never|parcel lost|lost parcel|parcel should have|order never',
  ],
  redirect_delivery: [
    'redirect|reroute|send|sent|@change|@reschedule|deliver|bring|leave|have~sent|choose|pick|' +
      'select|agree|arrange|forward : delivery|shipment|delivery date|delivery day|day for delivery|' +
      'delivery to office ! medicine',
    'carry|carried|bring|brought|lift|take|have~carried : third floor|sofa|floor|upstairs',
    'deliver : office|parcel|package|neighbour|neighbor|another address|sofa',
    'redirect|reroute|route|divert|forward|have~redirected : parcel|order|shipment',
    'send|deliver|divert|ship : parcel to office|order to office|parcel to another|order to another|parcel to address|order to address|parcel to new|order to new|parcel to work|order to work ! medicine|back|copy|confirmation',
    'go to|go|take~to|drop~at|ship~to|divert|route|send|have~delivered|change~address|hand~over|come to|arrive at|make~go : delivery|parcel|office|delivery address|delivery to office|office address|order to office ! medicine|app|trip',
    'go~to : delivery|parcel',
    '@wish : delivery to office|delivery at office|delivery instead',
  ],
  repair_product: [
    'repair|fix|mend|have~repaired|replace|service : device|broken device|washing machine|machine|' +
      'under warranty|headphones|product|appliance|phone',
    'claim|use|honour|honor|invoke|call on|make~claim : guarantee|warranty|guarantee on headphones ' +
      '! extend|register',
    '@wish|arrange|authorize|authorise : repair',
    '@fix|repair|get~repaired|have~repaired|have~fixed|get~fixed|put~right|arrange repair|set~up repair|service|start repair|book repair : device|broken device|defective device|under warranty|warranty repair|device repaired|faulty device|product|gadget|unit ! extend|register',
  ],
  extend_warranty: [
    'extend|prolong|lengthen|register|buy|@wish|renew : warranty|guarantee|warranty of phone|' +
      'product for warranty|extended warranty|longer warranty ! repaired|repair|under',
    '@move|sign~over|pass~on : guarantee|warranty',
    'register : product|device|appliance',
    '@add|lengthen|make~longer : warranty|guarantee|year to warranty',
    'extend|prolong|buy|purchase|get|take~out|get~longer|have~extended|make~last|add|sign~up : warranty|warranty on phone|longer warranty|extended warranty|year of warranty|warranty extension|extension of warranty|warranty for phone|more warranty ! repaired|repair|under|broken',
  ],
  report_outage: [
    '@report : outage|power outage|power cut|no light|lights are out|lights out|without water|without power|gas smell|no water|' +
      'no power|smell of gas|no electricity|without electricity|failure ! credit|priority',
    '@fix|restore|send : outage|power outage|power|water|gas smell ! credit|priority',
    '@report : power is out|power out|power off|power is gone|power failed|power is off|lights out|in dark|no light',
    'note|log|record|take~down|put~down|make~note|let~know|tell|alert~to|register|flag|report|inform~of|restore|get~back : outage|power outage|no power|power is off|power out|power on street|without power|lost power|power down|dark|power failure|power cut ! credit|compensation|priority',
  ],
  outage_credit: [
    '@wish|@pay|grant|apply for|claim|credit|book : credit for outage|credit|outage credit|' +
      'compensation for outage',
    '@learn|call~back|called~back|ring~back : interruption|interruption ends|interruption in area|' +
      'outage ends|when outage',
    '@add : priority list|mother on list|list for outages|priority',
    'credit|compensate|refund|reimburse|pay|apply|issue|arrange|book|grant|ask for : outage|power cut|outage credit|compensation for outage|credit for outage',
    '@wish|give|arrange|claim|grant|apply|ask for|put~on : credit for outage|outage credit|bill credit|credit on bill|credit|compensation|credit because|compensation for outage|money for outage ! points|trip|card|limit|report',
    'compensate|reimburse|make~up|credit|pay : outage|interruption|time without power|without power',
  ],
  submit_reading: [
    'hand~in|submit|give|report|record|enter|@send|take~down|leave|note|pass~on : meter reading|' +
      'reading|meter count ! wrongly|wrong',
    'read|re read|reread|take|check|have~read|repeat : meter again|my meter|meter|reading again ' +
      '! faulty|tested|smart',
    '@correct : reading|meter reading|reading typed|wrong reading',
    'give|read~out|provide|call~in|phone~in|turn~in|put~in|have~noted|have~recorded|tell|take|accept|register|state|deliver : reading|meter reading|reading of meter|counter|meter count|meter numbers|number on meter ! wrong|wrongly',
  ],
  exchange_meter: [
    'exchange|replace|swap|switch|change|renew|take~out|repair : meter|faulty meter|old meter|broken meter',
    'install|@wish|fit|put~in|have~installed : smart meter|new meter',
    'test|inspect|examine|check|have~tested : meter|my meter|meter tested',
    'get|put~in|change~to|switch~to|upgrade~to|upgrade|have~put|arrange|replace~by|replace~with|fit|set~up|install|have~fitted|receive : smart meter|smart one|smart electricity|meter by smart|modern meter|new kind of meter',
  ],
  start_service: [
    '@start|@setup : service|new home|new line|line|flat|new flat|new connection|apartment|' +
      'connection|service at home|electricity|gas|water ! stop|old place',
    '@wish : new line|new connection|flat connected|line installed',
    '@wish|connect|get~connected|have~connected|hook~up|provide|supply|begin|open|activate|turn on|set up|sign~up : service at new|service new home|service new house|service there|new home|new house|new place|new address|house service|service at house|service at home|service in house ! move|old|transfer|switch',
    '@wish : service there|service at new|service|electricity at new|power at new|gas at new|water at new',
  ],
  move_service: [
    '@move|take~along|take~with|bring~along|bring~with : service|connection|line|contract to address|' +
      'connection with me|service to address',
    '@stop|disconnect|cut : service|service at old|old place|old address|old home|' +
      'connection at old|supply ! new home',
    'go~with|come~with|go~to|relocate|have~relocated : service|connection',
    'take~along|take|transfer|move|switch|keep|switch~over|bring|carry|shift|change~to|have~moved|have~transferred|get~moved|get~transferred|see~moved|relocate|reconnect : service|service to new|service to address|new address|service over|service along|service with|connection to new|connection to address|contract to new|contract to address ! name|license',
  ],
  book_appointment: [
    '@book|arrange|get|@wish : appointment with|dermatologist|doctor|check up|checkup|consultation|appointment|' +
      'date for check|visit|specialist ! move|earlier|cancel|records|x',
    '@wish|see|come in|meet|consult|find|set up|put~down|examine : dermatologist|skin doctor|skin check|appointment|dermatology appointment|dermatology|slot|date with doctor|visit with|rash|appointment dermatologist ! move|earlier|cancel|records|later|instead|reschedule|postpone|x',
  ],
  move_appointment: [
    '@reschedule : appointment|my appointment|appointment for son|appointment to next',
    '@wish|find|offer|give|take : earlier appointment|appointment earlier|sooner|' +
      'earlier date|another date|later appointment',
    'move|push|shift|rearrange|put~off|reschedule|postpone|delay|have~moved|get~moved|set~for|bring~to|change~to|make~for|have~next|come~next : appointment|appointment to next|appointment until next|next week|appointment instead|appointment for another|visit to next',
  ],
  send_records: [
    '@send|@wish : records|medical records|my records|copy of records|' +
      'x rays|x ray|health records|patient records|copy of file|medical file|medical history ' +
      '! wrong|vaccination|corrected|correct',
    '@send|have~sent : file|file to doctor|chart ! passport|wrong|error|address|number',
    'send|forward|release|transfer|share|have~sent|get~sent|request|make~available|pass~to|hand~over|give|copy : records|medical records|records to doctor|file to doctor|patient file|health file|doctor records|copies of records|chart to doctor|medical file ! wrong|error|correct|incorrect|vaccination',
  ],
  correct_records: [
    '@correct|@remove : medical file|records|wrong entry|entry|medical records|entry in file',
    '@add : vaccination|vaccination to records|records|medical file',
    '@learn : who has looked|who looked|who has seen|who saw|who accessed|who has accessed|' +
      'who read|access to file|looked at medical file|who has read',
    '@correct|correct|fix|amend|change|update|remove|strike|take~out|put~right|set right|have~corrected|get~corrected|rectify|delete|see~corrected : mistake in record|mistake in health records|error in health records|mistake in medical|error in medical|wrong information|entry|wrong entry|incorrect entry|error in file|mistake in file|file|chart|diagnosis|medical file|records|entry in records|wrong diagnosis|error in records|medical record ! send|forward|address|passport',
  ],
  renew_prescription: [
    'renew|refill|repeat|extend|reissue|fill|prolong|@wish : prescription|refill|' +
      'new prescription|blood pressure tablets|repeat prescription ! home|house|door',
    'renew|refill|repeat|reissue|fill|@wish : tablets ! home|house|door|cheaper|ready|effect|generic',
    '@move|send : prescription',
  ],
  deliver_medicine: [
    'bring|brought|deliver|send|sent|ship|drop~off|have~brought : medicine|medication|my medicine|' +
      'medicine to home|drugs',
    '@wish|ask for|switch|find|suggest|get|offer|change : cheaper medicine|same effect|generic|' +
      'cheaper medication|cheaper one|cheaper drug',
    '@learn : medicine|medicine ready|medication ready|medicine is ready|medication',
    'bring|deliver|send|ship|mail|post|drop|drop~off|carry|take|come with|have~delivered|get~delivered|get~brought|have~brought|arrange delivery : prescription to house|prescription delivered|medicine|medication|medicines|medicine to house|medicine home|home delivery|medicine delivered|drugs|delivery of medicine|prescription to home',
    '@wish|get|arrange : home delivery|delivery for medicine|medicine delivery',
  ],
  change_booking: [
    '@reschedule|@change : flight|booking|date of flight|my booking|trip|reservation|my flight ' +
      '! wheelchair|seats|claim',
    '@add|@join : booking|hotel booking|reservation|flight',
    'put~on|move|change|shift|postpone|rebook|switch|bring~forward|delay|fly~another|fly~later|take : flight|flight on another|flight date|another day|date of flight|later flight|earlier flight|another flight|another date|different date|different flight|later date|departure|departure date|return flight ! seats|wheelchair|claim|appointment|autopay|payment|delivery|automatic',
  ],
  special_request: [
    '@wish|reserve|book|give|assign|arrange|ask : seats|seats next|adjacent seats|room on|' +
      'quiet floor|quiet room|wheelchair|seats together',
    'order|request|provide|organise|organize|sit|seat|add|note : wheelchair|seats|quiet floor|room|' +
      'next to each|together',
    '@wish|@book|order|request|note|add : meal|vegetarian meal|vegan meal|special meal',
    'put|place|move|seat|sit : adjacent seats|side by side|beside each|together|seats together',
    '@wish|sit|seat|have~sit|place|arrange|assign|put|keep : next to|together|beside|side by side|seats together|neighbouring seats|adjacent seats|seats|next to husband|next to wife ! license|plan|ten',
  ],
  lost_luggage: [
    '@find|@report|@learn : suitcase|luggage|lost luggage|bag|baggage|missing suitcase|' +
      'suitcase never|lost bag ! wheels|damaged|oversized',
    'send|sent|forward|bring|deliver|return|have~sent : bag|suitcase|luggage|bag after|my bag ' +
      '! wheels|damaged',
    'look for|search for|find|trace|track|locate|see~where|go after|get~back|bring~back|recover|deliver|check~where : suitcase|bag|luggage|baggage|suitcase missing|bag did not|suitcase did not|bag lost|suitcase lost|missing bag ! wheels|damaged|broken|damage',
  ],
  damaged_bag: [
    '@report|@replace|repair|compensate|@pay : bag without wheels|damaged suitcase|' +
      'damaged bag|without wheels|suitcase was damaged|wheels|broken suitcase|suitcase damaged|' +
      'its wheels|damaged luggage|luggage was broken|suitcase was broken|bag was broken|luggage broken|luggage was damaged|bag was damaged ! lost luggage|never arrived',
    'register|book|check~in|announce|add|bring|report : oversized baggage|skis|oversize baggage|' +
      'oversized luggage|oversized',
    '@report|take~down|have~recorded : damage|damage to bag|bag came back|luggage came back|' +
      'suitcase came back|came back broken|arrived broken|arrived damaged|broken bag',
    'record|note|take~down|write~down|register|file|claim|open|log|make : wheels|wheels off|wheels gone|wheels torn|damage to suitcase|damage to bag|damaged suitcase|suitcase damage|bag damage|wheels of bag|damage|broken bag ! never arrived|lost|water',
  ],
  missing_points: [
    'credit|@add|give|@find|@learn|@report|correct|@pay|restore : points|miles|missing points|' +
      'points missing|my points',
    '@move|send|give|share : points|miles|points to husband',
    'claim|book|chase : points|miles|loyalty points',
    'add|credit|post|book|give|enter|put~on|get~credited|have~credited|apply|award|restore|correct : points|missing points|points missing|bonus points|points that|her points|points to account|points came ! redeem|reward|use',
  ],
  redeem_reward: [
    'redeem|claim|use|spend|cash~in|order|choose|exchange|convert : reward|points for reward|voucher|' +
      'my reward',
    '@wish|restore|reinstate|return|give~back|get~back|have~back|renew : gold status|status back|' +
      'status',
    'use|accept|apply|honour|honor|reissue|replace|@fix : voucher|gift card',
    'redeem|use|spend|trade|turn~into|exchange|cash|claim|get|pick|choose|convert|take : reward|points for reward|points reward|one of rewards|her reward|points redeem ! missing|credit',
  ],
  move_license: [
    '@move|reinstall|activate~on|install : license|licence|license to computer',
    '@send|@wish|resend|get~sent|reissue : license key|licence key|key',
    'free|free~up|release|vacate|unassign|remove|clear|reclaim : seat|seat of someone',
    'go~over|go~to|go~on|put~on|bring~over|carry~over : license',
    'move|transfer|switch|reassign|activate|install|carry~over|bring|have~moved|get~moved|change|use|put|shift|take : license|license over|license to new|license to another|license computer|license for computer|his license ! driving|passport|seats|renew|year',
  ],
  add_seats: [
    '@add|@wish|buy|purchase|increase|order|extend : seats|seats to plan|more seats|ten seats|' +
      'more licenses ! free|next|together|adjacent|side',
    'turn~into|convert|upgrade|change|switch|make : trial|full license|full licence|trial into',
    'renew|extend|prolong : license|licenses|licences|licence',
    '@raise|bump~up : seat count|number of seats|count of seats|user seats|plan by ten seats|how many seats',
    '@wish|add|buy|increase~by|raise~by|expand~by|extend~by|up~by|enlarge~by|order|purchase|book : ten seats|ten more|ten more seats|number of seats|seats|more seats|plan by ten|seats by ten|ten seats to plan ! free|flight|together|next|adjacent|side',
  ],
})
