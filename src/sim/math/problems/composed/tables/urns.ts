/** What is drawn, and the wording of the rules. Counts are words. */
export interface UrnStory {
  /** `{red}`, `{blue}` and `{rounds}`. */
  readonly start: readonly string[]
  /** `{blues}`: how many are added after a red one. */
  readonly red: string
  /** `{reds}`: how many are added after a blue one. */
  readonly blue: string
  readonly blueOut: string
  /** `{supplied}` and `{round}`. */
  readonly supply: string
  /** `{wanted}`, such as `at least three`. */
  readonly win: string
  readonly winLast: string
  readonly lost: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly ask: readonly string[]
}

export const URN_STORIES: readonly UrnStory[] = [
  {
    start: [
      'A box holds {red} red and {blue} blue tokens. In each of {rounds} rounds, {name} draws one of the tokens in the box at random, all equally likely.',
      '{name} plays a game of {rounds} rounds with a box that holds {red} red and {blue} blue tokens at the beginning. In every round one token is drawn from the box, each with the same chance.',
    ],
    red: 'A red token that is drawn goes back into the box, and the number of blue tokens that are added along with it is {blues}.',
    blue: 'A blue token that is drawn goes back as well, and the number of red tokens added along with it is {reds}.',
    blueOut: 'A blue token that is drawn is not put back, and nothing is added for it.',
    supply:
      'Immediately before the {round} round, {supplied} more red tokens are put into the box, whatever was drawn.',
    win: '{name} wins if {wanted} of the tokens drawn are red.',
    winLast:
      '{name} wins if {wanted} of the tokens drawn are red, and the token of the last round is one of the red ones.',
    lost: 'However, if tokens of the same colour are drawn in three rounds in a row, at any time, the game is lost at once.',
    asides: [
      'The box is {aside} centimetres wide.',
      '{other} watches, and has {aside} more tokens at home.',
    ],
    ask: [
      'What is the probability that {name} wins, as a fraction in lowest terms?',
      'With what probability does {name} win? Give the exact fraction in lowest terms.',
    ],
  },
  {
    start: [
      'At a fair, a sack contains {red} red and {blue} blue marbles. {name} draws {rounds} times, each time one marble from those in the sack, without looking.',
      'A sack with {red} red and {blue} blue marbles stands on a table. {name}, blindfolded, takes a marble out of it {rounds} times, one after the other.',
    ],
    red: 'When a marble is red, it is returned to the sack, and new blue marbles are added to it, the same number each time: {blues}.',
    blue: 'When it is blue, it is returned too, and new red marbles are added, again always the same number: {reds}.',
    blueOut:
      'When it is blue, it is laid aside for the rest of the game, and the sack gets nothing.',
    supply:
      'Directly before the {round} draw, the host adds {supplied} more red marbles to the sack, whatever was drawn.',
    win: 'The prize goes to {name} if {wanted} of the marbles drawn are red.',
    winLast:
      'The prize goes to {name} if {wanted} of the marbles drawn are red and the last one drawn is red itself.',
    lost: 'If three marbles of one colour are ever drawn directly one after the other, though, there is no prize.',
    asides: [
      'The prize is worth {aside} euros.',
      'Before that, {other} has watched {aside} other visitors.',
    ],
    ask: [
      'What is the chance of {name} to get the prize, as an exact fraction in lowest terms?',
      'As a fraction in lowest terms, what is the probability that {name} gets the prize?',
    ],
  },
]
