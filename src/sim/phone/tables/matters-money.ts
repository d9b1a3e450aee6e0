import { type Matter, sideEffects } from './matter.ts'

/** Of billing, payments and retention. */
export const MONEY_MATTERS: readonly Matter[] = [
  {
    service: 'correct_bill',
    needs: { record: 'the bill that is wrong', amount_cents: 'the amount of the overcharge' },
    record: 'bill',
    dollars: [90, 140],
    says: [
      'have an overcharge of {amount_cents} taken off {record}',
      'get a mistake of {amount_cents} corrected on {record}',
      'correct a mistake on {record}, which is {amount_cents} too high',
    ],
    consequences: sideEffects(`
      the old bill becomes void, and a new one is issued under another number
      My accountant has [filed|never seen] the original, and it [has|does not have] to stay valid.
      the difference is credited to you next month instead of paid out
      I [|do not ]need to get that money back in cash.
    `),
    blocks: [
      'it was corrected once already, and a second correction is not allowed',
      'the books for that period are closed',
    ],
    fee: 'a fee for the review',
  },
  {
    service: 'invoice_copy',
    needs: { count: 'the number of invoices', option: 'the form of delivery' },
    counts: [2, 12],
    options: { email: 'by email', paper: 'on paper', fax: 'by fax' },
    says: [
      'get copies of my last {count} invoices {option}',
      'have itemized copies of my last {count} invoices sent {option}',
      'have copies of my last {count} invoices sent to me {option}',
    ],
    consequences: sideEffects(`
      the same copies also go to everyone else who is named on the account
      My son is on the account too, and [he is not supposed to|I let him] see what I spend.
      every copy is stamped as a duplicate
      My accountant [does not accept anything|accepts anything, even] with a mark across the page.
    `),
    blocks: [
      'the invoices from before the system change were not kept',
      'an auditor has our archive of invoices until next month',
    ],
    fee: 'a copying fee',
  },
  {
    service: 'late_fee_waiver',
    needs: { record: 'the bill with the late fee' },
    record: 'bill',
    says: [
      'have the late fee on {record} waived',
      'ask them to waive the late fee that they put on {record}',
      'have the late fee that came with {record} waived',
    ],
    consequences: sideEffects(`
      with the waiver, future bills are taken from your bank account automatically
      I [want to|cannot seem to remember to] pay each one myself, so they [must not|can] just \
        take the money.
      the waiver also moves your due date to the first of the month
      I get paid [in the middle|at the end] of the month and [cannot pay before|can pay right \
        after] that.
    `),
    blocks: [
      'a late fee was waived this year already, and we do that once a year',
      'the fee has been passed on to a collection agency',
    ],
    fee: 'a handling charge',
  },
  {
    service: 'payment_plan',
    needs: {
      amount_cents: 'the balance',
      count: 'the number of installments',
      date: 'the day of the first installment',
    },
    dollars: [240, 1_800],
    counts: [3, 12],
    says: [
      'pay my balance of {amount_cents} in {count} installments, beginning on {date}',
      'set up a payment plan for my balance of {amount_cents}: {count} payments starting on {date}',
      'spread my balance of {amount_cents} over {count} monthly installments, starting on {date}',
    ],
    consequences: sideEffects(`
      the plan is reported to the credit bureaus
      I am [about to rent|done looking for] an apartment, so [I do not want|it is okay if] my \
        record [to look|looks] bad.
      one late installment makes the whole balance due at once
      My income is [irregular|regular], and I am [bound|sure never] to miss a [date now and \
        then|date].
    `),
    blocks: [
      'the balance is with a collection agency',
      'an earlier plan was not kept, and we agree on one plan only',
    ],
    fee: 'a setup fee for the plan',
  },
  {
    service: 'automatic_payment',
    needs: { option: 'the payment interval', date: 'the day of the first payment' },
    options: {
      biweekly: 'every two weeks',
      monthly: 'every month',
      quarterly: 'every three months',
    },
    says: [
      'set up automatic payments {option}, starting on {date}',
      'have automatic payments made {option}, beginning on {date}',
      'set up automatic payments {option}, with the first one on {date}',
    ],
    consequences: sideEffects(`
      with autopay, we no longer send a notice before each withdrawal
      I [do not keep much|always keep plenty of] money there, so I [|do not ]need to be told ahead \
        of time.
      autopay always takes the full balance
      [In|Even in] a slow month, I can [only afford half|afford all] of what I owe.
    `),
    blocks: [
      'the last withdrawal was returned by the bank, which rules out autopay for six months',
      'autopay is switched off for everyone until our new system is in place',
    ],
    fee: 'a setup fee for autopay',
  },
  {
    service: 'missing_payment',
    needs: { amount_cents: 'the amount of the payment', option: 'the payment method' },
    dollars: [90, 900],
    options: { check: 'by check', transfer: 'by bank transfer', money_order: 'by money order' },
    says: [
      'trace a missing payment of {amount_cents} that I made {option}',
      'trace a payment of {amount_cents}, sent {option}, that has gone missing',
      'find out what happened to the {amount_cents} I sent {option} and have the missing payment traced',
    ],
    consequences: sideEffects(`
      the trace cancels the original payment, so you have to send the money again
      That was [|not ]all I had, so I [cannot|can] pay it twice.
      the amount counts as unpaid until the trace is over in about six weeks
      I have [not |]signed my lease [yet|by now], so it [matters a lot|hardly matters] what I \
        seem to owe.
    `),
    blocks: [
      'we can trace back ninety days only, and that was longer ago',
      'the clearing house has sealed its records for that week',
    ],
    fee: 'a tracing fee',
  },
  {
    service: 'cancel_contract',
    needs: { record: 'the contract to be canceled', date: 'the last day of the contract' },
    record: 'contract',
    says: [
      'cancel {record}, effective {date}',
      'have {record} canceled, with {date} as the last day',
      'get out of {record} and have it canceled, effective {date}',
    ],
    consequences: sideEffects(`
      canceling it also ends the discount on everything else you have with us
      I get other things from them, and those [|do not ]have to stay as cheap as they are.
      what you have paid in advance is not refunded
      They have my money for the whole year, and I [still need|do not need] the rest of it.
    `),
    blocks: [
      'the minimum term still has fourteen months to run',
      'it was sold to another company, and only that company can end it',
    ],
    fee: 'an early termination fee',
  },
  {
    service: 'renegotiate',
    needs: { record: 'the contract in question', amount_cents: 'the monthly price' },
    record: 'contract',
    dollars: [90, 240],
    says: [
      'get the price of {record} down to {amount_cents} a month',
      'get a better price for {record}: {amount_cents} a month',
      'have the price of {record} lowered to {amount_cents} a month',
    ],
    consequences: sideEffects(`
      (24 months) the better price comes with a term of 24 months
      I [am moving to|was about to move to] Texas next year and have [to be out of it by \
        then|now decided to stay].
      at that price, we answer questions in writing only, not by phone
      When something goes wrong, I always [call|write to] them and never [write|call].
    `),
    blocks: [
      'it already has the lowest price that we may give',
      'all prices are frozen until the new price list is out',
    ],
    fee: 'a fee for the new terms',
  },
]
