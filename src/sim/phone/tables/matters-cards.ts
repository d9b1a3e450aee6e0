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
        fine: 'My subscriptions ran through that card, and I have already moved them.',
      },
      {
        says: 'the replacement no longer comes with rental car insurance',
        against: 'I rent a car every month, and being insured is why I have that card.',
        fine: 'I no longer rent cars, and being insured is not why I have that card.',
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
        against: 'I fly to Canada on Saturday and will shop there with that card.',
        fine: 'I flew home from Canada on Saturday and will only shop here with that card.',
      },
      {
        says: 'a new limit also cancels everything that is still pending',
        against: 'A payment to my landlord is on its way but has not arrived yet.',
        fine: 'A payment to my landlord was on its way and has arrived by now.',
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
        says: 'activating it also switches off the one that you have used so far',
        against: 'My previous card has to work alongside it until summer.',
        fine: 'My previous card went through the shredder last summer.',
      },
      {
        says: 'activating it also allows small purchases without a PIN',
        against: 'Even for a cup of coffee, the card should ask for my code.',
        fine: 'At least for a cup of coffee, the card should not ask for my code.',
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
        against: 'I buy something through the account almost every day.',
        fine: 'I no longer buy anything through the account these days.',
      },
      {
        says: 'the merchant is given your phone number and may call you about it',
        against: 'I am afraid of whoever charged me, so I do not want them to have my number.',
        fine: 'I am not afraid of whoever charged me, so I want them to have my number.',
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
      'get word on {record} and how far along it is',
      'ask about {record} and hear how far along things are',
    ],
    consequences: [
      {
        says: 'a report on the dispute also goes to the merchant',
        against: 'It is better if the other side does not learn that I am asking.',
        fine: 'It is better if the other side learns that I am asking.',
      },
      {
        says: 'the report takes the place of the call from your case worker',
        against: 'The woman who has my case promised to call me, and I am counting on it.',
        fine: 'The woman who has my case promised to call me, and I am dreading it.',
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
      'report suspicious activity or fraud, since {record} was not my doing',
      'report suspicious activity, namely {record}',
      'report {record} as fraud',
    ],
    consequences: [
      {
        says: 'a report also locks the account for three days',
        against: 'I have to get into my account every day until the end of the month.',
        fine: 'I will not get into my account again before the end of the month.',
      },
      {
        says: 'a report is also passed on to the police',
        against: 'The culprit may be my own nephew, so I want no police in this.',
        fine: 'The culprit may be a whole gang, so I want the police in this.',
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
        against: 'The tablet at home should stay connected, since my kids learn on it.',
        fine: 'The tablet at home should go dark, since my kids only play on it.',
      },
      {
        says: 'lifting it also turns off all warnings for a week',
        against: 'If something odd happens this week, I want to hear about it at once.',
        fine: 'If something odd happens this week, I want to hear about it later.',
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
      'put in an application for a {option} of {amount_cents}, to run for {count} months',
    ],
    consequences: [
      {
        says: 'the application lowers your credit score for a while',
        against: 'My landlord checks my rating next week, and it has to be high.',
        fine: 'My landlord checked my rating last week, and it may drop now.',
      },
      {
        says: 'the money comes with an insurance plan that you cannot leave out',
        against: 'I want to borrow money and buy nothing else on top of it.',
        fine: 'I want to borrow money and am glad to be insured on top of it.',
      },
    ],
    blocks: [
      'no new loans are given out before the end of the quarter',
      'another application of the same household is still open',
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
        against: 'My inheritance comes next year, and it will go into paying off the house.',
        fine: 'My inheritance comes next year, and it will go into college for my kids.',
      },
      {
        says: 'the new terms require an appraiser to look at the house from the inside',
        against: 'My tenants live there, but I promised them that no one would come in.',
        fine: 'My tenants live there, and they told me that anyone could come in.',
      },
    ],
    blocks: [
      'the mortgage was sold to another lender',
      'the present rate is locked in for another three years',
    ],
    fee: 'an origination fee',
  },
]
