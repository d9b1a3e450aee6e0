import { lines } from '../grammar/lines.ts'
import type { DepartmentKind } from './departments.ts'
import type { Industry } from './industries.ts'
import { LOOKALIKES } from './lookalikes.ts'

/** Something that departments of a kind carry out. */
export interface Service {
  /** The id in tool calls: `invoice_copy`. */
  readonly id: string
  readonly kind: DepartmentKind
  /** Its description in the directory. */
  readonly about: string
  /**
   * Customers' requests at the stage `seed`; each continues "I need to". Empty for a service that
   * no customer wants.
   */
  readonly says: readonly string[]
  /** The industries that have it; left out if all with this kind of department do. */
  readonly industries?: readonly Industry[]
}

/** All services except the twins of look-alikes. */
const USUAL = readServices(`
  customer_service:
    update_contact_details: change a mailing address or other contact details
      update my contact details
      change the mailing address they have for me
      have my new contact details put on my profile
    change_name: change or correct a name
      have my name changed after my wedding
      correct the spelling of my name on my profile
      have my name changed back after my divorce
    language_preference: choose the language of letters
      get their letters in Spanish from now on
      change the language of my letters
      get letters in a language that my mother can read
  billing:
    correct_bill: correct a mistake on a bill or take off an overcharge
      have a mistake on my bill corrected
      get an overcharge on my last bill taken off
      get a bill corrected that lists the same thing twice
    invoice_copy: send copies of invoices, itemized or not
      get a copy of my last three invoices
      have an itemized invoice sent to me
      get copies of last year's invoices for my taxes
    late_fee_waiver: waive a late fee
      have a late fee waived
      ask them to waive last month's late fee
      get rid of a late fee that was not my fault
  payments:
    payment_plan: agree on a payment plan in installments for a balance
      pay what I owe in installments
      set up a payment plan for my balance
      spread my balance over a few months
    automatic_payment: set up, move or stop automatic payments
      set up automatic payments
      have my automatic payments moved to the first of the month
      stop my automatic payments
    missing_payment: trace a missing payment
      trace a payment that never arrived
      have a payment I made last week traced
      have a missing payment traced
  technical_support:
    connection_drops (telecom utilities): fix a router or a connection that is slow \
        or keeps dropping
      get my connection fixed, since it keeps dropping
      find out why my connection has become so slow
      have someone look at my router
    login_broken: fix a login or reset a password
      get my login fixed, since the app locked me out
      get my login fixed, which no longer works
      reset my password, since the link for it never comes
    error_message: look into error messages, crashes and apps that freeze
      get rid of an error message that comes up every morning
      have a crash of the app looked into
      fix an app that freezes on start
    remote_session: book a lesson with a trainer
  account_services:
    add_authorized_user: add an authorized user to an account
      add my wife as an authorized user
      let my brother act on my account as an authorized user
      have my assistant added as a user of my account
    close_account: close an account
      close my account
      close an account I no longer use
      have my second account closed
    account_upgrade: switch an account to another type or tier
      move to a better type of account
      switch my account to another type
      switch my account to the business tier
    remove_user: remove an authorized user from an account
  identity_desk:
    verify_identity: verify an identity
      have my identity verified
      verify my identity after my move
      complete the identity check they wrote to me about
    renew_identity_document: put a new passport or other ID document on file
      put my new passport on file
      replace the expired ID document they have on file
      put my new driver's license on file as an ID document
    set_codeword: set a codeword
  fraud_protection:
    report_fraud: report fraud, misused data or suspicious activity
      report fraud on my account
      tell somebody that my data was misused
      report suspicious activity that I have just seen
    unlock_after_alert: lift a block or lock after a security alert
      have a security lock lifted
      get my account unblocked after a security alert
      lift the block that came with a security alert
    alert_settings: choose how alerts reach you
  disputes:
    dispute_charge: dispute a charge and have it investigated
      dispute a charge I never made
      dispute a charge from a shop I do not know
      get a charge that is not mine investigated
    dispute_status: say how far along a dispute is
      check how far along my dispute is
      find out how far along they are with the dispute I opened in spring
      ask how far along my dispute is by now
    fee_refund: refund a service fee
  card_services:
    lost_card: replace a lost, stolen or broken card
      replace a lost debit card
      get a new card because mine was stolen
      order a replacement for a broken card
    card_limit: raise or lower the limit of a card
      raise the limit of my card
      lower the spending limit on my card
      have a higher limit on my card
    activate_card: activate a new card
      activate my new card
      get my new card activated, which came by mail
      have the new card they sent me activated
    card_abroad: enable a card for use abroad
  lending:
    loan_application: take applications for a loan
      apply for a car loan
      apply for a small personal loan
      apply for a loan for a new roof
    mortgage_terms: refinance a mortgage or change its terms
      refinance my mortgage
      change the terms of my mortgage
      get better terms for the mortgage on my house
    loan_statement: send the yearly statement of a debt
  claims:
    open_claim (insurance): open a claim for damage, theft or an accident
      open a claim for water damage
      open a claim after an accident
      open a claim for the theft of my bicycle
    health_claim (healthcare): file or review a claim for treatment
      have a rejected claim for my surgery reviewed
      file a claim for a hospital stay and the treatment there
      file a claim for a treatment in May
    travel_claim (travel): file a claim for a trip that was canceled or went wrong
      file a claim for a canceled trip
      file a claim for things broken on my trip
      file a claim for a hotel night on a trip that went wrong
    claim_status: say when a pending claim is paid out
      find out when my claim will be paid out
      ask how long it takes until my pending claim is paid out
      find out whether my claim will be paid out this month
    change_payee_bank: change the bank account for a payout
  policy_services:
    change_coverage: change what or whom a policy covers
      add my daughter to my policy
      raise the coverage of my home policy
      change what my policy covers
    certificate: send a certificate or proof of insurance
      get a certificate of insurance
      have proof of insurance sent to my landlord
      have an insurance certificate sent to me
    policy_holder: transfer ownership to another holder
  underwriting:
    premium_review: review a premium
      have my premium reviewed
      get a review of my premium, since it went up so much
      get a lower premium after a review, since I now work from home
    exclusion_review: review an exclusion
      have an exclusion in my policy reviewed
      get the exclusion of mold reviewed
      ask for a review of the exclusion of floods
    medical_report: take in papers from a doctor
  retention:
    cancel_contract: cancel a contract or subscription
      cancel my contract
      cancel my subscription
      cancel the contract as of next month
    renegotiate: agree on a better price for a contract
      get a better price before I leave for another provider
      talk about a better price for my contract
      get the price of my contract down
    change_plan: switch to a smaller or larger plan
  order_desk:
    change_order: change the size, color or number in an open order
      change the size in an order I placed yesterday
      change the color of a lamp in my open order
      change the number of chairs in my open order
    order_confirmation: send the confirmation of an order
      get a confirmation for an order
      have the confirmation of my order sent to me
      get the confirmation of my order again
    cancel_order: cancel an order before it is sent
  returns:
    return_item: return an item or send a return label
      return shoes that do not fit
      return a lamp that came in the wrong color
      get a return label
    refund: pay the refund for something sent back
      get a refund for something I sent back
      find out where my refund is
      have the refund paid that I have been waiting for
    exchange_item: exchange clothes for another size
  delivery:
    missing_parcel: trace a missing parcel
      have a missing parcel traced
      find out where my parcel is
      trace a parcel that was due on Monday
    redirect_delivery: send a delivery to another address or on another day
      have a delivery sent to my office address
      choose another day for a delivery
      have a delivery come on another day
    delivery_proof: show who signed on arrival
  warranty:
    repair_product: repair a faulty device under warranty
      have a broken device repaired under warranty
      get a device that no longer makes a sound repaired under warranty
      have a device with a faulty screen repaired
    extend_warranty: extend the warranty of a product
      extend the warranty of my phone
      have my warranty extended by a year
      get a longer warranty for my phone
    spare_part: sell spare parts and chargers
  outage_desk:
    report_outage: report an outage
      report an outage on my street
      report an outage that began last night
      report an outage in the whole house
    outage_credit: give a credit for an outage
      get a credit for the last outage
      get a credit for last week's outage
      ask for a credit because of two outages this month
    planned_works: announce planned interruptions
  metering:
    submit_reading: record the reading of a meter
      submit a meter reading
      give them the reading of my meter
      report my yearly meter reading
    exchange_meter: exchange a meter or install a smart one
      get a smart meter
      have a faulty meter exchanged
      have my old meter exchanged
    correct_reading: correct a reading that was wrong
  connections:
    start_service: start service or install a line at a new home
      start service at my new home
      get a new line installed
      have service started at my new home before the first of the month
    move_service: move service or a connection to another address
      move my service to another address
      take my connection with me when I move
      have my connection moved to my next address
    pause_service: pause a contract
    final_reading (utilities): note the final meter reading
  appointments:
    book_appointment: book an appointment with a doctor
      book an appointment with a dermatologist
      book an appointment about my knee
      book an appointment for a checkup
    move_appointment: move an appointment to another time
      move my appointment to next week
      move my son's appointment to another time
      get an earlier time for my appointment
    cancel_appointment: cancel a visit
  medical_records:
    send_records: send medical records to a doctor or to the patient
      have my records sent to a new doctor
      get my medical records sent to me
      have my records sent to a specialist
    correct_records: correct or add an entry in a medical file
      have a wrong entry in my medical file corrected
      add my vaccination to my medical file
      have an entry corrected in the file of my last stay
    withdraw_consent: withdraw consent to research
  pharmacy:
    renew_prescription: renew a prescription or refill it
      renew a prescription
      get a refill of my blood pressure pills
      have my prescription renewed for three months
    deliver_medicine: deliver medicine to the home
      have my medicine delivered to my home
      get my medicine brought to my home
      have the medicine delivered, since I cannot walk
    transfer_prescription: hand a prescription over to another branch
  reservations:
    change_booking: change the date of a booking or flight
      change the date of my flight
      move my booking to a date in spring
      change my hotel booking to a later date
    special_request: note requests for seats, rooms or a wheelchair
      get seats next to each other
      request a room on a quiet floor
      request a wheelchair for my trip
    cancel_booking: cancel a journey
    name_on_booking: correct a passenger on a ticket
  baggage:
    lost_luggage: search for a bag or suitcase that did not arrive
      find a suitcase that did not arrive
      have somebody search for a bag that did not arrive
      report that my suitcase did not arrive
    damaged_bag: replace a damaged bag or suitcase
      report a damaged bag that came back without wheels
      get a damaged suitcase replaced
      have my bag replaced, which came back damaged
    oversized_item: register skis and other large items
  loyalty:
    missing_points: credit missing points
      get missing points credited
      find out where my missing points are
      get the points for my last purchase credited
    redeem_reward: redeem a reward or a voucher
      redeem a reward
      redeem my reward before it expires
      redeem a voucher that did not work
    move_points: give points away to a relative
  licensing:
    move_license: move a license to another computer
      move a license to a new computer
      get my license onto another computer
      have my license moved to another computer, since mine broke
    add_seats: add seats to a plan
      add ten seats to our plan
      add seats for five new colleagues
      have two seats added to our plan
    remove_seats: cut unused seats
`)

/** Parses `kind:`, its services as `id (industries): about`, and customers' requests for each. */
function readServices(text: string): readonly Service[] {
  const services: Service[] = []
  let kind = ''
  let says: string[] = []
  for (const line of lines(text)) {
    const [, id, industries, about] = /^(\w+)(?: \((.+)\))?:(?: (.+))?$/.exec(line) ?? []
    if (id === undefined) says.push(line)
    else if (about === undefined) kind = id
    else {
      says = []
      const only = industries === undefined ? {} : { industries: industries.split(' ') }
      services.push({ id, kind, about, says, ...only } as Service)
    }
  }
  return services
}

/** All services, by kind of department. A customer's request fits exactly one of them. */
export const SERVICES: readonly Service[] = [
  ...USUAL,
  ...LOOKALIKES.map(({ kind, id, about, industries }) => ({
    kind,
    id,
    about,
    says: [],
    ...(industries && { industries }),
  })),
]
