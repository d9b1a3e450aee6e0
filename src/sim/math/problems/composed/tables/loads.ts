/** Who carries what, and the wording of the rules. */
export interface LoadStory {
  /** At least eleven items, as they follow "the". */
  readonly items: readonly string[]
  /** Further items for the top level. */
  readonly more: readonly string[]
  readonly vehicle: string
  /** `{mass}` in tonnes and `{volume}` in cubic metres. */
  readonly start: readonly string[]
  readonly oneTrip: string
  readonly twoTrips: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly list: string
  readonly apart: string
  readonly together: string
  readonly bonus: string
  readonly bonusOneTrip: string
  readonly ask: readonly string[]
}

export const LOAD_STORIES: readonly LoadStory[] = [
  {
    items: [
      ...['piano', 'altar', 'loom', 'globe', 'harp', 'printing press', 'stove', 'wardrobe'],
      ...['telescope', 'safe', 'organ', 'statue', 'clock', 'billiard table'],
    ],
    more: ['cabinet', 'mirror', 'throne', 'spinning wheel', 'chandelier', 'sideboard', 'lectern'],
    vehicle: 'van',
    start: [
      '{name} carries old furniture from an auction to its buyers. The van takes {mass} t and {volume} m³ at a time.',
      'After an auction, {name} brings what was sold to the buyers, with a van for {mass} t and {volume} m³.',
    ],
    oneTrip: 'There is time for one trip, which costs {cost} euros.',
    twoTrips:
      'There is time for two trips at most. Each trip that is made costs {cost} euros, however much is on the van.',
    asides: [
      'The auction took {aside} hours.',
      '{other} had counted {aside} bidders at the auction.',
    ],
    list: 'These pieces may be carried, each as a whole and for the fee that its buyer pays:',
    apart: 'The {one} and the {other} may not be on the van together.',
    together:
      'The {one} and the {other} belong to one buyer, who wants both on the same trip or neither.',
    bonus: 'If {all} are all carried, on whichever trips, the auction house adds {bonus} euros.',
    bonusOneTrip:
      'If {all} are all carried on one and the same trip, the auction house adds {bonus} euros, and nothing otherwise.',
    ask: [
      'How many euros can {name} keep at most, after the cost of the trips?',
      'What is the largest amount, in euros, that fees and extras can exceed the cost of the trips by?',
    ],
  },
  {
    items: [
      ...[
        'generator',
        'compressor',
        'pump',
        'mixer',
        'winch',
        'drill rig',
        'transformer',
        'boiler',
      ],
      ...['lathe', 'crusher', 'conveyor', 'welder', 'turbine', 'tank'],
    ],
    more: ['bulldozer', 'kiln', 'forge', 'furnace', 'sawmill', 'hoist', 'roller'],
    vehicle: 'barge',
    start: [
      '{name} takes machines across a lake on a barge that holds {mass} t and has room for {volume} m³.',
      'On a lake, {name} has a barge for machines. It bears {mass} t, and {volume} m³ fit on its deck.',
    ],
    oneTrip: 'There is time for one crossing, which costs {cost} euros.',
    twoTrips:
      'There is time for two crossings at most. Each one that is made costs {cost} euros, whatever is on board.',
    asides: [
      'The lake is {aside} metres deep.',
      '{other}, who keeps the landing stage, has {aside} ropes.',
    ],
    list: 'These machines wait on the shore. Each can be taken only as a whole, for the fee that its owner pays:',
    apart: 'The {one} and the {other} may not be on board at the same time.',
    together:
      'The {one} and the {other} work only as a pair and are taken on the same crossing or not at all.',
    bonus: 'If {all} all get across, on whichever crossings, the village pays {bonus} euros more.',
    bonusOneTrip:
      'If {all} all get across together, on the same crossing, the village pays {bonus} euros more, and nothing otherwise.',
    ask: [
      'After the cost of the crossings, how many euros can {name} earn at most?',
      'What is the most, in euros, that can be left of the payments after the cost of the crossings?',
    ],
  },
]
