import { type Matter, sideEffects } from './matter.ts'

/** Of card services, disputes, fraud protection and lending. */
export const CARD_MATTERS: readonly Matter[] = [
  {
    service: 'lost_card',
    needs: { record: 'the card in question', address: 'the address for the new card' },
    record: 'card',
    says: [
      'replace {record}, which I lost, with one sent to {address}',
      'get a replacement for {record}, which was stolen, sent to {address}',
      'replace {record}, which is broken, with one sent to {address}',
    ],
    consequences: sideEffects(`
      the replacement comes with another number, so recurring charges stop
      My subscriptions [run|ran] through that card, and I have [no time to move|moved every one \
        of] them.
      the replacement no longer comes with rental car insurance
      I [rent a car every month|no longer rent cars], and being covered is [|not ]the reason I \
        got that card.
    `),
    blocks: [
      'cards of that series are no longer made',
      'the account behind it is frozen by a court order',
    ],
    fee: 'a replacement fee',
  },
  {
    service: 'card_limit',
    needs: { record: 'the card in question', amount_cents: 'the new limit' },
    record: 'card',
    dollars: [300, 3_000],
    says: [
      'have the limit of {record} set to {amount_cents}',
      'change the spending limit to {amount_cents} on {record}',
      'get a limit of {amount_cents} on {record}',
    ],
    consequences: sideEffects(`
      a new limit also turns off foreign purchases until the next statement
      I [will not be|got] back from Canada [until|on] Saturday and [|only ]need that card \
        [here|at home].
      a new limit also cancels everything that is still pending
      A payment to my landlord [is|was] on its way, and it has [not arrived yet|arrived by now].
    `),
    blocks: [
      'the limit was changed less than thirty days ago',
      'the limit of that card is part of a loan agreement',
    ],
    fee: 'a fee for changing the limit',
  },
  {
    service: 'activate_card',
    needs: { record: 'the card to be activated' },
    record: 'card',
    says: [
      'activate {record}',
      'get {record} activated, now that it has come by mail',
      'activate {record}, which came by mail',
    ],
    consequences: sideEffects(`
      activating it also switches off the one you have been using
      My old card [has to keep working alongside it until|went through the shredder last] summer.
      activating it also allows small purchases without a PIN
      [Even|At least] for a cup of coffee, I [do not |]want the card to work without my code.
    `),
    blocks: [
      'that card has a misprint and is being recalled',
      'that card was reported as lost in the mail and has been voided',
    ],
    fee: 'an activation fee',
  },
  {
    service: 'dispute_charge',
    needs: { record: 'the charge in dispute' },
    record: 'transaction',
    says: [
      'dispute {record}, which I never made',
      'have {record} investigated, because it is not mine',
      'open a dispute over {record}',
    ],
    consequences: sideEffects(`
      nothing new can be charged to your account until the dispute is decided
      I [|no longer ]pay for [something|anything] with that [account almost every day|account].
      the merchant is given your phone number and may call you about it
      I [|still ]have [nothing|a few things] to say to whoever charged me that money.
    `),
    blocks: [
      'that charge was confirmed with a signature, which rules out a dispute',
      'the merchant has already paid that amount back',
    ],
    fee: 'an investigation fee',
  },
  {
    service: 'dispute_status',
    needs: { record: 'the dispute in question' },
    record: 'dispute',
    says: [
      'find out how far along they are with {record}',
      'get an update on {record} to see how far along it is',
      'ask them how far along they are with {record}',
    ],
    consequences: sideEffects(`
      a report on the dispute also goes to the merchant
      The other side [has no idea|knows] that I am asking[, which suits me| anyway].
      the report takes the place of the call from your case worker
      The woman handling my case promised to call me, and I [am counting on that|cannot take \
        calls anyway].
    `),
    blocks: [
      'the matter is with an outside arbitrator, who does not report to us',
      'we do not comment on a dispute until the merchant has answered',
    ],
    fee: 'a fee for a written report',
  },
  {
    service: 'report_fraud',
    needs: { record: 'the suspicious activity' },
    record: 'activity',
    says: [
      'report suspicious activity or fraud, since {record} was not me',
      'report {record} as suspicious activity',
      'report {record} as fraud',
    ],
    consequences: sideEffects(`
      a report also locks the account for three days
      I [|do not ]need to get into my account [every day|at all] this week.
      a report is also passed on to the police
      I think it was [my own nephew, and I could never|a whole gang, and I would gladly] talk to a detective.
    `),
    blocks: [
      'the same thing was reported before, and that case is still open',
      'the police have that case already and want no further reports from us',
    ],
    fee: 'a fee for the report',
  },
  {
    service: 'unlock_after_alert',
    needs: { option: 'the kind of block' },
    options: { purchases: 'purchases', sign_ins: 'sign-ins', new_devices: 'new devices' },
    says: [
      'have the block on {option} lifted after a security alert',
      'get the security lock on {option} lifted',
      'lift the block on {option} that came with a security alert',
    ],
    consequences: sideEffects(`
      lifting it also signs you out on all your devices
      I am logged in on a tablet that [my kids use for school, and|I have sold, so] it [has|no \
        longer has] to stay that way.
      lifting it also turns off all warnings for a week
      If anything else looks odd, that [should not|may as well] wait until next week.
    `),
    blocks: [
      'the police have asked us to keep it in place',
      'our specialists are still examining what set it off',
    ],
    fee: 'a fee for lifting the block',
  },
  {
    service: 'loan_application',
    needs: {
      option: 'the kind of loan',
      amount_cents: 'the amount of the loan',
      count: 'the number of months',
    },
    options: { car: 'car loan', personal: 'personal loan', home: 'home improvement loan' },
    dollars: [3_000, 25_000],
    counts: [12, 72],
    says: [
      'apply for a {option} of {amount_cents} over {count} months',
      'apply for a {option} of {amount_cents} to be paid back in {count} months',
      'put in an application for a {option} of {amount_cents} over {count} months',
    ],
    consequences: sideEffects(`
      the application lowers your credit score for a while
      I [am applying for an apartment next week, and|got the apartment I was applying for, so] \
        my rating [has to stay good|can drop for now].
      the money comes with an insurance plan that you cannot leave out
      I [feel safe without any|would only feel safe with] insurance when I borrow money.
    `),
    blocks: [
      'we are not making any new loans this quarter',
      'another application from the same household is still open',
    ],
    fee: 'an application fee',
  },
  {
    service: 'mortgage_terms',
    needs: { option: 'the kind of rate', count: 'the number of years' },
    options: {
      fixed: 'a fixed rate',
      variable: 'a variable rate',
      fixed5: 'a five-year fixed rate',
    },
    counts: [10, 30],
    says: [
      'refinance my mortgage at {option} over {count} years',
      'change the terms of my mortgage to {option}, with {count} years to go',
      'get better terms for my mortgage, with {option} over {count} years',
    ],
    consequences: sideEffects(`
      the new terms do not allow any early repayment
      I am coming into some money next year, and it will go toward [paying off the house|college for \
        my kids].
      the new terms require an appraiser to look at the house from the inside
      I rent the place out, and my tenants do not [let|mind letting] anyone in.
    `),
    blocks: [
      'the mortgage was sold to another lender',
      'the current rate is locked in for another three years',
    ],
    fee: 'an origination fee',
  },
]
