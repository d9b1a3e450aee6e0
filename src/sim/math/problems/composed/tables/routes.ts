/** Who drives a round, and the wording of its rules. */
export interface RouteStory {
  readonly depot: string
  /** At least eight stops, as they follow "at the" or begin a sentence. */
  readonly stops: readonly string[]
  /** `{leaves}`, `{metres}` and `{speed}`. */
  readonly start: readonly string[]
  readonly unloading: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly early: string
  readonly first: string
  /** The questions if only time counts. */
  readonly askTime: readonly string[]
  readonly wage: string
  readonly askCost: readonly string[]
}

export const ROUTE_STORIES: readonly RouteStory[] = [
  {
    depot: 'the flower shop',
    stops: [
      ...['hotel', 'school', 'museum', 'clinic', 'theatre', 'library', 'town hall', 'chapel'],
      ...['restaurant', 'bank'],
    ],
    start: [
      '{name} delivers flowers by cargo bike. The streets of the town run north-south and east-west and form square blocks whose sides are {metres} metres long; the bike keeps to the streets and goes {speed} kilometres per hour. {name} leaves the flower shop at {leaves}, goes to each of the following places once, and comes back to the shop.',
      'The flower shop of {name} stands at a corner in a town of square blocks, {metres} metres on each side, and all streets run north-south or east-west. At {leaves} {name} leaves the shop by cargo bike, rides along the streets at {speed} kilometres per hour, stops once at each of these places, and returns to the shop.',
    ],
    unloading: 'Handing over the flowers takes {unloading} minutes at each place.',
    asides: [
      'The bike has a load of {aside} bunches.',
      '{other} has prepared {aside} bunches since the morning.',
    ],
    early:
      'Some places limit when the handing over may begin, and {name} may wait anywhere for as long as needed.',
    first:
      'What is delivered at the {second} is fetched at the {first}, so the {first} has to come earlier in the round.',
    askTime: [
      'At the earliest, how many minutes after leaving the shop can {name} be back there?',
      'What is the least number of minutes from leaving the shop to being back in it?',
    ],
    wage: 'The round costs {wage} euros for every hour from leaving the shop to being back.',
    askCost: [
      'What is the least that the round can cost, with fines, in euros?',
      'If the order is chosen as well as possible, how many euros does the round cost, fines included?',
    ],
  },
  {
    depot: 'the depot',
    stops: [
      ...['bakery', 'brewery', 'sawmill', 'dairy', 'foundry', 'tannery', 'print works', 'pottery'],
      ...['smithy', 'weaving mill'],
    ],
    start: [
      '{name} repairs scales in a town whose streets form a grid: they run north-south and east-west, {metres} metres apart. A van takes {name} along them at {speed} kilometres per hour. It leaves the depot at {leaves}, stops once at each of the following works, and returns to the depot.',
      'In a town all streets run north-south or east-west, with {metres} metres between one and the next. {name}, who repairs scales, leaves the depot at {leaves} in a van that goes {speed} kilometres per hour along the streets, calls once at each of these works, and drives back to the depot.',
    ],
    unloading: 'Each repair takes {unloading} minutes.',
    asides: [
      'The van has a tank of {aside} litres.',
      '{other} repaired {aside} scales in the same week.',
    ],
    early:
      'Some works limit when the repair may begin, and {name} may wait anywhere for as long as needed.',
    first:
      'The spare part for the {second} is made at the {first}, so the {first} has to come earlier in the round.',
    askTime: [
      'What is the least number of minutes in which the whole round, back to the depot, can be done?',
      'How many minutes after leaving the depot is the van back at the earliest?',
    ],
    wage: 'Every hour from leaving the depot to being back costs {wage} euros.',
    askCost: [
      'How many euros does the round cost at least, with fines?',
      'What does the cheapest possible round cost in euros, fines included?',
    ],
  },
]
