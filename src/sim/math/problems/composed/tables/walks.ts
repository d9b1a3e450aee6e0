/** Who walks, and the wording of the rules. */
export interface WalkStory {
  /** `{east}` and `{north}`: the end of the walk. */
  readonly start: readonly string[]
  readonly twoSteps: string
  readonly threeSteps: string
  /** The meaning of a pair such as (2, 3). */
  readonly corners: string
  /** `{closed}`: a list of pairs. */
  readonly closed: string
  readonly closedOne: string
  readonly inARow: string
  /** `{least}` and `{sights}`. */
  readonly sights: string
  /** `{first}` and `{second}`: kinds of steps. */
  readonly notAfter: string
  /** `{start}` and `{most}`: counts as words; `{kiosks}`: a list of pairs. */
  readonly tokens: string
  /** The kinds of steps with their article: east, north, diagonal. */
  readonly steps: readonly [string, string, string]
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly ask: readonly string[]
}

/** The kinds of steps in the facts of a problem. */
export const STEP_FACTS = ['east', 'north', 'diagonal'] as const

export const WALK_STORIES: readonly WalkStory[] = [
  {
    start: [
      '{name} walks through a town of square blocks, from the station to the harbour, which is {east} blocks east and {north} blocks north of it.',
      'The harbour lies {east} blocks east and {north} blocks north of the station, in a town whose streets form a square grid. {name} walks from the station to the harbour.',
    ],
    twoSteps:
      'Every step goes from one corner to a neighbouring one: a step east is one block to the east, a step north is one block to the north.',
    threeSteps:
      'There are three kinds of steps: a step east is one block to the east, a step north is one block to the north, and a diagonal step crosses a block, from its south-western corner straight to its north-eastern one, without passing any other corner.',
    corners:
      'A pair such as (4, 1) means the corner 4 blocks east and 1 block north of the station. Only a corner at which a step begins or ends is passed.',
    closed: 'The corners {closed} are closed and may not be passed.',
    closedOne: 'The corner {closed} is closed and may not be passed.',
    inARow: 'No three steps in a row may be of the same kind.',
    sights: 'Of the corners {sights}, at least {least} must be passed.',
    notAfter: 'The step right after {first} is never {second}.',
    tokens:
      'Every diagonal step costs one token, and without a token none is possible. The walk begins with {start} tokens, and there is one more each time one of the corners {kiosks} is reached, before the next step, but not if the step to that corner was a diagonal one; and nobody may hold more than {most} tokens, so a walker who already holds {most} gets none.',
    steps: ['a step east', 'a step north', 'a diagonal step'],
    asides: [
      'A block is {aside} metres long.',
      '{other} has lived at the harbour for {aside} years.',
    ],
    ask: [
      'How many different walks are there?',
      'In how many ways can {name} walk from the station to the harbour?',
    ],
  },
  {
    start: [
      'A robot in a hall with square tiles starts on the tile in the south-western corner. It is to reach the tile that is {east} tiles further east and {north} tiles further north.',
      '{name} programs a robot that moves over square tiles. It starts in the south-west and ends {east} tiles further east and {north} tiles further north.',
    ],
    twoSteps:
      'Each command of the program is either E, one tile to the east, or N, one tile to the north.',
    threeSteps:
      'Each command of the program is one of three: E moves one tile to the east, N one tile to the north, and D diagonally to the tile that is one further east and one further north, touching no other tile.',
    corners:
      'The pair (4, 1) stands for the tile that is 4 tiles east and 1 tile north of the first one, and likewise for other pairs. The robot visits the tiles on which it is before and after its commands.',
    closed: 'Pillars stand on the tiles {closed}, which the robot cannot visit.',
    closedOne: 'A pillar stands on the tile {closed}, which the robot cannot visit.',
    inARow: 'The same command is never given three times in a row.',
    sights: 'The robot visits at least {least} of the charging tiles {sights}.',
    notAfter: 'Directly after {first}, the next command is never {second}.',
    tokens:
      'D uses up one fuel cell, and without a fuel cell it is not possible. The robot starts with {start} fuel cells and picks up one more whenever it gets to one of the tiles {kiosks} by another command than D, before its next command; it can hold {most} at a time, and picks up none if it already holds {most}.',
    steps: ['E', 'N', 'D'],
    asides: ['The battery lasts {aside} minutes.', 'A tile is {aside} centimetres wide.'],
    ask: [
      'How many such programs are there?',
      'How many different programs bring the robot to its goal?',
    ],
  },
]
