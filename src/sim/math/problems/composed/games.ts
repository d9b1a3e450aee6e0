import type { RandomStream } from '../../../random.ts'
import {
  type AnyLevel,
  type Candidate,
  type Draft,
  expression,
  type Family,
  TOP_LEVEL,
} from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { GAME_STORIES, type GameStory } from './tables/games.ts'
import { listed } from './text.ts'

/** What a turn may take, by kind: from the first heap, the second, or both. */
type Kinds = readonly (readonly (readonly [first: number, second: number])[])[]

interface Game {
  readonly kinds: Kinds
  /** The largest heaps at the start; the smallest have one token. */
  readonly sizes: readonly [first: number, second: number]
  /** Whether a turn must differ in kind from the previous one. */
  readonly isChanging: boolean
  /** Whether the player who cannot move wins. */
  readonly isReversed: boolean
  /** How many turns that take from both heaps the two players together may make in a game. */
  readonly bothMax: number
  /** Heaps that no turn may leave. */
  readonly barred: readonly (readonly [first: number, second: number])[]
  readonly asks: 'points' | 'turns'
}

/** The kind of the turns that take from both heaps. */
const BOTH = 2

/** For each first heap, the length of the game in turns with each second heap. */
type Lengths = readonly (readonly number[])[]

/**
 * Solves positions upwards from small heaps, for each kind that must not be repeated. Whoever can
 * win takes as few turns as possible, and the other player as many. So a length also says who wins.
 */
function lengthsOf(game: Game): Lengths {
  const { kinds, sizes, isChanging } = game
  const [rows, columns] = sizes
  const none = kinds.length
  const isLimited = Number.isFinite(game.bothMax)
  // The limited turns that both players have made, 0 if they are not limited.
  const counts = isLimited ? game.bothMax + 1 : 1
  const states = none * counts
  const turns = kinds.flatMap((takings, kind) =>
    takings.map(([one, other]) => ({
      kind,
      one,
      other,
      spent: isLimited && kind === BOTH ? 1 : 0,
    })),
  )
  const lengths = new Uint8Array((rows + 1) * (columns + 1) * states)
  const isBarred = new Uint8Array((rows + 1) * (columns + 1))
  for (const [first, second] of game.barred) isBarred[first * (columns + 1) + second] = 1
  const lengthOf = (first: number, second: number, last: number, spent: number) => {
    let [shortestWin, longest] = [Number.POSITIVE_INFINITY, 0]
    for (const turn of turns) {
      if (turn.one > first || turn.other > second || spent + turn.spent >= counts) continue
      const heaps = (first - turn.one) * (columns + 1) + second - turn.other
      if (isBarred[heaps] === 1 || (isChanging && turn.kind === last)) continue
      const state = turn.kind * counts + spent + turn.spent
      const length = 1 + (lengths[heaps * states + state] as number)
      longest = Math.max(longest, length)
      if (isWonIn(game, length)) shortestWin = Math.min(shortestWin, length)
    }
    return Number.isFinite(shortestWin) ? shortestWin : longest
  }
  const found: number[][] = []
  for (let first = 0; first <= rows; first++) {
    const row: number[] = []
    for (let second = 0; second <= columns; second++) {
      const heaps = first * (columns + 1) + second
      for (let state = 0; state < states; state++) {
        const [last, spent] = [Math.floor(state / counts), state % counts]
        lengths[heaps * states + state] = lengthOf(first, second, last, spent)
      }
      if (second > 0) row.push(lengthOf(first, second, none, 0))
    }
    if (first > 0) found.push(row)
  }
  return found
}

/** Whether the player who moves first wins a game of this length. */
const isWonIn = ({ isReversed }: Game, length: number): boolean => (length % 2 === 1) !== isReversed

/** For each first heap, the second heaps with which the starting player wins. */
const winsOf = (game: Game): readonly (readonly number[])[] =>
  lengthsOf(game).map((row) =>
    row.flatMap((length, index) => (isWonIn(game, length) ? [index + 1] : [])),
  )

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** What is asked: the points of the starting player, or the turns of all games. */
const askedOf = (game: Game): number =>
  game.asks === 'points'
    ? sumOf(winsOf(game).flatMap((row, index) => row.map((second) => index + 1 + second)))
    : sumOf(lengthsOf(game).flat())

const SIZES: Readonly<Record<AnyLevel, number>> = { 1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 14 }
/** At the top level, this many pairs of heaps may not be left. */
const BARRED = 16

function drawGame(
  random: RandomStream,
  level: AnyLevel,
  size = SIZES[level],
  barredCount = BARRED,
): Game {
  const sample = (count: number, most: number): number[] =>
    random
      .sample(
        Array.from({ length: most }, (_, index) => index + (count > 1 ? 1 : 2)),
        count,
      )
      .sort((one, other) => one - other)
  const count = level >= 3 ? 2 : 1
  const most = level >= 5 ? 5 : 3
  const both: [number, number] = [random.integer(1, 3), random.integer(1, 3)]
  const game = {
    kinds: [
      sample(count, most).map((taken): [number, number] => [taken, 0]),
      sample(count, most).map((taken): [number, number] => [0, taken]),
      ...(level >= 2 ? [[both]] : []),
    ],
    sizes: [size, size + random.integer(0, 2)] as [number, number],
    isChanging: level >= 4,
    isReversed: level >= 3 && random.chance(0.5),
    bothMax: level >= TOP_LEVEL ? 2 : Number.POSITIVE_INFINITY,
    asks: level >= TOP_LEVEL ? 'turns' : 'points',
  } satisfies Omit<Game, 'barred'>
  return { ...game, barred: level >= TOP_LEVEL ? drawBarred(random, game.sizes, barredCount) : [] }
}

/** Pairs of heaps by chance, in order. */
const drawBarred = (
  random: RandomStream,
  [rows, columns]: Game['sizes'],
  count: number,
): [number, number][] =>
  random
    .sample(
      Array.from({ length: rows * columns }, (_, index) => index),
      count,
    )
    .sort((one, other) => one - other)
    .map((index) => [Math.floor(index / columns), index % columns])

const taken = (counts: readonly number[]): string => counts.join(' or ')

function wordsOf(game: Game): Record<string, string | number> {
  const [first = [], second = [], both = []] = game.kinds
  const [rows, columns] = game.sizes
  const [one, other] = both[0] ?? [0, 0]
  return {
    first: taken(first.map(([count]) => count)),
    second: taken(second.map(([, count]) => count)),
    ...{ one, both: other, rows, columns },
    barred: listed(game.barred.map(([white, black]) => `(${white}, ${black})`)),
  }
}

type Slots = Readonly<Record<string, string | number>>

function questionOf(random: RandomStream, game: Game): string {
  const people = drawPeople(random)
  const story = random.pick(GAME_STORIES)
  const text = textOf(random, story, game, people)
  const ask = random.pick(game.asks === 'points' ? story.ask : story.askTurns)
  return `${text} ${fill(ask, people)}`
}

/** The problem without what it asks. `changes` are slots with another text than the game has. */
function textOf(random: RandomStream, story: GameStory, game: Game, changes: Slots): string {
  const slots = { ...wordsOf(game), aside: random.integer(31, 59), ...changes }
  const parts = [
    random.pick(story.start),
    game.kinds.length > 2 ? story.threeKinds : story.twoKinds,
    ...(game.isChanging ? [story.changing] : []),
    ...(Number.isFinite(game.bothMax) ? [story.limited] : []),
    ...(game.barred.length > 0 ? [story.barred] : []),
    game.isReversed ? story.stuckWins : story.stuckLoses,
    random.pick(story.asides),
    random.pick(story.games),
    ...(game.asks === 'points' ? [] : [story.pace]),
  ]
  return parts.map((part) => fill(part, slots)).join(' ')
}

/** The sum of a row as text, with the numbers that it adds up. */
const rowText = (values: readonly number[]): string =>
  values.length > 1 ? `${values.join(' + ')} = ${sumOf(values)}` : `${sumOf(values)}`

/** The line of a row of starts and the sum in it; undefined if there is nothing to add up. */
function rowOf(game: Game, lengths: readonly number[], first: number) {
  if (game.asks === 'turns') {
    const line = `Turns with ${first} in the first heap: ${rowText(lengths)}.`
    return { line, sum: sumOf(lengths) }
  }
  const won = lengths.flatMap((length, index) => (isWonIn(game, length) ? [index + 1] : []))
  if (won.length === 0) return undefined
  const points = won.map((second) => first + second)
  const from = `With ${first} in the first heap the first player wins from ${won.join(', ')}`
  return { line: `${from} in the second one. Points: ${rowText(points)}.`, sum: sumOf(points) }
}

function linesOf(game: Game): string[] {
  const rows = lengthsOf(game)
    .map((lengths, index) => rowOf(game, lengths, index + 1))
    .filter((row) => row !== undefined)
  const sums = rows.map(({ sum }) => sum)
  const name = game.asks === 'points' ? 'All points' : 'All turns'
  const all = sums.length > 1 ? [`${name}: ${rowText(sums)}.`] : []
  return [...rows.map(({ line }) => line), ...all]
}

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const game = drawGame(random, level)
  const wins = winsOf(game)
  const [rows, columns] = game.sizes
  const won = sumOf(wins.map((row) => row.length))
  // If nearly all games have the same winner, single positions hardly matter.
  const starts = rows * columns
  const wonMax = level >= TOP_LEVEL ? 0.9 : 0.75
  if (won * 4 < starts || won > starts * wonMax) return undefined
  const gold = String(askedOf(game))
  const isIdle =
    level >= TOP_LEVEL &&
    [{ bothMax: Number.POSITIVE_INFINITY }, { barred: [] }].some(
      (change) => String(askedOf({ ...game, ...change })) === gold,
    )
  if (isIdle) return undefined
  return expression({
    question: questionOf(random, game),
    gold,
    facts: factsOf(game),
    solution: () => steps(linesOf(game), gold),
    mistakes: () => [...brokenRules(game), ...miscounts(game, wins)],
  })
}

function brokenRules(game: Game): Candidate[] {
  const changed = (change: Partial<Game>, mistake: string): Candidate => [
    String(askedOf({ ...game, ...change })),
    mistake,
  ]
  return [
    changed({ isReversed: !game.isReversed }, 'The end of a game was taken the wrong way.'),
    changed({ isChanging: false }, 'Any turn was allowed after any other one.'),
    changed({ kinds: game.kinds.slice(0, 2) }, 'Turns that take from both heaps were left out.'),
    ...(Number.isFinite(game.bothMax)
      ? [
          changed(
            { bothMax: Number.POSITIVE_INFINITY },
            'Turns from both heaps were made too often.',
          ),
        ]
      : []),
    ...(game.barred.length > 0
      ? [changed({ barred: [] }, 'Heaps that no turn may leave were left.')]
      : []),
  ]
}

function miscounts(game: Game, wins: readonly (readonly number[])[]): Candidate[] {
  const won = sumOf(wins.map((row) => row.length))
  if (game.asks === 'turns') {
    const lengths = lengthsOf(game).flat()
    const longs = lengths.filter((length) => isWonIn(game, length))
    return [
      [String(sumOf(longs)), 'The games of the other player were left out.'],
      [String(lengths.length), 'The games were counted, and not their turns.'],
    ]
  }
  const [rows, columns] = game.sizes
  const all = (rows * columns * (rows + columns + 2)) / 2
  return [
    [String(all - askedOf(game)), 'The games of the other player were added up.'],
    [String(won), 'The games were counted, and not the points.'],
    [String(all), 'All games were taken to be won.'],
  ]
}

const factsOf = (game: Game): Draft['facts'] => {
  const { first, second, one, both, rows, columns } = wordsOf(game)
  return {
    type: 'game',
    takes: `${first}; ${second}${game.kinds.length > 2 ? `; ${one} and ${both}` : ''}`,
    heaps: `${rows} ${columns}`,
    repeats: game.isChanging ? 'no' : 'yes',
    stuck: game.isReversed ? 'wins' : 'loses',
    both: Number.isFinite(game.bothMax) ? 'twice' : 'always',
    asks: game.asks,
    barred: game.barred.map((pair) => pair.join(' ')).join('; '),
  }
}

/** Games with two heaps that must be solved for every start. */
export const games: Family = {
  name: 'games',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
  top: [(random) => draw(random, TOP_LEVEL)],
}

/** A series of games whose largest first heap is decided by another part. */
export const gamePart: PartKind = {
  inputs: (isTop) => ({ least: isTop ? 9 : 5, count: isTop ? 4 : 3 }),
  draw(random, { people, isTop, input, inputText }) {
    const drawn = drawGame(random, isTop ? TOP_LEVEL : 4, isTop ? 10 : 5, 9)
    const gameOf = (rows: number): Game => ({
      ...drawn,
      sizes: [rows, drawn.sizes[1]],
      asks: 'turns',
    })
    const game = gameOf(input)
    const slips = (rows: number): number[] =>
      brokenRules(gameOf(rows)).map(([answer]) => Number(answer))
    const won = sumOf(winsOf(game).map((row) => row.length))
    const starts = input * drawn.sizes[1]
    const isOneSided = won * 4 < starts || won > starts * 0.9
    if (isOneSided || slips(input).includes(askedOf(game))) return undefined
    return {
      text: textOf(random, random.pick(GAME_STORIES), game, { ...people, rows: inputText }),
      asks: PART_ASKS.game,
      facts: { ...factsOf(game), heaps: `${INPUT} ${drawn.sizes[1]}` },
      solve: (rows) => askedOf(gameOf(rows)),
      slips,
    }
  },
  price(random) {
    const [seconds, euros] = [random.pick([45, 90]), random.integer(3, 6) * 4]
    return {
      text: PRICES.game,
      words: { seconds, euros },
      facts: `table ${seconds} ${euros}`,
      cents: (seconds * euros) / 36,
    }
  },
}
