/** Who buys what, in sentences of their own. */
export interface PurchaseStory {
  readonly unit: string
  readonly units: string
  readonly shops: readonly string[]
  /** `{groups}` groups of `{people}` people, `{spare}` more for each group, `{left}` in stock. */
  readonly need: readonly string[]
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly ask: readonly string[]
}

export const PURCHASE_STORIES: readonly PurchaseStory[] = [
  {
    unit: 'sketchbook',
    units: 'sketchbooks',
    shops: ['Paper Lane', 'Inkwell', 'The Drawing Room'],
    need: [
      'An art school runs {groups} courses with {people} pupils each. Every pupil gets one sketchbook, and each course gets {spare} more for guests. {left} sketchbooks are still in the cupboard and can be used. {name} buys the rest.',
      '{name} is preparing {groups} drawing courses at an art school. Each course has {people} pupils, who get one sketchbook each, and {spare} more are needed per course as samples. {left} sketchbooks in the cupboard can be used.',
    ],
    asides: [
      'A sketchbook has {aside} pages.',
      'Last year the school had {aside} more pupils than this year.',
    ],
    ask: [
      'What is the least that {name} can pay, in euros, to have at least as many sketchbooks as are needed?',
      'At least how many euros does {name} have to spend so that there are enough sketchbooks?',
    ],
  },
  {
    unit: 'lantern',
    units: 'lanterns',
    shops: ['Glow & Co', 'Harbour Supplies', 'Nightlight'],
    need: [
      'For a lantern walk, {groups} kindergartens bring {people} children each. Each child carries a lantern, and each kindergarten needs {spare} more for its teachers. {left} lanterns from last year can be used again. {name} buys the rest.',
      '{name} organises a lantern walk for {groups} kindergartens of {people} children each. Each child gets one lantern and the teachers of each kindergarten get {spare} together. There are {left} lanterns left from last year, and they are used first.',
    ],
    asides: ['The walk takes {aside} minutes.', 'A lantern burns for {aside} hours.'],
    ask: [
      'What is the smallest amount, in euros, for which {name} can buy enough lanterns?',
      'How many euros does it cost {name} at least to have enough lanterns?',
    ],
  },
  {
    unit: 'water bottle',
    units: 'water bottles',
    shops: ['Spring Depot', 'Clearwater', 'Brook Drinks'],
    need: [
      'A running club enters {groups} teams of {people} runners in a race. Each runner needs a water bottle, and each team takes {spare} more for its coaches. {left} bottles are still in the clubhouse and can be used. {name} buys the rest.',
      '{name} buys water for {groups} teams of {people} runners. Each runner gets one bottle, and each team needs {spare} more for its coaches. {left} bottles are already in the clubhouse and can be used.',
    ],
    asides: [
      'The club has {aside} members who stay at home.',
      'The race is {aside} kilometres long.',
    ],
    ask: [
      'What is the lowest price, in euros, at which {name} can get enough water bottles?',
      'How many euros must {name} spend at the very least?',
    ],
  },
]
