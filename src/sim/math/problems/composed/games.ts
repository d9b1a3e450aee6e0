import type { RandomStream } from '../../../random.ts'
import { type AnyLevel, type Draft, expression, type Family, TOP_LEVEL } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { GAME_STORIES } from './tables/games.ts'
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
  /** How many turns that take from both heaps each player may make in a game. */
  readonly bothMax: number
  /** Heaps that no turn may leave. */
  readonly barred: readonly (readonly [first: number, second: number])[]
}

/** The kind of the turns that take from both heaps. */
const BOTH = 2

/** For each first heap, the second heaps with which the starting player wins. */
type Wins = readonly (readonly number[])[]

/** Solves positions upwards from small heaps, for each kind that must not be repeated. */
function winsOf(game: Game): Wins {
  const { kinds, sizes, isChanging, isReversed } = game
  const [rows, columns] = sizes
  const none = kinds.length
  const isLimited = Number.isFinite(game.bothMax)
  // The limited turns that the mover and the other player have made, 0 if they are not limited.
  const counts = isLimited ? game.bothMax + 1 : 1
  const states = none * counts * counts
  const turns = kinds.flatMap((takings, kind) =>
    takings.map(([one, other]) => {
      const isCounted = isLimited && kind === BOTH
      return { kind, one, other, spent: isCounted ? 1 : 0, ownMax: isCounted ? counts - 2 : counts }
    }),
  )
  const isWon = new Uint8Array((rows + 1) * (columns + 1) * states)
  const isBarred = new Uint8Array((rows + 1) * (columns + 1))
  for (const [first, second] of game.barred) isBarred[first * (columns + 1) + second] = 1
  const canWin = (
    first: number,
    second: number,
    last: number,
    ownCount: number,
    otherCount: number,
  ) => {
    let isStuck = true
    for (const turn of turns) {
      if (turn.one > first || turn.other > second || turn.ownMax < ownCount) continue
      const heaps = (first - turn.one) * (columns + 1) + second - turn.other
      if (isBarred[heaps] === 1 || (isChanging && turn.kind === last)) continue
      isStuck = false
      const state = (turn.kind * counts + otherCount) * counts + ownCount + turn.spent
      if (isWon[heaps * states + state] === 0) return true
    }
    return isStuck && isReversed
  }
  const found: number[][] = []
  for (let first = 0; first <= rows; first++) {
    const row: number[] = []
    for (let second = 0; second <= columns; second++) {
      const heaps = first * (columns + 1) + second
      for (let state = 0; state < states; state++) {
        const [pair, otherCount] = [Math.floor(state / counts), state % counts]
        const [last, ownCount] = [Math.floor(pair / counts), pair % counts]
        if (canWin(first, second, last, ownCount, otherCount)) isWon[heaps * states + state] = 1
      }
      if (second > 0 && canWin(first, second, none, 0, 0)) row.push(second)
    }
    if (first > 0) found.push(row)
  }
  return found
}

const pointsOf = (wins: Wins): number =>
  wins.reduce(
    (sum, row, index) => sum + row.reduce((points, second) => points + index + 1 + second, 0),
    0,
  )

const SIZES: Readonly<Record<AnyLevel, number>> = { 1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 18 }
/** At the top level, this many pairs of heaps may not be left. */
const BARRED = 24

function drawGame(random: RandomStream, level: AnyLevel): Game {
  const size = SIZES[level]
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
    bothMax: level >= TOP_LEVEL ? 1 : Number.POSITIVE_INFINITY,
  } satisfies Omit<Game, 'barred'>
  return { ...game, barred: level >= TOP_LEVEL ? drawBarred(random, game.sizes) : [] }
}

/** Pairs of heaps by chance, in order. */
const drawBarred = (random: RandomStream, [rows, columns]: Game['sizes']): [number, number][] =>
  random
    .sample(
      Array.from({ length: rows * columns }, (_, index) => index),
      BARRED,
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

function questionOf(
  random: RandomStream,
  game: Game,
  people: { readonly name: string; readonly other: string },
): string {
  const story = random.pick(GAME_STORIES)
  const slots = { ...people, ...wordsOf(game), aside: random.integer(31, 59) }
  const parts = [
    random.pick(story.start),
    game.kinds.length > 2 ? story.threeKinds : story.twoKinds,
    ...(game.isChanging ? [story.changing] : []),
    ...(Number.isFinite(game.bothMax) ? [story.limited] : []),
    ...(game.barred.length > 0 ? [story.barred] : []),
    game.isReversed ? story.stuckWins : story.stuckLoses,
    random.pick(story.asides),
    random.pick(story.games),
    random.pick(story.ask),
  ]
  return parts.map((part) => fill(part, slots)).join(' ')
}

function linesOf(wins: Wins): string[] {
  const rows = wins.flatMap((row, index) => {
    if (row.length === 0) return []
    const points = row.map((second) => index + 1 + second)
    const sum = points.reduce((total, each) => total + each, 0)
    const from = `With ${index + 1} in the first heap the first player wins from ${row.join(', ')}`
    const text = points.length > 1 ? `${points.join(' + ')} = ${sum}` : `${sum}`
    return [{ line: `${from} in the second one. Points: ${text}.`, sum }]
  })
  const sums = rows.map(({ sum }) => sum)
  const all = sums.length > 1 ? [`All points: ${sums.join(' + ')} = ${pointsOf(wins)}.`] : []
  return [...rows.map(({ line }) => line), ...all]
}

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const game = drawGame(random, level)
  const wins = winsOf(game)
  const [rows, columns] = game.sizes
  const won = wins.reduce((count, row) => count + row.length, 0)
  // If nearly all games have the same winner, single positions hardly matter.
  const starts = rows * columns
  const wonMax = level >= TOP_LEVEL ? 0.9 : 0.75
  if (won * 4 < starts || won > starts * wonMax) return undefined
  const points = pointsOf(wins)
  const all = (rows * columns * (rows + columns + 2)) / 2
  const changed = (change: Partial<Game>): string =>
    String(pointsOf(winsOf({ ...game, ...change })))
  const isIdle =
    level >= TOP_LEVEL &&
    [{ bothMax: Number.POSITIVE_INFINITY }, { barred: [] }].some(
      (change) => changed(change) === String(points),
    )
  if (isIdle) return undefined
  const gold = String(points)
  return expression({
    question: questionOf(random, game, drawPeople(random)),
    gold,
    facts: factsOf(game),
    solution: () => steps(linesOf(wins), gold),
    mistakes: () => [
      [changed({ isReversed: !game.isReversed }), 'The end of a game was taken the wrong way.'],
      [changed({ isChanging: false }), 'Any turn was allowed after any other one.'],
      [
        changed({ kinds: game.kinds.slice(0, 2) }),
        'Turns that take from both heaps were left out.',
      ],
      ...(Number.isFinite(game.bothMax)
        ? [
            [
              changed({ bothMax: Number.POSITIVE_INFINITY }),
              'Turns from both heaps were made too often.',
            ] as const,
          ]
        : []),
      ...(game.barred.length > 0
        ? [[changed({ barred: [] }), 'Heaps that no turn may leave were left.'] as const]
        : []),
      [String(all - points), 'The games of the other player were added up.'],
      [String(won), 'The games were counted, and not the points.'],
      [String(all), 'All games were taken to be won.'],
    ],
  })
}

const factsOf = (game: Game): Draft['facts'] => {
  const { first, second, one, both, rows, columns } = wordsOf(game)
  return {
    type: 'game',
    takes: `${first}; ${second}${game.kinds.length > 2 ? `; ${one} and ${both}` : ''}`,
    heaps: `${rows} ${columns}`,
    repeats: game.isChanging ? 'no' : 'yes',
    stuck: game.isReversed ? 'wins' : 'loses',
    both: Number.isFinite(game.bothMax) ? 'once' : 'always',
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
