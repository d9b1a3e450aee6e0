import type { DepartmentKind } from './departments.ts'
import type { Industry } from './industries.ts'

/** One of two services that are easily taken for each other. */
interface Side {
  /** What it brings with it, as it is read back. */
  readonly effect: string
  /** A sentence of a customer who wants this one and not the other one. */
  readonly because: string
}

/**
 * A service that is easily taken for another one of its department. Both need the same details, and
 * the same wish fits both: only a further sentence of the message decides.
 */
export interface Lookalike {
  /** The usual one. */
  readonly service: string
  readonly usual: Side
  /** The other one, which nobody asks for otherwise. */
  readonly id: string
  readonly kind: DepartmentKind
  readonly industries?: readonly Industry[]
  readonly about: string
  /** What people call either of them, which does not tell which; continues "the". */
  readonly noun: string
  /** What is read back, with a slot for each need. */
  readonly deed: string
  readonly twin: Side
  /** A wish that fits both; continues "I need to". */
  readonly says: readonly string[]
}

export const LOOKALIKES: readonly Lookalike[] = [
  {
    service: 'lost_card',
    usual: {
      effect: 'the new card comes with another number, so recurring charges stop',
      because: 'Somebody may have copied its number, so I want to get a new one.',
    },
    id: 'reissue_card',
    kind: 'card_services',
    about: 'issue an identical card once more',
    noun: 'card request',
    deed: 'issue {record} again with the same number and send it to {address}',
    twin: {
      effect: 'the new card has the number of the old one, so recurring charges go on',
      because: 'My subscriptions run through its number, so I want to keep that one.',
    },
    says: [
      'get another card to use in place of {record}, sent to {address}',
      'have a card sent to {address}, since {record} is gone',
    ],
  },
  {
    service: 'move_appointment',
    usual: {
      effect: 'the time that was booked before goes to somebody else',
      because: 'I cannot make it at the time that we had agreed on.',
    },
    id: 'extra_appointment',
    kind: 'appointments',
    about: 'add a follow-up visit to one that is booked',
    noun: 'visit',
    deed: 'book another visit on {date} at {time} in addition to {record}',
    twin: {
      effect: 'the time that was booked before is kept as well',
      because: 'I will also be there at the time that we had agreed on.',
    },
    says: [
      'come in on {date} at {time} in connection with {record}',
      'be seen on {date} at {time} in connection with {record}',
    ],
  },
  {
    service: 'exchange_meter',
    usual: {
      effect: 'the old meter is taken away and cannot be tested anymore',
      because: 'I do not care what is wrong with it and just want another one.',
    },
    id: 'test_meter',
    kind: 'metering',
    about: 'test whether a meter is accurate',
    noun: 'meter visit',
    deed: 'test {record} on {date} at {time}',
    twin: {
      effect: 'the old meter stays in place, whatever the test shows',
      because: 'I want to know what is wrong with it before I get another one.',
    },
    says: [
      'have somebody come on {date} at {time} about {record}, whose figures look odd',
      'get a technician here on {date} at {time}, since the figures of {record} look odd',
    ],
  },
  {
    service: 'return_item',
    usual: {
      effect: 'you get your money back, and nothing else is sent',
      because: 'I have had enough of it and do not want another one.',
    },
    id: 'swap_item',
    kind: 'returns',
    about: 'pick up a faulty item and bring another one',
    noun: 'item pickup',
    deed: 'pick up {record} on {date} and bring another one',
    twin: {
      effect: 'you get the same thing again, and no money back',
      because: 'I have always liked it and do want another one.',
    },
    says: [
      'have {record} picked up on {date}, because it is faulty',
      'get somebody to pick up {record} on {date}, since there is something wrong with it',
    ],
  },
  {
    service: 'close_account',
    usual: {
      effect: 'the account is gone for good and cannot be opened again',
      because: 'There is no chance that I will ever go back to it.',
    },
    id: 'suspend_account',
    kind: 'account_services',
    about: 'suspend an account until further notice',
    noun: 'account request',
    deed: 'suspend {record} on {date}',
    twin: {
      effect: 'the account stays on our books and can be opened again at any time',
      because: 'There is a good chance that I will go back to it someday.',
    },
    says: [
      'be done with {record} as of {date}',
      'have {record} stopped on {date}, since I am not using it',
    ],
  },
  {
    service: 'account_upgrade',
    usual: {
      effect: 'the tier stays in place until you switch back yourself',
      because: 'I know that tier well and am sure that I want to keep it.',
    },
    id: 'trial_tier',
    kind: 'account_services',
    about: 'let customers try out a tier for a month',
    noun: 'tier request',
    deed: 'open a trial month of the {option} tier on {date}',
    twin: {
      effect: 'the tier ends on its own after a month',
      because: 'I do not know that tier well and am not sure that I want to keep it.',
    },
    says: ['get the {option} tier on {date}', 'have the {option} tier as of {date}'],
  },
  {
    service: 'open_claim',
    usual: {
      effect: 'the loss counts as a claim, and money is paid out for it',
      because: 'I expect them to pay me for it, so having it on file is not enough.',
    },
    id: 'note_damage',
    kind: 'claims',
    industries: ['insurance'],
    about: 'put damage on record without a payout',
    noun: 'loss report',
    deed: 'make a note of {option} with a loss of {amount_cents}',
    twin: {
      effect: 'the loss does not count as a claim, and nothing is paid out for it',
      because: 'I do not expect them to pay me for it, so having it on file is enough.',
    },
    says: [
      'let them know about {option} that cost me {amount_cents}',
      'tell them about {option} with a loss of {amount_cents}',
    ],
  },
  {
    service: 'loan_application',
    usual: {
      effect: 'the application is binding once the bank says yes',
      because: 'I have made up my mind about it and need the money.',
    },
    id: 'loan_quote',
    kind: 'lending',
    about: 'estimate monthly costs of a new debt',
    noun: 'loan request',
    deed: 'estimate the cost of a {option} of {amount_cents} over {count} months',
    twin: {
      effect: 'the estimate is not binding, and no money is paid out for it',
      because: 'I have not made up my mind about it and only need a figure.',
    },
    says: [
      'see about a {option} of {amount_cents} over {count} months',
      'talk to them about a {option} of {amount_cents} over {count} months',
    ],
  },
  {
    service: 'change_order',
    usual: {
      effect: 'only one piece is sent, in the new color',
      because: 'I need just one of them, and the color that I chose first was wrong.',
    },
    id: 'order_again',
    kind: 'order_desk',
    about: 'add a second piece of the same kind',
    noun: 'color request',
    deed: 'add a second piece in {option} to {record}',
    twin: {
      effect: 'two pieces are sent, one in each color',
      because: 'I need two of them, and the color that I chose first was right.',
    },
    says: ['get {record} in {option}', 'have {record} sent in {option}'],
  },
  {
    service: 'missing_parcel',
    usual: {
      effect: 'the search starts today, and nothing is sent again before it ends',
      because: 'What is in it cannot be replaced, so they have to find it.',
    },
    id: 'resend_parcel',
    kind: 'delivery',
    about: 'ship the contents of a parcel again',
    noun: 'parcel request',
    deed: 'send the contents of {record} once more',
    twin: {
      effect: 'everything in it is sent again, and nobody searches for the first one',
      because: 'What is in it can easily be replaced, so they do not have to find it.',
    },
    says: [
      'do something about {record}, which never came',
      'get help with {record}, which never came',
    ],
  },
  {
    service: 'move_license',
    usual: {
      effect: 'the license stops on the computer that has it now',
      because: 'I am giving away the machine that it is on now.',
    },
    id: 'share_license',
    kind: 'licensing',
    about: 'run a license on a second computer as well',
    noun: 'license request',
    deed: 'allow {record} on {option} as well',
    twin: {
      effect: 'the license goes on working on the computer that has it now',
      because: 'I am still using the machine that it is on now.',
    },
    says: ['have {record} on {option}', 'use {record} on {option}'],
  },
]

/** The pair that a usual service belongs to. */
export const lookalikeOf = (service: string): Lookalike | undefined =>
  LOOKALIKES.find((one) => one.service === service)

/** The pair that the other one of it belongs to. */
export const asLookalike = (id: string): Lookalike | undefined =>
  LOOKALIKES.find((one) => one.id === id)
