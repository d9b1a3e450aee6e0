import type { Matter } from './matter.ts'

/** Of card services, disputes, fraud protection and lending. */
export const CARD_MATTERS: readonly Matter[] = [
  {
    service: 'lost_card',
    needs: { record: 'the card in question', address: 'the address for the new card' },
    record: 'card',
    says: [
      'replace {record}, which I lost, and have the new one sent to {address}',
      'get a replacement for {record}, which was stolen, sent to {address}',
      'order a replacement for {record}, which is broken, and have it sent to {address}',
    ],
    consequences: [
      {
        says: 'the replacement comes with another number, so recurring charges stop',
        against: 'My subscriptions run through that card, and I have no time to move them.',
        fine: 'My subscriptions ran through that card, and I have moved every one of them.',
      },
      {
        says: 'the replacement no longer comes with rental car insurance',
        against: 'I rent a car every month, and being covered is the reason I got that card.',
        fine: 'I no longer rent cars, and being covered is not the reason I got that card.',
      },
    ],
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
    consequences: [
      {
        says: 'a new limit also turns off foreign purchases until the next statement',
        against: 'I will not be back from Canada until Saturday and need that card here.',
        fine: 'I got back from Canada on Saturday and only need that card at home.',
      },
      {
        says: 'a new limit also cancels everything that is still pending',
        against: 'A payment to my landlord is on its way, and it has not arrived yet.',
        fine: 'A payment to my landlord was on its way, and it has arrived by now.',
      },
    ],
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
      'have a card activated that came by mail, {record}',
    ],
    consequences: [
      {
        says: 'activating it also switches off the one you have been using',
        against: 'My old card has to keep working alongside it until summer.',
        fine: 'My old card went through the shredder last summer.',
      },
      {
        says: 'activating it also allows small purchases without a PIN',
        against: 'Even for a cup of coffee, I do not want the card to work without my code.',
        fine: 'At least for a cup of coffee, I want the card to work without my code.',
      },
    ],
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
    consequences: [
      {
        says: 'until the dispute is decided, nothing new can be charged to your account',
        against: 'I pay for something with that account almost every day.',
        fine: 'I no longer pay for anything with that account.',
      },
      {
        says: 'the merchant is given your phone number and may call you about it',
        against: 'I never want to talk to whoever charged me that money.',
        fine: 'I would like to talk to whoever charged me that money.',
      },
    ],
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
      'get an update on {record} and how far along it is',
      'ask about {record} and how far along they are with it',
    ],
    consequences: [
      {
        says: 'a report on the dispute also goes to the merchant',
        against: 'I do not want the other side to know that I am asking.',
        fine: 'I would like the other side to know that I am asking.',
      },
      {
        says: 'the report takes the place of the call from your case worker',
        against: 'The woman handling my case promised to call me, and I am counting on that.',
        fine: 'The woman handling my case promised to call me, and I cannot take calls anyway.',
      },
    ],
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
    consequences: [
      {
        says: 'a report also locks the account for three days',
        against: 'I need to get into my account every day this week.',
        fine: 'I do not need to get into my account at all this week.',
      },
      {
        says: 'a report is also passed on to the police',
        against: 'I think it was my own nephew, so I do not want anyone arrested.',
        fine: 'I think it was a whole gang, so I do want someone arrested.',
      },
    ],
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
    consequences: [
      {
        says: 'lifting it also signs you out on all your devices',
        against:
          'I am logged in on the tablet my kids use for school, and I do not want that to end.',
        fine: 'I am still logged in on a tablet that I sold, and I want that to end.',
      },
      {
        says: 'lifting it also turns off all warnings for a week',
        against: 'If anything else looks odd, that should not wait until next week.',
        fine: 'If anything else looks odd, that may as well wait until next week.',
      },
    ],
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
      'apply for a {option} of {amount_cents} that I pay back in {count} months',
      'put in an application for a {option} of {amount_cents} over {count} months',
    ],
    consequences: [
      {
        says: 'the application lowers your credit score for a while',
        against: 'I am applying for an apartment next week, and my rating has to be good.',
        fine: 'I got the apartment I was applying for, so my rating can drop for now.',
      },
      {
        says: 'the money comes with an insurance plan that you cannot leave out',
        against: 'I want to borrow money and do not want any extras on top.',
        fine: 'I want to borrow money and am glad to get some extras on top.',
      },
    ],
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
    consequences: [
      {
        says: 'the new terms do not allow any early repayment',
        against: 'I come into some money next year, and it will go toward paying off the house.',
        fine: 'I come into some money next year, and it will go toward college for my kids.',
      },
      {
        says: 'the new terms require an appraiser to look at the house from the inside',
        against: 'I rent the place out, and my tenants do not let anyone in.',
        fine: 'I rent the place out, and my tenants do not mind letting anyone in.',
      },
    ],
    blocks: [
      'the mortgage was sold to another lender',
      'the current rate is locked in for another three years',
    ],
    fee: 'an origination fee',
  },
]
