/** A state of a rota: with its article, after a number, and in the plural. */
export interface RotaState {
  readonly a: string
  readonly one: string
  readonly many: string
}

/** What a rota orders, and the wording of its rules. */
export interface RotaStory {
  readonly states: readonly [RotaState, RotaState, RotaState, RotaState]
  readonly start: readonly string[]
  readonly never: string
  readonly first: string
  readonly last: string
  readonly ends: string
  readonly ask: readonly string[]
}

const state = (a: string, one: string, many: string): RotaState => ({ a, one, many })

export const ROTA_STORIES: readonly RotaStory[] = [
  {
    states: [
      state('an early shift', 'early shift', 'early shifts'),
      state('a late shift', 'late shift', 'late shifts'),
      state('a night shift', 'night shift', 'night shifts'),
      state('a day off', 'day off', 'days off'),
    ],
    start: [
      '{name} plans {days} days in a row at a hospital. Each day is {states}.',
      'A plan for a nurse covers {days} consecutive days, and each of them is {states}.',
    ],
    never: 'The day right after {first} is never {second}.',
    first: 'The first day is {state}.',
    last: 'The last day is not {state}.',
    ends: 'The first day and the last day are not of the same kind.',
    ask: ['How many such plans are there?', 'How many different plans are possible?'],
  },
  {
    states: [
      state('a wheat year', 'wheat year', 'wheat years'),
      state('a clover year', 'clover year', 'clover years'),
      state('a barley year', 'barley year', 'barley years'),
      state('a fallow year', 'fallow year', 'fallow years'),
    ],
    start: [
      'A farmer decides what a field is used for in each of the next {days} years. Each one is {states}.',
      '{name} draws up a rotation of {days} years for a field. Every year is {states}.',
    ],
    never: 'The year right after {first} is never {second}.',
    first: 'The rotation begins with {state}.',
    last: 'The rotation does not end with {state}.',
    ends: 'The first year and the last year are of different kinds.',
    ask: ['How many rotations are possible?', 'How many rotations keep to all of this?'],
  },
  {
    states: [
      state('a ballad', 'ballad', 'ballads'),
      state('a dance tune', 'dance tune', 'dance tunes'),
      state('a march', 'march', 'marches'),
      state('a solo', 'solo', 'solos'),
    ],
    start: [
      'A brass band is deciding what kind of piece to play in each of the {days} places of a concert. Each piece is {states}.',
      '{name} puts together a programme of {days} pieces and first decides what kind of piece each one will be: {states}.',
    ],
    never: 'The piece right after {first} is never {second}.',
    first: 'The programme opens with {state}.',
    last: 'The programme does not end with {state}.',
    ends: 'The opening piece and the closing piece are of different kinds.',
    ask: [
      'How many different sequences of kinds are possible?',
      'How many such programmes are there?',
    ],
  },
  {
    states: [
      state('a red bead', 'red bead', 'red beads'),
      state('a green bead', 'green bead', 'green beads'),
      state('a blue bead', 'blue bead', 'blue beads'),
      state('a white bead', 'white bead', 'white beads'),
    ],
    start: [
      'A rod holds {days} beads in a row, from left to right. Each is {states}.',
      '{name} threads {days} beads, one after the other, on a string with one end marked as the start. Each is {states}.',
    ],
    never: '{first} is never immediately followed by {second}.',
    first: 'The first of them is {state}.',
    last: 'The last of them is not {state}.',
    ends: 'The first and the last bead differ in colour.',
    ask: ['How many arrangements of colours are there?', 'How many different rows are possible?'],
  },
]
