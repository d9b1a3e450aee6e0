import type { Matter } from './matter.ts'

/** Of the order desk, returns, delivery and warranty. */
export const GOODS_MATTERS: readonly Matter[] = [
  {
    service: 'change_order',
    needs: { record: 'the order in question', option: 'the new color' },
    record: 'order',
    options: { navy: 'navy blue', green: 'dark green', red: 'red', gray: 'gray' },
    says: [
      'change the color to {option} for {record}',
      'change an open order: {record} is to come in {option}',
      'have the color in my order changed to {option}, that is, for {record}',
    ],
    consequences: [
      {
        says: 'a change also moves the shipping date back by two weeks',
        against: 'What I ordered is a birthday present, and the birthday is next week.',
        fine: 'What I ordered is a birthday present, and the birthday is next year.',
      },
      {
        says: 'a change also cancels the discount on the order',
        against: 'I ordered with a coupon, and I am not ready to pay the full price.',
        fine: 'I ordered with a coupon, yet I am ready to pay the full price.',
      },
    ],
    blocks: ['it has already left the warehouse', 'it is made to order, and work on it has begun'],
    fee: 'a change fee',
  },
  {
    service: 'order_confirmation',
    needs: { record: 'the order to be confirmed', option: 'the form of delivery' },
    record: 'order',
    options: { email: 'by email', text: 'by text message', mail: 'by mail' },
    says: [
      'have the confirmation sent {option} for {record}',
      'get another order confirmation {option}, the one for {record}',
      'receive {option} the confirmation of my order for {record}',
    ],
    consequences: [
      {
        says: 'once the confirmation is out, the order can no longer be changed or canceled',
        against: 'I am still not sure about the purchase and may call it off.',
        fine: 'I am quite sure about the purchase and will not call it off.',
      },
      {
        says: 'a second copy with the price goes to the person who gets the order',
        against: 'The order is a gift for a friend, who is never to know what I spent.',
        fine: 'The order is a gift for a friend, who already knows what I spent.',
      },
    ],
    blocks: [
      'nothing is confirmed until the payment has cleared',
      'it was sold by a partner, and only the partner confirms it',
    ],
    fee: 'a fee for a duplicate',
  },
  {
    service: 'return_item',
    needs: { record: 'the item in question', date: 'the day of the pickup' },
    record: 'purchase',
    says: [
      'return {record} and have it picked up on {date}',
      'get a return label and a pickup on {date} for {record}',
      'have an item picked up on {date} that I want to return, {record}',
    ],
    consequences: [
      {
        says: 'the amount comes back as store credit',
        against: 'I am never shopping there again, so I need cash for what I return.',
        fine: 'I am shopping there all the time, so I need no cash for what I return.',
      },
      {
        says: 'everything that was bought together has to go back',
        against: 'The other things that came in the box are lovely and stay with me.',
        fine: 'The other things that came in the box are ugly and can go too.',
      },
    ],
    blocks: [
      'it was sold as final sale',
      'it was paid for with a voucher, and then we do not take it back',
    ],
    fee: 'a restocking fee',
  },
  {
    service: 'refund',
    needs: { record: 'the item that was sent back', option: 'the form of the refund' },
    record: 'purchase',
    options: { gift_card: 'a gift card', check: 'a check', transfer: 'a bank transfer' },
    says: [
      'get the refund that I am owed for {record} paid as {option}',
      'have the refund paid as {option} for {record}, which I sent back',
      'get my refund as {option} for something I sent back, {record}',
    ],
    consequences: [
      {
        says: 'the shipping costs are taken out of the refund',
        against: 'For what I sent back, I expect every cent, postage and all.',
        fine: 'For what I sent back, I expect the bare price and no postage.',
      },
      {
        says: 'the free gift that came with the item has to be handed in first',
        against: 'My sister got the little extra from the box and would never let go of it.',
        fine: 'My sister got the little extra from the box and would gladly let go of it.',
      },
    ],
    blocks: [
      'the warehouse found signs of use on it, and then nothing is paid out',
      'the bank has already reversed what was paid for it',
    ],
    fee: 'a processing fee',
  },
  {
    service: 'missing_parcel',
    needs: { record: 'the parcel in question' },
    record: 'parcel',
    says: [
      'have a missing parcel traced, namely {record}',
      'find out where {record} is and have it traced',
      'trace {record}, which has gone missing',
    ],
    consequences: [
      {
        says: 'a trace also stops the parcel for five days, wherever it is',
        against: 'I have waited for that parcel long enough and will not wait even a day more.',
        fine: 'I have waited for that parcel so long that I will easily wait a week more.',
      },
      {
        says: 'once it is found, the parcel goes back to the warehouse',
        against: 'As soon as the parcel turns up, they have to bring it here, as I need it badly.',
        fine: 'As soon as the parcel turns up, they can keep it there, as I got the same thing elsewhere.',
      },
    ],
    blocks: [
      'the carrier has a photo of its arrival, and that ends any search',
      'the last leg is run by a foreign carrier without any tracking',
    ],
    fee: 'a fee for the search',
  },
  {
    service: 'redirect_delivery',
    needs: {
      record: 'the parcel to be redirected',
      address: 'the new address',
      date: 'the new day',
    },
    record: 'parcel',
    says: [
      'send the delivery of {record} to another address, {address}, on {date}',
      'choose another day and address for {record}: {date} at {address}',
      'have a delivery moved to another day and address: {record} is to come to {address} on {date}',
    ],
    consequences: [
      {
        says: 'a redirected parcel is left outside, and nobody rings the bell',
        against: 'Where the parcel is going, things get stolen, so somebody has to open the door.',
        fine: 'Where the parcel is going, nothing gets stolen, so nobody has to open the door.',
      },
      {
        says: 'a redirected parcel can no longer be returned free of charge',
        against: 'I may not like what is in the parcel, but then I want to get rid of it for free.',
        fine: 'I may not like what is in the parcel, and then I will give it to a friend.',
      },
    ],
    blocks: [
      'the sender has ruled out any change',
      'it is insured for its full value, and insured parcels are not redirected',
    ],
    fee: 'a redirection fee',
  },
  {
    service: 'repair_product',
    needs: { record: 'the device to be repaired', option: 'the fault' },
    record: 'device',
    options: {
      screen: 'a cracked screen',
      battery: 'a battery that no longer charges',
      sound: 'a speaker that crackles',
    },
    says: [
      'have {record} repaired under warranty because of {option}',
      'get a device with {option} repaired, namely {record}',
      'have {option} repaired under warranty on {record}',
    ],
    consequences: [
      {
        says: 'the repair erases everything stored on it',
        against: 'The pictures on my device are the only ones I have.',
        fine: 'The pictures on my device are all saved elsewhere.',
      },
      {
        says: 'you get back a refurbished one of the same model, not your own',
        against: 'The device was engraved for my wedding, so no other one will do.',
        fine: 'The device was never engraved or anything, so any other one will do.',
      },
    ],
    blocks: [
      'the manufacturer no longer supplies parts for that model',
      'the seal inside is broken, and that ends our obligation',
    ],
    fee: 'a diagnosis fee',
  },
  {
    service: 'extend_warranty',
    needs: { record: 'the device in question', count: 'the number of years' },
    record: 'device',
    counts: [2, 5],
    says: [
      'extend the warranty by {count} years for {record}',
      'get a longer warranty for {record}, extended by {count} years',
      'have the warranty of {record} extended by another {count} years',
    ],
    consequences: [
      {
        says: 'the longer warranty renews itself every year until you write to us',
        against: 'I am forgetful, so the warranty has to end by itself.',
        fine: 'I am forgetful, so the warranty had better go on by itself.',
      },
      {
        says: 'the longer warranty does not include the battery',
        against: 'What worries me most is that the thing will stop holding a charge.',
        fine: 'What worries me least is that the thing will stop holding a charge.',
      },
    ],
    blocks: [
      'a warranty can be extended once, and this one has been',
      'the manufacturer has recalled that model',
    ],
    fee: 'a surcharge for older devices',
  },
]
