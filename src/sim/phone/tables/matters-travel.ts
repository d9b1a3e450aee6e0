import type { Matter } from './matter.ts'

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
    consequences: [
      {
        says: 'with a new date, it can no longer be refunded',
        against: 'I may be too sick to go, and then I want my money back.',
        fine: 'Even if I am too sick to go, I do not want my money back.',
      },
      {
        says: 'with a new date, you no longer sit or stay with the rest of your group',
        against: 'My parents are frail, and I have to stay with them the whole time.',
        fine: 'My parents are fit, and I do not have to stay with them the whole time.',
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
        against: 'They promised us something better than standard, and we do not want to lose it.',
        fine: 'They promised us something better than standard, and we do not really want it.',
      },
      {
        says: 'you then have to check in at the desk, two hours ahead',
        against: 'We are coming straight from a wedding and will be there at the last minute.',
        fine: 'We are coming straight from the hotel and will be there way too early.',
      },
    ],
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
      'have somebody search for {record}, which did not arrive, and bring it to {address}',
      'report that {record} did not arrive and have it brought to {address}',
      'find {record}, which did not arrive, and get it sent to {address}',
    ],
    consequences: [
      {
        says: 'our people open every bag that looks like yours',
        against: 'I have private things in there that nobody may see.',
        fine: 'I have boring things in there that anyone may see.',
      },
      {
        says: 'with the search, you give up any compensation for the delay',
        against: 'I had to buy clothes for a week, and I am not going to pay for that myself.',
        fine: 'I had to buy clothes for a week, but I am going to pay for that myself.',
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
      'have {record} replaced, since it came back damaged, with {option}',
      'report damage to {record}, {option}, and have it replaced',
      'have a damaged bag replaced, since {record} has {option}',
    ],
    consequences: [
      {
        says: 'the damaged one has to be handed in and is thrown away',
        against: "It was my grandfather's, so I do not want to get rid of it.",
        fine: 'It was a cheap one, so I want to get rid of it.',
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
      'have {count} points credited that are missing from my account',
    ],
    consequences: [
      {
        says: 'a correction makes everything you have collected expire this year',
        against: 'I am saving up for something big in two or three years.',
        fine: 'I am spending it all on something big in two or three weeks.',
      },
      {
        says: 'a correction also puts you back to the lowest status level',
        against: 'It took me years to get to gold, and I do not want to start over.',
        fine: 'It took me years to get to gold, and I do not mind starting over.',
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
        says: 'the rest of your points are then lost',
        against: 'I am saving whatever is left for Christmas.',
        fine: 'I cannot use whatever is left for anything.',
      },
    ],
    blocks: [
      'the catalog is closed until the new one comes out',
      'it expired at the end of last month',
    ],
    fee: 'a handling fee',
  },
]
