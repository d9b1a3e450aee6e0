/** The pieces of a game, and the wording of its rules. */
export interface GameStory {
  readonly start: readonly string[]
  /** `{first}` and `{second}`: what a turn may take, such as `1 or 4`. */
  readonly twoKinds: string
  /** Also `{one}` and `{both}`. */
  readonly threeKinds: string
  readonly changing: string
  readonly limited: string
  /** `{barred}`: pairs of heaps such as (4, 1). */
  readonly barred: string
  readonly stuckLoses: string
  readonly stuckWins: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  /** `{rows}` and `{columns}`. */
  readonly games: readonly string[]
  readonly ask: readonly string[]
  /** How both play if turns are counted. */
  readonly pace: string
  readonly askTurns: readonly string[]
}

export const GAME_STORIES: readonly GameStory[] = [
  {
    start: [
      '{name} and {other} take turns at removing stones from a heap of white stones and a heap of black ones.',
      'A game for two begins with some white and some black stones on a table. {name} and {other} move in turn, and nobody may pass.',
    ],
    twoKinds:
      'There are two kinds of turns: a white turn removes {first} white stones, a black turn removes {second} black ones.',
    threeKinds:
      'There are three kinds of turns: a white turn removes {first} white stones, a black turn removes {second} black ones, and a mixed turn removes exactly {one} white and {both} black.',
    changing:
      'No turn may be of the same kind as the turn that the opponent has just made; the first turn of a game may be of any kind.',
    limited:
      'In each game, at most two mixed turns may be made in all, no matter which player makes them.',
    barred:
      'The pair (4, 1) stands for 4 white stones and 1 black one, and likewise for other pairs. No turn may leave any of the pairs {barred} on the table, so such a turn is not possible; a game may begin with one of them, however.',
    stuckLoses:
      'A player who has no possible turn loses at once, even if stones are left on the table.',
    stuckWins:
      'A player who has no possible turn wins at once, even if stones are left on the table.',
    asides: [
      'The box holds {aside} stones of each colour.',
      '{other} bought the game for {aside} euros.',
    ],
    games: [
      'They play one game from each start with 1 to {rows} white and 1 to {columns} black stones. {name} always begins, and both always play as well as possible.',
      'Every start with at least 1 and at most {rows} white stones and with at least 1 and at most {columns} black ones is played once; {name} makes the first turn each time. Neither ever makes a mistake.',
    ],
    ask: [
      'For each game that {name} wins, {name} gets as many points as there were stones on the table at its start. How many points are these in all?',
      'A win is worth one point for every stone, white or black, with which the game began. How many points does {name} get from all the games together?',
    ],
    pace: 'Playing well means this: whoever can force a win ends the game in as few turns as possible, and the other one makes it last as many turns as possible. The turns of both players count.',
    askTurns: [
      'How many turns do all the games take together?',
      'What is the total number of turns in all of these games?',
    ],
  },
  {
    start: [
      'In a card game, {name} and {other} in turn discard cards from an open row of hearts and an open row of spades.',
      '{name} and {other} lay out a row of hearts and a row of spades. They play in turn, and everybody has to move who can.',
    ],
    twoKinds:
      'A turn of hearts discards {first} hearts, a turn of spades discards {second} spades, and there is no other turn.',
    threeKinds:
      'A turn of hearts discards {first} hearts, a turn of spades discards {second} spades, and a double turn discards exactly {one} of the hearts together with {both} of the spades. There is no other turn.',
    changing:
      'Whoever moves may not make a turn of the kind that the other player made immediately before (hearts, spades or double); only the opening turn is free.',
    limited:
      'In the course of a game, double turns may be made twice at most, by the two players together.',
    barred:
      'It is forbidden to make a turn after which one of these layouts is left, with the number of hearts first and the number of spades second: {barred}. Such a turn counts as one that cannot be made. The layout at the opening of a game is not restricted in this way.',
    stuckLoses: 'The game is lost by the player who has to move and cannot.',
    stuckWins: 'The game is won by the player who has to move and cannot.',
    asides: [
      'The pack is {aside} years old.',
      'With {aside} minutes to go, {other} explains the rules once more.',
    ],
    games: [
      'They agree to play every opening layout with 1 to {rows} hearts and 1 to {columns} spades exactly once. {name} moves first in all of these games, and both play perfectly.',
      'A match consists of one game for each layout of 1 to {rows} hearts and 1 to {columns} spades. In every game {name} has the opening turn, and both players play without a mistake.',
    ],
    ask: [
      'Whoever wins a game scores the number of cards in its opening layout. What is the final score of {name}?',
      'The winner of a game is credited with as many points as it had cards at the beginning. How many points is {name} credited with?',
    ],
    pace: 'To play perfectly is to win in the smallest possible number of turns if a win can be forced, and otherwise to lose only after the largest possible number of turns, those of both players counted.',
    askTurns: [
      'How many turns are made in the whole match?',
      'Over all the games, how many turns do the two players make in all?',
    ],
  },
]
