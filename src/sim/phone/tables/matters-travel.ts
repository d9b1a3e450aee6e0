import { type Matter, sideEffects } from './matter.ts'

/** Of reservations, baggage and loyalty. */
export const TRAVEL_MATTERS: readonly Matter[] = [
  {
    service: 'change_booking',
    needs: { record: 'the booking to be changed', date: 'the new date' },
    record: 'booking',
    says: [
      'change the date of {record} to {date}',
      'change the date of a booking, {record}, to {date}',
      'have the date of {record} moved to {date}',
    ],
    consequences: sideEffects(`
      with a new date, it can no longer be refunded
      [I may be|Even if I am] too sick to go, [and then I|I do not] want my money back.
      with a new date, you no longer sit or stay with the rest of your group
      My parents are [frail|fit], and I [|do not ]have to stay with them the whole time.
    `),
    blocks: [
      'the rate that was paid does not allow any change',
      'another agency sold it, and only that agency can touch it',
    ],
    fee: 'a rebooking fee',
  },
  {
    service: 'special_request',
    needs: { option: 'the kind of request', count: 'the number of people' },
    options: {
      adjacent_seats: 'seats next to each other',
      aisle_seats: 'seats on the aisle',
      quiet_rooms: 'rooms on a quiet floor',
      low_rooms: 'rooms on the ground floor',
    },
    counts: [2, 6],
    says: [
      'request {option} for {count} people on our trip',
      'have a request noted: {option} for {count} of us',
      'put in a request for {option} for a group of {count}',
    ],
    consequences: sideEffects(`
      that takes the place of the free upgrade on your booking
      They promised us something better than standard, and we do not [want to lose|really want] it.
      you then have to check in at the desk, two hours ahead
      We are coming straight from [a wedding|the hotel] and will be there [at the last \
        minute|way too early].
    `),
    blocks: [
      'a partner runs that part of the trip and takes no requests',
      'requests have to come in thirty days ahead, and it is too late for that',
    ],
    fee: 'a fee for the request',
  },
  {
    service: 'lost_luggage',
    needs: { record: 'the missing bag', address: 'the address for the bag' },
    record: 'bag',
    says: [
      'have them search for {record} and send it to {address}',
      'have {record}, which did not arrive, sent on to {address}',
      'get {record}, which did not arrive, brought to {address}',
    ],
    consequences: sideEffects(`
      our people open every bag that looks like yours
      I have [private|boring] things in there that [nobody|anyone] may see.
      with the search, you give up any compensation for the delay
      I had to buy clothes for a week, [and|but] I am [not |]going to pay for that myself.
    `),
    blocks: [
      'it was handed to another carrier, which looks for it on its own',
      'our files show that it was handed out at the desk',
    ],
    fee: 'a courier fee',
  },
  {
    service: 'damaged_bag',
    needs: { record: 'the damaged bag', option: 'the kind of damage' },
    record: 'bag',
    options: { handle: 'a torn handle', zipper: 'a broken zipper', hole: 'a big hole' },
    says: [
      'have {record}, which came back damaged with {option}, replaced',
      'report damage to {record}, {option}, and have it replaced',
      'have a damaged bag replaced, since {record} has {option}',
    ],
    consequences: sideEffects(`
      the damaged one has to be handed in and is thrown away
      It was [my grandfather's|a cheap one], so I [do not want|would be happy] to get rid of it.
      we choose the model that you get instead
      My luggage is [|not ]a matching set, so [only the same|any other] kind will do.
    `),
    blocks: [
      'damage has to be reported on arrival, and that was not done',
      'it was marked as worn when it was checked in',
    ],
    fee: 'an inspection fee',
  },
  {
    service: 'missing_points',
    needs: { count: 'the number of points' },
    counts: [150, 950],
    says: [
      'get {count} missing points credited',
      'find out where {count} missing points are and have them credited',
      'have {count} points credited that are missing from my account',
    ],
    consequences: sideEffects(`
      a correction makes everything you have collected expire this year
      I am [saving my points for|spending all my points on] something big in two or three [years|weeks].
      a correction also puts you back to the lowest status level
      It took me years to get to gold, [and I do not want to start|but I do not mind starting] over.
    `),
    blocks: [
      'points are added up to six months back, and these are older',
      'the points came from a partner that has left the program',
    ],
    fee: 'a fee for the correction',
  },
  {
    service: 'redeem_reward',
    needs: { option: 'the reward' },
    options: {
      gift150: 'a $150 gift card',
      gift200: 'a $200 gift card',
      credit150: 'a $150 credit',
      credit200: 'a $200 credit',
    },
    says: [
      'redeem my reward for {option}',
      'redeem a reward and get {option} for it',
      'get {option} when I redeem my reward',
    ],
    consequences: sideEffects(`
      the reward is tied to you and cannot be passed on
      The reward is meant for [my niece, who|me, and I] will use it in the summer.
      the rest of your points are then lost
      I [am saving|cannot use] whatever is left for [Christmas|anything].
    `),
    blocks: [
      'the catalog is closed until the new one comes out',
      'it expired at the end of last month',
    ],
    fee: 'a handling fee',
  },
]
