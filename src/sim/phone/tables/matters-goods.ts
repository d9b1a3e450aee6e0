import { type Matter, sideEffects } from './matter.ts'

/** Of the order desk, returns, delivery and warranty. */
export const GOODS_MATTERS: readonly Matter[] = [
  {
    service: 'change_order',
    needs: { record: 'the order in question', option: 'the new color' },
    record: 'order',
    options: { navy: 'navy blue', green: 'dark green', red: 'red', gray: 'gray' },
    says: [
      'change the color of {record} to {option}',
      'change an open order so that {record} comes in {option}',
      'have the color of {record} changed to {option}',
    ],
    consequences: sideEffects(`
      a change also moves the shipping date back by two weeks
      It is a birthday present, and the birthday is next [week|year].
      a change also cancels the discount on the order
      I used a coupon, and I am [not|also] willing to pay full price.
    `),
    blocks: ['it has already left the warehouse', 'it is made to order, and work on it has begun'],
    fee: 'a change fee',
  },
  {
    service: 'order_confirmation',
    needs: { record: 'the order to be confirmed', option: 'the form of delivery' },
    record: 'order',
    options: { email: 'by email', text: 'by text message', mail: 'by mail' },
    says: [
      'have the order confirmation for {record} sent to me {option}',
      'get another order confirmation {option} for {record}',
      'have the confirmation for {record} sent once more {option}',
    ],
    consequences: sideEffects(`
      once the confirmation is out, the order can no longer be changed or canceled
      I am [still not|quite] sure that I want it and [may|will not] call it off.
      a second copy with the price goes to the person who gets the order
      It is a gift for a friend, who [must not find out|already knows] what I spent.
    `),
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
      'get a return pickup on {date} for {record}',
      'return {record} and get it picked up on {date}',
    ],
    consequences: sideEffects(`
      the amount comes back as store credit
      I am [never |]shopping there [again|all the time], so I [want|do not need] my money back.
      everything that was bought together has to go back
      I [love|hate] the other things that came in the box and do not want to [lose|keep] them.
    `),
    blocks: [
      'it was sold as final sale',
      'it was paid for with a voucher, and we do not take those items back',
    ],
    fee: 'a restocking fee',
  },
  {
    service: 'refund',
    needs: { record: 'the item that was sent back', option: 'the form of the refund' },
    record: 'purchase',
    options: { gift_card: 'on a gift card', check: 'by check', transfer: 'by bank transfer' },
    says: [
      'have my refund for {record} paid out {option}',
      'get my refund {option} for {record}',
      'have {record}, which I sent back, refunded {option}',
    ],
    consequences: sideEffects(`
      the shipping costs are taken out of the refund
      I [want|do not need] to get back every cent that I paid.
      the free gift that came with the item has to be handed in first
      My sister has the little present from the box, and she [wants|does not want] to keep it.
    `),
    blocks: [
      'the warehouse found signs of use on it, which rules out a refund',
      'the bank has already reversed what was paid for it',
    ],
    fee: 'a processing fee',
  },
  {
    service: 'missing_parcel',
    needs: { record: 'the parcel in question' },
    record: 'parcel',
    says: [
      'have a missing parcel, {record}, traced',
      'find out where {record} is and have it traced',
      'trace {record}, which has gone missing',
    ],
    consequences: sideEffects(`
      a trace also stops the parcel for five days, wherever it is
      I have waited [long enough|so long] for it [and cannot|that I can easily] wait another \
        [day|week].
      once it is found, the parcel goes back to the warehouse
      When it turns up, it [has|does not have] to come here, since I [need it badly|have bought \
        another one].
    `),
    blocks: [
      'the carrier has a photo of it at the front door, which ends our search',
      'the last leg is handled by a foreign carrier without any tracking',
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
      'change the delivery address and day for {record}: {address}, {date}',
      'choose another day and address for {record}: {date} at {address}',
      'set another delivery day and address for {record}: {date}, {address}',
    ],
    consequences: sideEffects(`
      a redirected parcel is left outside, and nobody rings the bell
      Packages [|never ]get stolen over there, so [I do not want it|it is okay for it] to just \
        sit there.
      a redirected parcel can no longer be returned free of charge
      I may not like what is in it, and I [do not want to be stuck with it|know a friend who \
        would want it then].
    `),
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
      battery: 'a dead battery',
      sound: 'a crackling speaker',
    },
    says: [
      'have {record} repaired under warranty because of {option}',
      'get {record}, which has {option}, repaired under warranty',
      'have {record} repaired under warranty, since it has {option}',
    ],
    consequences: sideEffects(`
      the repair erases everything stored on it
      The pictures on it are [the only ones I have|all saved somewhere else].
      you get back a refurbished one of the same model, not your own
      It has [an engraving from my wedding|no engraving or anything], so another one will [not \
        do|do just fine].
    `),
    blocks: [
      'the manufacturer no longer supplies parts for that model',
      'the seal inside is broken, which voids the warranty',
    ],
    fee: 'a diagnosis fee',
  },
  {
    service: 'extend_warranty',
    needs: { record: 'the device in question', count: 'the number of years' },
    record: 'device',
    counts: [2, 5],
    says: [
      'extend the warranty on {record} by {count} years',
      'get {count} more years of warranty on {record}',
      'have the warranty on {record} extended by another {count} years',
    ],
    consequences: sideEffects(`
      the longer warranty renews itself every year until you write to us
      I always forget such things, so it [has to end|can go on] all by itself.
      the longer warranty does not include the battery
      I [do not |]trust the thing to hold a charge for [long|years].
    `),
    blocks: [
      'a warranty can be extended once, and this one has been',
      'the manufacturer has recalled that model',
    ],
    fee: 'a surcharge for older devices',
  },
]
