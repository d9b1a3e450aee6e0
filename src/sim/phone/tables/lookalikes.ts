import { byName } from '../../by-name.ts'
import { chosen, lines } from '../grammar/lines.ts'
import type { DepartmentKind } from './departments.ts'
import type { Industry } from './industries.ts'

/** One of two services that look alike. */
interface Side {
  /** Its side effect, as the department names it. */
  readonly effect: string
  /** A sentence of a customer who wants this service and not the other one. */
  readonly because: string
}

/**
 * A service that looks like another one of its department. Both need the same details and fit the
 * same wish; only one more sentence of the message decides.
 */
interface Lookalike {
  /** The usual service. */
  readonly service: string
  readonly usual: Side
  /** The other service, which occurs only in this pair. */
  readonly id: string
  /** The fee that the other service may cost. */
  readonly fee: string
  readonly kind: DepartmentKind
  readonly industries?: readonly Industry[]
  readonly about: string
  /** The noun for either service, which does not reveal which one is meant; continues "the". */
  readonly noun: string
  /** The action as it is read back, with a slot for each detail. */
  readonly action: string
  readonly twin: Side
  /** A wish that fits both; continues "I need to". */
  readonly says: readonly string[]
}

/**
 * Parses both side effects, the usual one first, and the sentence `[for the usual one|for the
 * twin]`.
 */
function sides(text: string): Pick<Lookalike, 'usual' | 'twin'> {
  const [usual = '', twin = '', because = ''] = lines(text)
  return {
    usual: { effect: usual, because: chosen(because, 0) },
    twin: { effect: twin, because: chosen(because, 1) },
  }
}

export const LOOKALIKES: readonly Lookalike[] = [
  {
    service: 'lost_card',
    id: 'reissue_card',
    fee: 'a card printing fee',
    kind: 'card_services',
    about: 'issue an identical card once more',
    noun: 'request for another card',
    action: 'issue {record} again with the same number and send it to {address}',
    ...sides(`
      the new card comes with another number, so recurring charges stop
      the new card has the number of the old one, so recurring charges go on
      [Somebody may have copied|My subscriptions run through] its number, so I want to [get a \
        new|keep that] one.
    `),
    says: [
      'get another card to use in place of {record}, sent to {address}',
      'have a card sent to {address}, since {record} is gone',
    ],
  },
  {
    service: 'move_appointment',
    id: 'extra_appointment',
    fee: 'a fee for the second visit',
    kind: 'appointments',
    about: 'add a follow-up visit to one that is booked',
    noun: 'visit',
    action: 'book another visit on {date} at {time} in addition to {record}',
    ...sides(`
      the time that was booked before goes to somebody else
      the time that was booked before is kept as well
      I [cannot make it|will also be there] at the time that we had agreed on.
    `),
    says: [
      'come in on {date} at {time} about {record}',
      'be seen on {date} at {time} about {record}',
    ],
  },
  {
    service: 'exchange_meter',
    id: 'test_meter',
    fee: 'a testing fee',
    kind: 'metering',
    about: 'test whether a meter is accurate',
    noun: 'meter visit',
    action: 'send somebody on {date} at {time} to test {record}',
    ...sides(`
      the old meter is taken away and cannot be tested anymore
      the old meter stays in place, whatever the test shows
      The figures on my meter look odd, and I [just want|want to know why before I get] another one.
    `),
    says: [
      'have somebody come on {date} at {time} about {record}',
      'get a technician here on {date} at {time} about {record}',
    ],
  },
  {
    service: 'return_item',
    id: 'swap_item',
    fee: 'an exchange fee',
    kind: 'returns',
    about: 'pick up a faulty item and bring another one',
    noun: 'item pickup',
    action: 'schedule a pickup on {date} for {record} and bring another one',
    ...sides(`
      you get your money back, and nothing else is sent
      you get the same thing again, and no money back
      I have [had enough of|always liked] it and do [not |]want another one.
    `),
    says: [
      'have {record} picked up on {date}, because it is faulty',
      'get a pickup on {date} for {record}, which is faulty',
    ],
  },
  {
    service: 'close_account',
    id: 'suspend_account',
    fee: 'a suspension fee',
    kind: 'account_services',
    about: 'suspend an account until further notice',
    noun: 'request about the account',
    action: 'suspend {record}, effective {date}',
    ...sides(`
      the account is gone for good and cannot be opened again
      the account stays on our books and can be opened again at any time
      There is [no|a good] chance that I will [ever |]go back to [it|it someday].
    `),
    says: [
      'be done with {record}, effective {date}',
      'have {record}, which I am not using, stopped on {date}',
    ],
  },
  {
    service: 'account_upgrade',
    id: 'trial_tier',
    fee: 'a fee for the trial',
    kind: 'account_services',
    about: 'let customers try out a tier for a month',
    noun: 'move to another tier',
    action: 'open a trial month of the {option} tier on {date}',
    ...sides(`
      the tier stays in place until you switch back yourself
      the tier ends on its own after a month
      I [|do not ]know that tier well and am [|not ]sure that I want to keep it.
    `),
    says: ['get the {option} tier on {date}', 'have the {option} tier as of {date}'],
  },
  {
    service: 'open_claim',
    id: 'note_damage',
    fee: 'a recording fee',
    kind: 'claims',
    industries: ['insurance'],
    about: 'put damage on record without a payout',
    noun: 'loss report',
    action: 'make a note of {option} with a loss of {amount_cents}',
    ...sides(`
      the loss counts as a claim, and money is paid out for it
      the loss does not count as a claim, and nothing is paid out for it
      I [|do not ]expect them to pay me for it, so having it on file is [not |]enough.
    `),
    says: [
      'let them know about {option} that cost me {amount_cents}',
      'tell them about {option} with a loss of {amount_cents}',
    ],
  },
  {
    service: 'loan_application',
    id: 'loan_quote',
    fee: 'a fee for the estimate',
    kind: 'lending',
    about: 'estimate monthly costs of a new debt',
    noun: 'request about the loan',
    action: 'estimate the cost of a {option} of {amount_cents} over {count} months',
    ...sides(`
      the application is binding once the bank says yes
      the estimate is not binding, and no money is paid out for it
      I have [|not ]made up my mind about it and [need the money|only need a figure].
    `),
    says: [
      'see about a {option} of {amount_cents} over {count} months',
      'talk to them about a {option} of {amount_cents} over {count} months',
    ],
  },
  {
    service: 'change_order',
    id: 'order_again',
    fee: 'a fee for the second piece',
    kind: 'order_desk',
    about: 'add a second piece of the same kind',
    noun: 'request for another color',
    action: 'add a second piece in {option} to {record}',
    ...sides(`
      only one piece is sent, in the new color
      two pieces are sent, one in each color
      I need [just one|two] of them, and the color that I chose first was [wrong|right].
    `),
    says: ['get {record} in {option}', 'have {record} sent in {option}'],
  },
  {
    service: 'missing_parcel',
    id: 'resend_parcel',
    fee: 'a reshipping fee',
    kind: 'delivery',
    about: 'ship the contents of a parcel again',
    noun: 'request about the lost parcel',
    action: 'send the contents of {record} once more',
    ...sides(`
      the search starts today, and nothing is sent again before it ends
      everything in it is sent again, and nobody searches for the first one
      What is in it [cannot|can easily] be replaced, so they [|do not ]have to find it.
    `),
    says: [
      'do something about {record}, which never came',
      'get help with {record}, which never came',
    ],
  },
  {
    service: 'move_license',
    id: 'share_license',
    fee: 'a fee for the second computer',
    kind: 'licensing',
    about: 'run a license on a second computer as well',
    noun: 'request about the license',
    action: 'allow {record} on {option} as well',
    ...sides(`
      the license stops on the computer that has it now
      the license goes on working on the computer that has it now
      I am [giving away|still using] the machine that it is on now.
    `),
    says: ['get {record} onto {option}', 'use {record} on {option}'],
  },
]

const usual = byName(Object.fromEntries(LOOKALIKES.map((pair) => [pair.service, pair])))
const twins = byName(Object.fromEntries(LOOKALIKES.map((pair) => [pair.id, pair])))

/** The pair of a usual service. */
export const findLookalike = (service: string): Lookalike | undefined => usual[service]

/** The pair of the other service. */
export const asLookalike = (id: string): Lookalike | undefined => twins[id]
