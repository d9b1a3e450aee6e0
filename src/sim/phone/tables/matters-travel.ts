import type { Matter } from './matter.ts'

/** Of reservations, baggage and loyalty. */
export const TRAVEL_MATTERS: readonly Matter[] = [
  {
    service: 'change_booking',
    needs: { record: 'the booking to be changed', date: 'the new date' },
    record: 'booking',
    says: [
      'change the date to {date} for {record}',
      'change the date of a booking to {date}, namely {record}',
      'get {date} as the new date of {record}',
    ],
    consequences: [
      {
        says: 'with a new date, it can no longer be refunded',
        against: 'My health is poor, and if I have to stay home, I want my money back.',
        fine: 'My health is good, and even if I have to stay home, they can keep my money.',
      },
      {
        says: 'with a new date, you no longer sit or stay with the rest of your group',
        against: 'My parents are frail, and I want to be at their side all the way.',
        fine: 'My parents are fit, and I need not be at their side all the way.',
      },
    ],
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
    consequences: [
      {
        says: 'that takes the place of the free upgrade on your booking',
        against: 'They promised us something better than standard, and we want it.',
        fine: 'They promised us something better than standard, though we never wanted it.',
      },
      {
        says: 'you then have to check in at the desk, two hours ahead',
        against: 'We come straight from a wedding and will be there at the last minute.',
        fine: 'We come straight from the hotel and will be there far too early.',
      },
    ],
    blocks: [
      'a partner runs that part of the trip and takes no requests',
      'requests have to be in thirty days ahead, and it is too late for that',
    ],
    fee: 'a fee for the request',
  },
  {
    service: 'lost_luggage',
    needs: { record: 'the missing bag', address: 'the address for the bag' },
    record: 'bag',
    says: [
      'have somebody search for {record}, which did not arrive, and bring it to {address}',
      'report that {record} did not arrive and have it brought to {address}',
      'find {record}, which did not arrive, and get it sent to {address}',
    ],
    consequences: [
      {
        says: 'our people open every bag that looks like yours',
        against: 'There are diaries in my luggage that no one may read.',
        fine: 'There are magazines in my luggage that anyone may read.',
      },
      {
        says: 'with the search, you give up any compensation for the delay',
        against: 'I had to buy clothes for a week, but they have to pay me for that.',
        fine: 'I had to buy clothes for a week, and I would have done that anyway.',
      },
    ],
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
    options: { handle: 'a torn handle', zipper: 'a broken zipper', hole: 'a hole in the side' },
    says: [
      'have {record} replaced, because it came back damaged with {option}',
      'report damage to {record}, namely {option}, and have it replaced',
      'have a damaged bag replaced, since {record} has {option}',
    ],
    consequences: [
      {
        says: 'the damaged one has to be handed in and is thrown away',
        against: "The damaged one was my grandfather's, so I will keep it as a memory.",
        fine: 'The damaged one was a cheap buy, so I will not keep it as a memory.',
      },
      {
        says: 'we choose the model that you get instead',
        against: 'My luggage is a matching set, so only the same kind will do.',
        fine: 'My luggage is not a matching set, so any other kind will do.',
      },
    ],
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
      'have {count} points credited that are missing on my account',
    ],
    consequences: [
      {
        says: 'a correction makes everything you have collected expire this year',
        against: 'I am saving up for something big in two or three years.',
        fine: 'I am spending it all on something big in two or three weeks.',
      },
      {
        says: 'a correction also puts you back to the lowest status level',
        against: 'It took me years to get to gold, and I mean to stay there.',
        fine: 'It took me years to get to gold, and I see no use in it.',
      },
    ],
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
    consequences: [
      {
        says: 'the reward is tied to you and cannot be passed on',
        against: 'The reward is meant for my niece, who will use it in the summer.',
        fine: 'The reward is meant for me, and I will use it in the summer.',
      },
      {
        says: 'the rest of your points is then lost',
        against: 'Whatever I do not redeem has to last me until Christmas.',
        fine: 'Whatever I do not redeem is of no interest to me.',
      },
    ],
    blocks: [
      'the catalog is closed until the new one comes out',
      'it expired at the end of last month',
    ],
    fee: 'a handling fee',
  },
]
