/**
 * What an agent may say to a department that is to do this business, in words of its own: written
 * from what customers write, without a look at the words that departments listen for.
 */
export const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  update_contact_details: [
    'Good morning, my customer has moved and would like you to update the contact details you hold.',
    'Please change the mailing address on the profile.',
    'Hi there! The contact information on her profile is out of date, could you put the new one in?',
  ],
  change_name: [
    'The customer got married and needs her surname changed in your files.',
    'I am calling to have the spelling of a name corrected.',
    'Could you please record a new last name for my client? He took his wife’s name.',
  ],
  language_preference: [
    'My client wishes to receive your letters in Spanish.',
    'Please switch the language of his correspondence.',
    'She is drowning in newsletters; could you stop them and send important letters only?',
  ],
  correct_bill: [
    'There is a mistake on the last bill and we would like it corrected.',
    'Hello, I need an overcharge removed from my customer’s bill, please.',
    'The bill has doubled all of a sudden. Please look into it and fix it.',
  ],
  invoice_copy: [
    'Could you send copies of the three most recent invoices?',
    'My customer requires an itemised invoice.',
    'I would like to request an invoice issued to her company.',
  ],
  late_fee_waiver: [
    'Please waive the late fee from last month.',
    'We are asking for a late fee to be removed from the account.',
    'He was charged a late fee through no fault of his own and wants it taken off.',
  ],
  payment_plan: [
    'My customer would like to pay off the balance in instalments.',
    'Can we arrange a payment plan for what she owes?',
    'I want to set up a plan so that the balance can be paid over several months.',
  ],
  automatic_payment: [
    'Please turn off autopay for this customer.',
    'She would like automatic payments to be set up from next month.',
    'The autopay date should be moved to the 15th, could you do that?',
  ],
  missing_payment: [
    'A payment he made never showed up on your side; please trace it.',
    'My customer paid twice and wants one payment returned.',
    'Could you find out what happened to a missing payment?',
  ],
  connection_drops: [
    'The connection at her place keeps dropping, please have somebody fix it.',
    'I need a technician to check the router.',
    'Everything is terribly slow there. Could you find out why the internet is slow?',
  ],
  login_broken: [
    'My customer is locked out of the app and needs to get back in.',
    'Please reset the password, because the reset link does not arrive.',
    'His login stopped working. Can you repair it?',
  ],
  error_message: [
    'An error message shows up each morning, we would like you to get rid of it.',
    'The app crashes all the time; please investigate the crash.',
    'Could you fix the app? It freezes when it is started.',
  ],
  add_authorized_user: [
    'My customer wants to add his wife as an authorized user.',
    'Please remove the former partner as authorized user from the account.',
    'She wishes to let her brother act on the account, could you set that up?',
  ],
  close_account: [
    'Please close my customer’s account.',
    'I am calling because he would like to shut down an account that he no longer uses.',
    'We need her second account to be closed.',
  ],
  account_upgrade: [
    'Could you switch the account to the business tariff?',
    'My client would like to turn her account into a joint account.',
    'He wants to upgrade to a better account type.',
  ],
  verify_identity: [
    'Please verify the identity of my customer.',
    'She received a letter about an identity check and would like to complete it.',
    'My customer moved house and needs you to confirm who he is.',
  ],
  renew_identity_document: [
    'I would like to put a new passport on file for my customer.',
    'The ID document you have has expired, please replace it with the new one.',
    'Could you register her new driving licence?',
  ],
  report_fraud: [
    'I need to report fraud on an account.',
    'My customer has noticed suspicious activity and wants it stopped.',
    'I am calling to report that her data has been misused.',
  ],
  unlock_after_alert: [
    'There is a security lock on the account, please remove it.',
    'After a security alert the account was blocked; could you unblock it?',
    'My client asks you to lift the block placed after a security warning.',
  ],
  dispute_charge: [
    'He wants to dispute a charge that he did not make.',
    'Please reverse a charge that is not hers.',
    'My customer would like to challenge a transaction from a shop she has never heard of.',
  ],
  dispute_status: [
    'I would like to add documents to an open dispute.',
    'Could you tell me how far the dispute has come?',
    'She opened a dispute last week and wishes to withdraw it.',
  ],
  lost_card: [
    'Hello, on behalf of my customer: she lost her debit card and needs a replacement.',
    'Please send a new card, the old one was stolen.',
    'His card is broken and we would like to order another one.',
  ],
  card_limit: [
    'Could you increase the limit of her card?',
    'Please lower the spending limit on the card.',
    'My customer travels next month and wants the card to work abroad.',
  ],
  activate_card: [
    'A new card came in the mail, please activate it.',
    'I am calling to activate a card.',
    'She would like to choose another PIN code for her card.',
  ],
  loan_application: [
    'My customer wants to apply for a car loan.',
    'He would like to borrow money for a new roof.',
    'Please start an application for a small personal loan.',
  ],
  mortgage_terms: [
    'We would like to refinance the mortgage.',
    'Could you give me a payoff figure for her mortgage?',
    'My customer asks to pause the loan for two months.',
  ],
  open_claim: [
    'I want to open a claim because of water damage.',
    'There was an accident and my customer needs to file a claim.',
    'Please register a claim for a bicycle that was stolen.',
  ],
  health_claim: [
    'The claim for her surgery was rejected, please review it again.',
    'I am calling to submit a claim for a hospital stay.',
    'Could you explain why the claim was only covered in part?',
  ],
  travel_claim: [
    'My customer wants compensation for a trip that was cancelled.',
    'I need to file a claim for belongings that were broken on the trip.',
    'He had to pay for a hotel night himself and would like to make a claim for it.',
  ],
  claim_status: [
    'I would like to send more photos for an open claim.',
    'When will the claim be paid out? She would like to know.',
    'Please change the bank details on his claim.',
  ],
  change_coverage: [
    'She wants to add her daughter to the policy.',
    'Please increase the coverage of the home policy.',
    'My client would like to change what the policy covers.',
  ],
  certificate: [
    'Could you issue a certificate of insurance?',
    'The landlord wants proof of insurance, please send it to him.',
    'I need another copy of the policy papers.',
  ],
  premium_review: [
    'We would like the premium to be reviewed.',
    'My customer’s premium went up a lot; please have a look at it.',
    'He works from home now and asks for a lower premium.',
  ],
  exclusion_review: [
    'Please remove an exclusion from her cover.',
    'My customer would like the health questions to be assessed once more.',
    'Would you insure a house that has a thatched roof?',
  ],
  cancel_contract: [
    'My customer wants to cancel the contract.',
    'Please end her subscription.',
    'He would like to terminate everything at the end of the month.',
  ],
  renegotiate: [
    'She is thinking of leaving and would like a better price.',
    'Can we negotiate cheaper terms for the contract?',
    'My client sent a cancellation and wants to take it back.',
  ],
  change_order: [
    'Please change the size in the order from yesterday.',
    'I would like to add something to an open order.',
    'One item of the order should be cancelled, could you do that?',
  ],
  order_confirmation: [
    'My customer needs a confirmation for her order.',
    'Could you check whether the order went through?',
    'The order was lost; please place it again.',
  ],
  return_item: [
    'She wants to return shoes that are too small.',
    'Could you send us a return label?',
    'A lamp came in the wrong colour and he would like to send it back.',
  ],
  refund: [
    'My customer sent something back and is waiting for a refund; please pay it.',
    'Could you find out where the refund is?',
    'I would like to exchange a jacket for a larger size.',
  ],
  missing_parcel: [
    'A parcel is missing, please trace it.',
    'Could you tell me where her parcel is?',
    'I want to report that a parcel was left standing in the rain.',
  ],
  redirect_delivery: [
    'Please deliver it to his office instead: the delivery should go there.',
    'We would like to choose a different day for the delivery.',
    'My customer needs a sofa to be carried up to the third floor on delivery.',
  ],
  repair_product: [
    'A device is broken and should be repaired under warranty.',
    'I am calling to get a washing machine repaired.',
    'The headphones have gone silent and she would like to claim the guarantee.',
  ],
  extend_warranty: [
    'Please extend the warranty on the phone.',
    'My customer would like to register a product for warranty.',
    'He sold it and wants the guarantee transferred to the buyer.',
  ],
  report_outage: [
    'I need to report a power outage in the street.',
    'They have had no water since noon, and I want to report it.',
    'Please note a gas smell: it was checked, but it has come back.',
  ],
  outage_credit: [
    'My customer wants a credit for the last outage.',
    'Could somebody call him back and say when the interruption ends?',
    'Please put her mother on the priority list for outages.',
  ],
  submit_reading: [
    'I would like to submit a meter reading.',
    'Please read the meter again.',
    'A reading was typed in wrongly, could you correct it?',
  ],
  exchange_meter: [
    'My customer would like a smart meter installed.',
    'The meter is faulty and has to be exchanged, please.',
    'We want to have the meter tested.',
  ],
  start_service: [
    'Please start service at her new home.',
    'My client needs a new line to be installed.',
    'Could you connect the new flat before the first of the month?',
  ],
  move_service: [
    'She is moving and wants to take the connection along.',
    'Please move the service to a different address.',
    'I would like to stop service at the old place.',
  ],
  book_appointment: [
    'I want to book an appointment with a dermatologist.',
    'My customer has trouble with his knee and would like to see a doctor.',
    'Could you give her a date for a check-up?',
  ],
  move_appointment: [
    'Please move the appointment to next week.',
    'I need to cancel an appointment for her son.',
    'Is there an earlier appointment? He would like to have it.',
  ],
  send_records: [
    'Please send my customer’s records to her new doctor.',
    'I would like to obtain a copy of the medical records.',
    'Could you forward the X-rays to a specialist?',
  ],
  correct_records: [
    'There is a wrong entry in the medical file and it should be corrected, please.',
    'My client wants a vaccination added to the records.',
    'She would like to know who has looked at her medical file.',
  ],
  renew_prescription: [
    'Please renew a prescription.',
    'He needs a refill of his blood pressure tablets.',
    'Could you transfer the prescription to a branch close by?',
  ],
  deliver_medicine: [
    'My customer would like the medicine to be delivered to her home.',
    'Is there a cheaper medicine with the same effect? We would like to ask for it.',
    'I am calling to find out if the medicine is ready.',
  ],
  change_booking: [
    'Please change the date of the flight.',
    'My client would like to postpone her booking to next spring.',
    'Could you add his son to the hotel booking?',
  ],
  special_request: [
    'They want seats next to each other, please.',
    'I would like to request a room on a quiet floor.',
    'My customer needs a wheelchair to be ordered for the trip.',
  ],
  lost_luggage: [
    'A suitcase never arrived; please find it.',
    'I want to report lost luggage.',
    'Could you forward his bag? It was left behind.',
  ],
  damaged_bag: [
    'I need to report a bag that lost its wheels on the way.',
    'The suitcase was damaged, and she would like it replaced.',
    'Please register oversized baggage, it is a pair of skis.',
  ],
  missing_points: [
    'Some points are missing and should be credited, please.',
    'My customer would like to know where his points have gone.',
    'Please transfer points to her husband.',
  ],
  redeem_reward: [
    'She would like to redeem a reward.',
    'Could you restore his gold status?',
    'A voucher was refused and my customer wants to use it.',
  ],
  move_license: [
    'Please move a license to a new computer.',
    'The license key was never sent, could you send it?',
    'Someone left the team and we would like to free up the seat.',
  ],
  add_seats: [
    'We need ten more seats added to our plan.',
    'My customer wants to turn the trial into a full license.',
    'Please renew the licenses for another year.',
  ],
}

/** Said at a desk that only has to act before another one, whose business is named. */
export const CLEARANCES: readonly (readonly [business: string, text: string])[] = [
  ['send_records', 'Please verify my customer’s identity so that the records can be sent.'],
  ['send_records', 'The records office told me to call you first.'],
  ['send_records', 'I need a verification for the release of medical records.'],
  [
    'correct_records',
    'She wants a wrong entry in her medical file corrected. They sent me to you.',
  ],
  ['unlock_after_alert', 'We need your clearance before the security lock can be removed.'],
  ['report_fraud', 'Could you confirm the customer’s identity for the fraud team?'],
  ['dispute_charge', 'He wants to dispute a charge, and I was told that you come first.'],
  ['dispute_charge', 'I need a reference number from you for the disputes team.'],
  ['payment_plan', 'My customer would like a payment plan; please clear the bill for it.'],
  ['automatic_payment', 'She wants automatic payments set up and you have to approve it first.'],
  ['cancel_contract', 'He wants to cancel his contract. Please give us the go-ahead.'],
  ['renegotiate', 'Please release the account so that cheaper terms can be agreed.'],
  ['return_item', 'She wants to return shoes that do not fit.'],
  ['return_item', 'I need your approval before the shoes can be returned.'],
  ['refund', 'Please clear this order for a refund.'],
  ['missing_parcel', 'A parcel is missing and Delivery says that you have to do your part first.'],
  ['repair_product', 'A washing machine needs to be repaired under warranty.'],
  ['repair_product', 'Please authorize the repair.'],
  ['open_claim', 'My customer wants to file a claim after an accident.'],
  ['open_claim', 'Could you clear the policy for a claim?'],
  ['premium_review', 'We would like the premium reviewed and need clearance from you.'],
  ['lost_luggage', 'Please release the booking, her suitcase never arrived.'],
  ['lost_luggage', 'I am calling for a clearance, it is about lost luggage.'],
  ['renew_prescription', 'He needs a prescription renewed and the pharmacy sent me here.'],
  ['start_service', 'She wants service started at her new home; please verify who she is.'],
  ['loan_application', 'My client wants to apply for a loan and needs you to sign off.'],
  ['move_license', 'We would like to move a license. Please clear the account first.'],
  ['add_seats', 'I need authorization so that seats can be added to our plan.'],
]
