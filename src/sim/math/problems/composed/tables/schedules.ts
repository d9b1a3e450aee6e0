/** Who works with two machines, and the wording of the rules. */
export interface ScheduleStory {
  /** At least nine lots in the plural, as they follow "the". */
  readonly lots: readonly string[]
  /** The machines, as they follow "in". */
  readonly first: string
  readonly second: string
  /** `{opens}`. */
  readonly start: readonly string[]
  readonly order: string
  readonly cleaning: string
  readonly pause: string
  readonly before: string
  readonly wage: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly list: string
  readonly askFines: readonly string[]
  readonly askCost: readonly string[]
}

/** From the lightest to the darkest. */
export const SHADES = ['pale', 'medium', 'dark'] as const

export const SCHEDULE_STORIES: readonly ScheduleStory[] = [
  {
    lots: [
      ...['scarves', 'curtains', 'blankets', 'shirts', 'socks', 'towels', 'carpets', 'ribbons'],
      ...['aprons', 'flags', 'sails', 'gloves'],
    ],
    first: 'the vat',
    second: 'the dryer',
    start: [
      '{name} has a small dye works with one vat and one dryer. Every lot is first dyed in the vat and then dried in the dryer. Each of the two takes one lot at a time, and what has begun is not interrupted. All lots are there when work begins at {opens}.',
      'In the dye works of {name} every lot spends some time in the only vat and then some time in the only dryer. Neither takes more than one lot at once, nor is a lot taken out before its time is over. Work begins at {opens}, with all lots at hand.',
    ],
    order:
      '{name} chooses the order of the lots; it is the same for the vat and the dryer. A dyed lot may wait beside the dryer as long as needed, and the vat is free in the meantime.',
    cleaning:
      'Between two lots the vat is rinsed for {darker} minutes if the next lot is darker than the one before it, and for {lighter} minutes if it is lighter. Between lots of the same shade, and before the first lot, it is not rinsed. The shades are pale, medium and dark.',
    pause:
      'The dryer is not started at {from} or later but before {until}; if it is running then, it goes on, and the vat goes on in any case.',
    before: 'The {one} have to be dyed before the {second}; other lots may come between.',
    wage: 'The hall costs {wage} euros for every hour from {opens} until the last lot is dry, charged by the minute.',
    asides: [
      'The water of the vat has {aside} degrees.',
      '{other} has used the same dryer for {aside} months.',
    ],
    list: 'A lot that is dry later than it is due costs a fine, counted from the minute at which it is due. The lots, with their times and fines, are',
    askFines: [
      'What is the least that all fines together can come to, in euros?',
      'If the order is chosen as well as possible, how many euros of fines are to be paid in all?',
    ],
    askCost: [
      'What is the least that the hall and the fines together can cost, in euros?',
      'With the best possible order, how many euros do the hall and all fines cost together?',
    ],
  },
  {
    lots: [
      ...['gates', 'lamps', 'frames', 'railings', 'hinges', 'chairs', 'lockers', 'shelves'],
      ...['brackets', 'mailboxes', 'wheels', 'grilles'],
    ],
    first: 'the booth',
    second: 'the oven',
    start: [
      '{name} coats metal parts with powder: every order is sprayed in a booth and then baked in an oven. There is one booth and one oven, each for one order at a time, and an order stays in until its time is over. All orders are ready when work begins at {opens}.',
      'Metal parts are sprayed in the booth of {name} and baked afterwards in the oven, order by order: neither has room for two orders at once, and none is taken out early. At {opens}, when work begins, all the parts are there.',
    ],
    order:
      'The booth and the oven take the orders in the same sequence, which {name} is free to choose. Sprayed parts may wait for the oven for any time, and the booth can be used meanwhile.',
    cleaning:
      'The booth is cleaned between two orders: {darker} minutes if the next colour is darker than the last, {lighter} minutes if it is lighter, and not at all if the shade is the same. Before the first order it is clean. Shades are pale, medium or dark.',
    pause:
      'No baking may begin at {from} or later but before {until}. What is in the oven by then is baked to the end, and spraying goes on as usual.',
    before:
      'The {one} have to be sprayed earlier than the {second}; other orders may come between.',
    wage: 'Heating costs {wage} euros for every hour from {opens} until the last order is baked, charged by the minute.',
    asides: ['The powder is kept in {aside} boxes.', '{other} built the oven with {aside} bricks.'],
    list: 'For an order that is baked later than it is due there is a fine, counted from the due minute on. These are the orders:',
    askFines: [
      'How many euros of fines have to be paid at least?',
      'What do the fines come to in euros, all together, if the sequence is the best one?',
    ],
    askCost: [
      'How many euros do heating and fines cost together at least?',
      'What is the lowest possible sum, in euros, of the heating cost and all fines?',
    ],
  },
]
