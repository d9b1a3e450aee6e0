/** Who owes what to whom. `{month}` is a word such as "third". */
export interface RepaymentStory {
  readonly start: readonly string[]
  readonly rule: string
  readonly skipped: string
  readonly raise: string
  readonly change: string
  readonly extra: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly askDebt: readonly string[]
  readonly askInterest: readonly string[]
}

export const REPAYMENT_STORIES: readonly RepaymentStory[] = [
  {
    start: [
      '{name} borrows {amount} euros for a kitchen.',
      'For a new kitchen, {name} takes a loan of {amount} euros.',
    ],
    rule: 'At the end of each month, interest of {rate} % on the outstanding debt, rounded to the nearest cent (half a cent up), is added to it; then {payment} euros is paid.',
    skipped:
      'In the {month} month nothing is paid; after that month’s interest, a fee of {fee} euros is added to the debt instead.',
    raise:
      'From the {month} month on, the regular payment is {percent} % higher than at the beginning.',
    change: 'From the {month} month on, the monthly rate is {rate} %.',
    extra: 'In the {month} month, an extra {amount} euros is paid on top of the regular payment.',
    asides: [
      'The kitchen has a guarantee of {aside} months.',
      'The bank is {aside} kilometres away.',
    ],
    askDebt: [
      'How many euros are still owed at the end of month {months}, after the payment?',
      'How much is owed at the end of month {months}, in euros, after all payments and fees?',
    ],
    askInterest: [
      'How many euros of interest, without fees, are added in the first {months} months together?',
      'What does the interest of the first {months} months add up to, in euros, without fees?',
    ],
  },
  {
    start: [
      'A cooperative lends {name} {amount} euros for a boat.',
      '{name} buys a boat with a loan of {amount} euros from a cooperative.',
    ],
    rule: 'At the end of each month two things happen in this order: {rate} % of the current debt, rounded to the nearest cent (half a cent up), is added as interest, and an instalment of {payment} euros is paid.',
    skipped:
      'In the {month} month no instalment is paid; after that month’s interest, a fee of {fee} euros is added to the debt instead.',
    raise: 'From the {month} month on, the instalment is {percent} % higher than at the beginning.',
    change: 'From the {month} month on, the monthly interest rate is {rate} %.',
    extra: 'In the {month} month {name} pays an extra {amount} euros on top of the instalment.',
    asides: [
      'The boat has room for {aside} crates of fish.',
      'The cooperative has {aside} members.',
    ],
    askDebt: [
      'How large is the debt, in euros, at the end of month {months}, after the instalment?',
      'How many euros does {name} owe after {months} months, all payments and fees included?',
    ],
    askInterest: [
      'How many euros of interest are added over the first {months} months? Fees do not count as interest.',
      'What is the total interest of the first {months} months, in euros? Fees do not count.',
    ],
  },
]
