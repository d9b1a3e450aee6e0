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
      because: 'Somebody may have copied its number, so that one has to go.',
    },
    id: 'reissue_card',
    kind: 'card_services',
    about: 'issue an identical card once more',
    noun: 'card request',
    deed: 'issue {record} again with the same number and send it to {address}',
    twin: {
      effect: 'the new card has the number of the old one, so recurring charges go on',
      because: 'My subscriptions run through its number, so that one has to stay.',
    },
    says: [
      'get another card to use in place of {record}, sent to {address}',
      'have a card sent to {address}, since {record} is gone',
    ],
  },
  {
    service: 'move_appointment',
    usual: {
      effect: 'the time that was booked before is given to somebody else',
      because: 'I cannot be there at the time that we had agreed on.',
    },
    id: 'extra_appointment',
    kind: 'appointments',
    about: 'add a follow-up visit to one that is booked',
    noun: 'visit',
    deed: 'add a visit to {record} on {date} at {time}',
    twin: {
      effect: 'the time that was booked before is kept as well',
      because: 'I will be there as well at the time that we had agreed on.',
    },
    says: [
      'come in on {date} at {time} in connection with {record}',
      'be seen on {date} at {time} in connection with {record}',
    ],
  },
  {
    service: 'exchange_meter',
    usual: {
      effect: 'the old meter is taken away and cannot be tested any more',
      because: 'Why it is wrong does not matter to me, as I want another one right away.',
    },
    id: 'test_meter',
    kind: 'metering',
    about: 'test whether a meter counts right',
    noun: 'meter visit',
    deed: 'test {record} on {date} at {time}',
    twin: {
      effect: 'the old meter stays in place, whatever the test shows',
      because: 'Whether it is wrong does matter to me, before anyone brings another one.',
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
      because: 'I have seen enough of the thing and do not want another one.',
    },
    id: 'swap_item',
    kind: 'returns',
    about: 'pick up a faulty item and bring the same again',
    noun: 'item pickup',
    deed: 'pick up {record} on {date} and bring the same again',
    twin: {
      effect: 'you get the same thing again, and no money back',
      because: 'I have not seen enough of the thing and do want another one.',
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
      because: 'There is no chance that I will go back to it some day.',
    },
    id: 'suspend_account',
    kind: 'account_services',
    about: 'suspend an account until further notice',
    noun: 'account request',
    deed: 'suspend {record} on {date}',
    twin: {
      effect: 'the account stays on our books and can be opened again at any time',
      because: 'There is a good chance that I will go back to it some day.',
    },
    says: [
      'stop using {record} as of {date}',
      'have {record} stopped on {date}, since I no longer use it',
    ],
  },
  {
    service: 'account_upgrade',
    usual: {
      effect: 'the tier goes on until you switch back yourself',
      because: 'I know that tier well and am sure that I want to keep it.',
    },
    id: 'trial_tier',
    kind: 'account_services',
    about: 'let customers try out a tier for a month',
    noun: 'tier request',
    deed: 'open a trial month of the {option} tier on {date}',
    twin: {
      effect: 'the tier ends by itself after a month',
      because: 'I do not know that tier well and am not sure that I want to keep it.',
    },
    says: ['get the {option} tier on {date}', 'have the {option} tier as of {date}'],
  },
  {
    service: 'open_claim',
    usual: {
      effect: 'the loss counts as a claim and is paid out',
      because: 'Somebody has to pay me back, and it is not enough if it is written down.',
    },
    id: 'note_damage',
    kind: 'claims',
    industries: ['insurance'],
    about: 'put damage on record without a payout',
    noun: 'loss report',
    deed: 'take a note of {option} with a loss of {amount_cents}',
    twin: {
      effect: 'the loss does not count as a claim and is not paid out',
      because: 'Nobody has to pay me back, and it is enough if it is written down.',
    },
    says: [
      'let them know of {option} that cost me {amount_cents}',
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
    says: ['get {option} for {record}', 'have {record} come in {option}'],
  },
  {
    service: 'missing_parcel',
    usual: {
      effect: 'the search starts today, and nothing is sent again before it ends',
      because: 'What is in it cannot be bought anywhere, so it has to be found.',
    },
    id: 'resend_parcel',
    kind: 'delivery',
    about: 'ship the contents of a parcel again',
    noun: 'parcel request',
    deed: 'send the contents of {record} once more',
    twin: {
      effect: 'everything in it is sent again, and nobody searches for the first one',
      because: 'What is in it can be bought anywhere, so it need not be found.',
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
      because: 'The machine that has it now is being given away this week.',
    },
    id: 'share_license',
    kind: 'licensing',
    about: 'run a license on a second computer as well',
    noun: 'license request',
    deed: 'allow {record} on {option} as well',
    twin: {
      effect: 'the license goes on working on the computer that has it now',
      because: 'The machine that has it now is being used every day.',
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
