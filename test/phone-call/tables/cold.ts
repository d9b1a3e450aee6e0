type Texts = Readonly<Record<string, readonly string[]>>

/** Requests, by business, written before any table of hearing was seen. */
export const COLD_REQUESTS: Texts = {
  account_upgrade: [
    'Hello, this is a call for Maria Keller. She would like to switch to a better account type, please.',
    "Can you move my client's account up to the next tier?",
    "I'd like to upgrade an account for a customer of ours.",
    'My customer wants a premium account instead of her basic one.',
  ],
  activate_card: [
    'Good morning. My client received a new card in the mail and needs it activated.',
    'Could you please switch on the new card for Mr. Okafor?',
    "I'm calling to activate a card that just arrived.",
  ],
  add_authorized_user: [
    "I'm calling for Jonas Weber, who wants to add his wife as an authorized user on the account.",
    "Please put my client's wife on the account as an authorized user.",
    "He'd like his wife to be able to use the account, so please add her as a user.",
  ],
  add_seats: [
    'We would like ten more seats on our plan.',
    "Please increase the number of seats on my client's subscription by ten.",
    'My customer needs to buy 10 additional user seats for their team plan.',
  ],
  automatic_payment: [
    "I'd like to have autopay set up on my client's account.",
    'Please arrange for the bills to be paid automatically from now on.',
    'The customer is asking for a direct debit to be set up.',
    'Can we enroll her in automatic payments?',
  ],
  book_appointment: [
    "Hi there, I'd like to schedule an appointment with a dermatologist for my client.",
    'She needs to see a skin doctor; can you book her in?',
    'Could you make an appointment with the dermatologist for Ms. Sikora?',
  ],
  cancel_contract: [
    'My customer would like to end the contract.',
    "Please terminate Mr. Ngo's contract.",
    'I am calling to cancel a contract on behalf of Anna Lind.',
  ],
  card_limit: [
    'We need the limit on her credit card raised.',
    "Please increase my client's card limit.",
    'He is hoping to get a higher limit on his card. Could you set that up?',
  ],
  certificate: [
    'My client needs a certificate of insurance for his landlord.',
    'Could you issue proof of insurance for Ms. Duarte, please?',
    'Please send out an insurance certificate.',
  ],
  change_booking: [
    'My client wants to fly on another date, so please change the booking.',
    "I'd like to move a flight to a different day for Mr. Haddad.",
    'Could you rebook her flight for a later date?',
  ],
  change_coverage: [
    'Please add his daughter to the policy.',
    'My client has a daughter who should be covered as well; please include her on the policy.',
    "I'm calling because Mrs. Brandt wants her daughter added to her coverage.",
  ],
  change_name: [
    'My customer got married and needs her last name updated on file.',
    'Please change the name on the account to her married name.',
    "I would like to have a client's name changed after a wedding.",
  ],
  change_order: [
    'The customer ordered the wrong size yesterday and would like it changed to a large.',
    'Please change the size of an item in her order from yesterday.',
    "Could you swap the size in yesterday's order to medium?",
  ],
  claim_status: [
    "I have some additional photos to submit for my client's open claim.",
    'Please add these further photos to the claim that is open.',
    "We'd like to send in more pictures for an existing claim.",
  ],
  close_account: [
    'Mr. Petrov wishes to close his account.',
    "Please shut down my client's account.",
    "I'm phoning to have an account closed for a customer.",
  ],
  connection_drops: [
    "My client's internet connection keeps dropping out; please have it fixed.",
    "Her broadband cuts out several times a day and she'd like somebody to repair it.",
    'We need help with a line that keeps losing its connection.',
  ],
  correct_bill: [
    "There is a mistake on my customer's bill and he would like it corrected.",
    'Please fix an error on the last bill.',
    'She was billed wrongly; could you correct the bill?',
  ],
  correct_records: [
    "There's an incorrect entry in my client's medical record. Please have it corrected.",
    "I need something in a patient's file put right.",
    'Mrs. Costa would like a wrong entry in her medical records fixed.',
  ],
  damaged_bag: [
    "My client's suitcase arrived with its wheels missing, and he wants to report the damage.",
    "I'd like to report a damaged bag.",
    'We are calling to report that her luggage came back broken.',
  ],
  deliver_medicine: [
    "Could you deliver Mr. Kim's medicine to his home?",
    "My client can't come in, so please have her prescription delivered to her house.",
    "She'd like her medication brought to her door.",
  ],
  dispute_charge: [
    "There is a charge on my client's statement that he never made, and he wishes to dispute it.",
    'Please open a dispute for a charge.',
    "I want to contest a charge my customer didn't make.",
  ],
  dispute_status: [
    'I would like to submit additional papers for an open dispute.',
    "Please add these documents to my client's dispute.",
    "We have more paperwork to hand in for a dispute that's already open.",
  ],
  error_message: [
    'Every morning an error message pops up, and my client would like to get rid of it.',
    'Please help us fix an error message that appears each morning.',
    'Her software shows an error message daily. Can you make it go away?',
  ],
  exchange_meter: [
    'My client would like a smart meter installed.',
    'Please replace the old meter with a smart one.',
    'Could we have the meter swapped for a smart meter?',
  ],
  exclusion_review: [
    'Mr. Sato would like to have an exclusion taken out of his cover.',
    "Please remove an exclusion from my client's policy.",
  ],
  extend_warranty: [
    'Please extend the warranty on her phone.',
    'My customer wants a longer warranty for his phone.',
    "I'd like to prolong the warranty on a phone for a client.",
  ],
  health_claim: [
    "My client's claim for surgery was rejected; he asks you to look at it again.",
    'Please review a denied claim for an operation.',
    "We'd like a rejected surgery claim reconsidered.",
  ],
  invoice_copy: [
    'Could you send us copies of the last three invoices?',
    'My customer needs duplicates of her three most recent invoices.',
    'Please resend the last three invoices.',
  ],
  language_preference: [
    'From now on she would like to receive her letters in Spanish.',
    "Please change the language of my client's letters to Spanish.",
    'Could you send his mail in Spanish going forward?',
  ],
  late_fee_waiver: [
    "Please waive the late fee on my client's account.",
    'My customer was charged a late fee and would like it removed.',
    "I'm hoping you can take off a late fee for Ms. Rossi.",
  ],
  loan_application: [
    "I'd like to apply for a car loan on behalf of Mr. Adeyemi.",
    'My client wants to take out a loan for a car.',
    'Please start an auto loan application for my customer.',
  ],
  login_broken: [
    'The app has locked my client out. Could you get him back in?',
    'Please restore access to the app; she has been locked out.',
    "My customer can't log in any more and needs her access restored.",
  ],
  lost_card: [
    'My client has lost her debit card and needs a new one.',
    'Please send a replacement for a lost debit card.',
    'I am calling to get a lost card replaced.',
  ],
  lost_luggage: [
    'His suitcase never showed up; please find it.',
    "We'd like to have a missing suitcase traced.",
    "My client's luggage did not arrive. Can you locate it?",
  ],
  missing_parcel: [
    'A parcel for my customer has gone missing. Please trace it.',
    "Could you find out where Ms. Lopez's package is? It never arrived.",
    "I'd like to have a lost parcel tracked down.",
  ],
  missing_payment: [
    'My client made a payment that never reached you; could you locate it?',
    'Please trace a payment that has not been credited.',
  ],
  missing_points: [
    'Some loyalty points are missing from her account, please credit them.',
    "My client didn't get his points and would like them added.",
  ],
  mortgage_terms: [
    'My client would like to refinance his mortgage.',
    'Please help us refinance a mortgage for Mrs. Novak.',
  ],
  move_appointment: [
    'Could you reschedule her appointment for next week?',
    'My client needs his appointment moved to another day.',
    'Please push the appointment back to next week.',
  ],
  move_license: [
    'He has a new computer and wants to transfer his license to it.',
    "Please move the license over to my client's new laptop.",
  ],
  move_service: [
    'My customer is moving house and would like the service transferred to the new address.',
    'Please switch the service to another address for Mr. Singh.',
  ],
  open_claim: [
    "There's been water damage at my client's home, and she'd like to file a claim.",
    'I need to report water damage and open a claim.',
    "Please file a new claim for water damage on Mr. Moreau's behalf.",
  ],
  order_confirmation: [
    'Please send my client a confirmation of her order.',
    'Could you email an order confirmation?',
  ],
  outage_credit: [
    'My customer asks for a credit for the recent outage.',
    'Please credit the account for the last power outage.',
  ],
  payment_plan: [
    'She would like to pay her balance in instalments.',
    'Could we arrange a payment plan for what he owes?',
  ],
  premium_review: [
    "Please have another look at my client's premium.",
    "I'd like a premium review for Ms. Tanaka.",
  ],
  redeem_reward: [
    'My client wants to redeem a reward.',
    'Could you cash in some points for a reward?',
  ],
  redirect_delivery: [
    'Please have the delivery go to his office instead.',
    'My customer would like her parcel redirected to her workplace.',
  ],
  refund: [
    'She sent something back and is still waiting for her money; please issue the refund.',
    "I'm calling about getting a refund for a returned item.",
  ],
  renegotiate: [
    'My client is thinking about leaving for another provider unless she gets a better price. Please make her an offer.',
    'Could you give my customer a better price on the contract?',
  ],
  renew_identity_document: [
    'My customer has a new passport that needs to go on file.',
    'Please update the passport on record for Mr. Bauer.',
  ],
  repair_product: [
    'A device is broken and still under warranty, so my client would like it repaired.',
    'Please arrange a warranty repair.',
  ],
  report_fraud: [
    "I need to report fraud on a client's account.",
    'My customer believes somebody has been using his account; please record it as fraud.',
  ],
  report_outage: [
    "The power is out in my client's street and I'd like to report it.",
    "I'm calling to report an outage.",
  ],
  return_item: [
    "The shoes don't fit and my customer would like to send them back.",
    'Please set up a return for a pair of shoes.',
  ],
  send_records: [
    'Mr. Eze has a new doctor and would like his medical records sent there.',
    'Please transfer her records to the new physician.',
  ],
  special_request: [
    "They'd like to sit together, so please seat them next to each other.",
    'Please reserve adjacent seats for my clients.',
  ],
  start_service: [
    'My customer is moving into a new home and needs service started there.',
    "Please turn on service at my client's new address.",
  ],
  submit_reading: [
    'I have a meter reading to submit for Mrs. Varga.',
    'My client would like to give you his meter reading.',
  ],
  travel_claim: [
    "Her trip was cancelled and she'd like to claim compensation.",
    "I'd like to file for compensation for a trip that was called off.",
  ],
  unlock_after_alert: [
    "There's a security lock on my client's account; please lift it.",
    'Could you remove the lock that was put on after a security alert?',
  ],
  update_contact_details: [
    "My customer's contact details have changed and need updating.",
    'Please put her new contact information on file.',
  ],
  verify_identity: [
    "I'm calling to have my client's identity verified.",
    "Please confirm my customer's identity for your records.",
  ],
}

/** What is no request though it comes near that business; `general` near several. */
export const COLD_NON_REQUESTS: Texts = {
  account_upgrade: [
    'Does a better type of account cost more?',
    'My client is quite happy with his basic account.',
    'Somebody told her that she could upgrade her account, which she has no use for.',
  ],
  activate_card: [
    'The new card has been activated already, thanks.',
    'Which number do I call to activate a card?',
    'Is it true that cards have to be activated within a month?',
  ],
  add_authorized_user: [
    'How many authorized users may one account have?',
    'His wife was going to be added as an authorized user, but they are divorced now.',
  ],
  add_seats: [
    'What would ten more seats cost us?',
    'They have ten seats on their plan, and all are taken.',
  ],
  automatic_payment: [
    'Automatic payments are not something he trusts.',
    'Are automatic payments free of charge?',
    'She would rather not set up automatic payments.',
  ],
  book_appointment: [
    'Is the dermatologist any good?',
    'My client had an appointment with a dermatologist last year.',
    'I saw that one can book appointments on your website.',
  ],
  cancel_contract: [
    'My client has no intention of cancelling his contract.',
    'When could she cancel her contract at the earliest?',
    'What happens if somebody cancels a contract early?',
    'His brother cancelled his contract with you last week.',
  ],
  card_limit: [
    'What is the limit of her card at the moment?',
    'She would never want the limit of her card raised.',
    "Your letter says that you may raise the limit of my client's card.",
  ],
  certificate: [
    'What is a certificate of insurance good for?',
    'The certificate of insurance came yesterday, thank you.',
  ],
  change_booking: [
    'Until when may a flight be changed?',
    'My client does not wish to change her flight after all.',
    'Her flight is on Tuesday at nine.',
  ],
  change_coverage: [
    'Is his daughter covered by the policy?',
    'He decided against adding his daughter to the policy.',
  ],
  change_name: [
    'Will her name have to be changed after the wedding?',
    'The wedding was lovely and she keeps her name.',
  ],
  change_order: [
    'Would it be possible to change the size of an order later on?',
    'The size in her order is right as it is.',
  ],
  claim_status: [
    'Have the photos for the claim reached you?',
    'I am told that you already have more photos of the claim than you need.',
  ],
  close_account: [
    "Please do not close my client's account.",
    'What would closing the account mean for her savings?',
    'I heard you close accounts that are not used.',
  ],
  connection_drops: [
    'The connection that kept dropping works fine now.',
    'Why does a connection drop at all?',
  ],
  correct_bill: [
    'My client has checked his bill and it is correct.',
    'Who corrects mistakes on bills at your company?',
  ],
  correct_records: [
    'Nothing in the medical file needs to be corrected.',
    'May patients correct entries in their own file?',
  ],
  damaged_bag: ['Do you pay for damaged bags?', 'The bag came back with its wheels, fortunately.'],
  deliver_medicine: [
    'Do you deliver medicine on Sundays?',
    'He picks up his medicine himself and wants no delivery.',
  ],
  dispute_charge: [
    'She recognises the charge now, so there is nothing to dispute.',
    'What does it take to dispute a charge?',
    'If the merchant does not pay him back, he will dispute the charge.',
  ],
  dispute_status: ['Who decides an open dispute?', 'The papers for the dispute are lost.'],
  error_message: ['What does this error message mean?', 'The error message no longer comes up.'],
  exchange_meter: ['Are smart meters safe?', 'My client refuses to have a smart meter.'],
  exclusion_review: [
    'Which exclusions does the policy have?',
    'An exclusion was removed from his cover last spring.',
  ],
  extend_warranty: [
    'How long is the warranty of the phone?',
    'It makes no sense to extend the warranty of such an old phone.',
  ],
  health_claim: [
    'Why was the claim for the surgery rejected?',
    'She accepts that her claim was rejected.',
  ],
  invoice_copy: [
    'My client has the last three invoices here in front of him.',
    'Do copies of invoices cost anything?',
  ],
  language_preference: [
    'Do you write letters in Spanish as well?',
    'She speaks Spanish, but letters in English suit her better.',
  ],
  late_fee_waiver: [
    'How high is the late fee?',
    'He has paid the late fee and has no complaint about it.',
  ],
  loan_application: [
    'What are your rates for a car loan?',
    'Her son applied for a car loan elsewhere.',
    'He thought about applying for a car loan, but bought a bicycle.',
  ],
  login_broken: [
    'The app works again since this morning.',
    'After how many attempts does the app lock people out?',
  ],
  lost_card: [
    'He found his debit card in the car, so it is not lost.',
    'What should one do after losing a debit card?',
    'Suppose a card gets lost abroad.',
  ],
  lost_luggage: [
    'The suitcase arrived this afternoon.',
    'How often do suitcases get lost on that route?',
  ],
  missing_parcel: [
    'The missing parcel was with a neighbour all along.',
    'How long does tracing a parcel usually take?',
  ],
  missing_payment: [
    'The payment has arrived by now, has it not?',
    'Her bank says that the payment went out on Monday.',
  ],
  missing_points: ['How do points work?', 'No points are missing.'],
  mortgage_terms: [
    'Would refinancing the mortgage be worth it?',
    'He refinanced his mortgage two years ago and is content.',
  ],
  move_appointment: [
    'Her appointment is next week, right?',
    'He can make it to his appointment and does not need another one.',
  ],
  move_license: [
    'On how many computers does a license run?',
    'The license was moved to the new computer a while ago.',
  ],
  move_service: [
    "My client isn't moving anywhere.",
    'Could the service be moved to another address, in theory?',
  ],
  open_claim: [
    'Is water damage covered?',
    'The damage is too small for a claim, she says.',
    "My client's neighbour has opened a claim for water damage.",
  ],
  order_confirmation: [
    'The confirmation of the order has come.',
    'Do orders always get a confirmation?',
  ],
  outage_credit: [
    'Has anybody ever got a credit for an outage?',
    'He got his credit for the last outage, thanks.',
  ],
  payment_plan: [
    'He will pay all that he owes at once, not in instalments.',
    'What do instalments cost?',
  ],
  premium_review: ['How is the premium worked out?', 'The premium was reviewed in March.'],
  redeem_reward: [
    'Which rewards are there?',
    'She is saving her points rather than redeeming a reward.',
  ],
  redirect_delivery: [
    'My client works at an office where deliveries get lost.',
    'Do you deliver to offices too?',
  ],
  refund: [
    'The refund is in her account already.',
    'How many days does a refund take?',
    'He kept the thing, so no refund is due.',
  ],
  renegotiate: [
    'Another provider offered a better price, but she stays with you.',
    'Do loyal customers get better prices?',
  ],
  renew_identity_document: [
    'His passport is valid for nine more years.',
    'Is a passport needed at all?',
  ],
  repair_product: [
    'The device was repaired under warranty in May.',
    'What does a repair cost without the warranty?',
  ],
  report_fraud: ['There has been no fraud on the account.', 'What counts as fraud with you?'],
  report_outage: [
    'The power is back in our street.',
    'How many outages were there in this street last year?',
  ],
  return_item: ['The shoes fit perfectly and she keeps them.', 'How long can shoes be returned?'],
  send_records: [
    'Are records sent to a new doctor by mail?',
    'She wants her records to stay where they are.',
  ],
  special_request: [
    'Are seats next to each other more expensive?',
    'They do not mind sitting apart.',
  ],
  start_service: [
    'When would service at a new home start?',
    'Service at his new home has started.',
  ],
  submit_reading: [
    'Why do you want a meter reading?',
    'The meter reading was handed in by the landlord.',
  ],
  travel_claim: ['Who pays compensation for cancelled trips?', 'The trip was not cancelled.'],
  unlock_after_alert: [
    'The lock was taken off an hour ago.',
    'Why are accounts locked after an alert?',
  ],
  update_contact_details: [
    "My client's contact details are all up to date.",
    'Which contact details do you have?',
  ],
  verify_identity: [
    'Her identity was verified last week.',
    'Do you verify identities by video?',
    'My client would like to know whether his identity must be verified.',
  ],
  general: [
    'I am calling about the account of Ms. Keller.',
    'Billing, please.',
    'My client asked me to find out whether you charge for closing an account, adding a user or replacing a card.',
    'He told me about his card, his loan, his mortgage and his account.',
    'Let me tell you what is not the matter: nobody lost a card and nobody wants a loan.',
    'You have probably heard "I want to cancel my contract" often enough today.',
    'Another client of mine wants his account closed; this call is for somebody else.',
    "I'd like to speak to somebody about a mortgage.",
    'Thank you for closing his account so quickly.',
  ],
}

/** More of both, written after what the others showed was mended. */
export const LATER_REQUESTS: Texts = {
  account_upgrade: ['Mrs. Okoye asked me to have her account moved to a better type.'],
  activate_card: ['Her new card is here. Please activate it.'],
  add_authorized_user: [
    "My customer's wife should become an authorized user of his account, please arrange that.",
  ],
  add_seats: ['The team has grown, so they need ten extra seats on the plan.'],
  automatic_payment: ['Could automatic payments be set up for Mr. Lang?'],
  book_appointment: ["I'm trying to get my client an appointment with a dermatologist."],
  cancel_contract: ['Please cancel the contract that Ms. Moreno has with you.'],
  card_limit: ["Would you mind raising the limit on my client's card?"],
  certificate: ['For his new flat my client needs an insurance certificate from you.'],
  change_booking: ['Something came up, so she has to move her flight to another date.'],
  change_coverage: ["I would like to include a customer's daughter in her policy."],
  change_name: ['After her wedding my client has a new name and wants it on file.'],
  change_order: ['My client picked the wrong size yesterday; please change it in the order.'],
  claim_status: ["There are more photos for the open claim, and I'd like to send them to you."],
  close_account: ["It's about closing an account for Mr. Bianchi."],
  connection_drops: ["The connection at my client's house drops all the time. Please fix it."],
  correct_bill: ["I'd like you to correct a mistake on Ms. Wolf's bill."],
  correct_records: ['An entry in the file of my client is wrong and she would like it corrected.'],
  damaged_bag: ['My client got her bag back without wheels and would like to report it.'],
  deliver_medicine: ["Can the medicine be brought to my client's home, please?"],
  dispute_charge: ["On behalf of Mr. Reyes I'd like to dispute a charge that he did not make."],
  dispute_status: ['My customer has more papers for his dispute and asks you to add them.'],
  error_message: ['Please do something about the error message that my client sees every morning.'],
  exchange_meter: ['Mr. Lindqvist wants to get a smart meter.'],
  exclusion_review: ["Would it be possible to have an exclusion removed from Mrs. Fox's cover?"],
  extend_warranty: ['It is about a phone whose warranty my customer would like to extend.'],
  health_claim: ['Please take another look at the surgery claim that was rejected.'],
  invoice_copy: ['I am to ask you for copies of the last three invoices.'],
  language_preference: ['My client would prefer letters in Spanish from now on.'],
  late_fee_waiver: ['Would you be so kind as to take off the late fee?'],
  loan_application: ['My client needs a car and would like to apply for a loan.'],
  login_broken: ["He can't get into the app since it locked him out, please let him back in."],
  lost_card: ["My client's debit card is lost; she needs a replacement."],
  lost_luggage: ["I'm calling about a suitcase that never arrived and should be found."],
  missing_parcel: ['Please look for a parcel that has not arrived.'],
  missing_payment: ['My client paid, but the payment never arrived with you. Please find it.'],
  mortgage_terms: ['Ms. Blum is interested in refinancing her mortgage with you.'],
  move_appointment: [
    "My client can't come this week, so please move the appointment to next week.",
  ],
  move_license: ['The license is on an old computer and has to be moved to a new one.'],
  move_service: ['On moving day my customer wants her service moved to the new address.'],
  open_claim: ['A pipe burst and my client wants to open a claim for the water damage.'],
  payment_plan: ['My client cannot pay everything at once. Could she pay in instalments?'],
  redeem_reward: ['With his points Mr. Sousa would like to redeem a reward.'],
  redirect_delivery: ['Nobody is at home, so my client wants the delivery sent to his office.'],
  refund: ['My client returned an item and would now like the refund.'],
  repair_product: ["My customer's device broke within the warranty. Please repair it."],
  report_outage: [
    "There is no power in my client's street, and I would like to report the outage.",
  ],
  send_records: ["Please pass my client's records on to her new doctor."],
  submit_reading: ['Here is a meter reading from Ms. Hart that I would like to hand in.'],
  unlock_after_alert: [
    'After an alert the account got locked; my client would like to have the lock taken off.',
  ],
}

export const LATER_NON_REQUESTS: Texts = {
  account_upgrade: ['Which types of account do you offer?'],
  activate_card: ['My client has not received a card that could be activated.'],
  add_authorized_user: ['Can an authorized user close the account?'],
  add_seats: ['The ten seats were added on Friday.'],
  automatic_payment: ['Will automatic payments be made on the first of the month?'],
  book_appointment: ['She has seen the dermatologist and is fine.'],
  cancel_contract: [
    'He might cancel his contract one of these days.',
    'Nobody said anything about cancelling the contract.',
  ],
  card_limit: ['May the limit of a card be raised twice a year?'],
  certificate: ['His landlord has got the certificate of insurance.'],
  change_booking: ['Are flights ever changed by you without notice?'],
  change_coverage: ['His daughter has a policy of her own.'],
  change_name: ['Her name was changed on all your letters, thank you.'],
  change_order: ["Yesterday's order was just the right size."],
  claim_status: ['Would more photos help with the claim?'],
  close_account: ['Closing the account is the last thing he wants.'],
  connection_drops: ['Since the technician came the connection has not dropped once.'],
  correct_bill: ['A mistake on a bill can happen to anybody.'],
  correct_records: ['How does one correct a wrong entry in a file?'],
  damaged_bag: ['A bag without wheels is what she bought.'],
  deliver_medicine: ['The medicine was brought to her home at noon.'],
  dispute_charge: ['My client made that charge himself.'],
  dispute_status: ['Were the papers added to the dispute?'],
  error_message: ["Error messages are a nuisance, aren't they?"],
  exchange_meter: ['The smart meter is on the wall already.'],
  exclusion_review: ['Exclusions are never removed, I suppose.'],
  extend_warranty: ['I wonder how many people extend their warranties.'],
  health_claim: ['Rejected claims are looked at again by whom?'],
  invoice_copy: ['The copies of the invoices are readable.'],
  language_preference: ['His Spanish is poor, so letters in Spanish are no use to him.'],
  late_fee_waiver: ['When is a late fee taken off and when not?'],
  loan_application: ['Her loan was paid off in June.'],
  login_broken: ['It was his son who got locked out of the app.'],
  lost_card: ['Had she lost her card, she would have told me.'],
  lost_luggage: ['All suitcases arrived.'],
  missing_parcel: ['Is a parcel missing?'],
  missing_payment: ['Payments arrive within two days, as a rule.'],
  mortgage_terms: ['Refinancing is out of the question for her.'],
  move_appointment: ['Next week he is on holiday, so the appointment stays where it is.'],
  move_license: ['A friend of his moved his license last week.'],
  move_service: ['Movers cost a lot these days.'],
  open_claim: ['There was water, but no damage.'],
  order_confirmation: ['I never got a confirmation for my own order at another shop.'],
  payment_plan: ['Instalments were offered to her, and she said no.'],
  redeem_reward: ['He redeemed a reward in spring.'],
  redirect_delivery: ['The delivery should go to her home as ordered.'],
  refund: ['The refund was smaller than she had hoped.'],
  report_fraud: ['Fraud is on the rise everywhere.'],
  submit_reading: ['The meter cannot be read at all.'],
  general: ['My client has several accounts, two cards and a mortgage with you.'],
}
