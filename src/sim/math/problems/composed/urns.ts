import type { RandomStream } from '../../../random.ts'
import { type Rational, rational, subtract, toLatex, toPlain } from '../../rational.ts'
import {
  type AnyLevel,
  type Candidate,
  type Draft,
  expression,
  type Family,
  TOP_LEVEL,
} from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { URN_STORIES, type UrnStory } from './tables/urns.ts'
import { ordinal } from './text.ts'
import { chanceOf, fewest, standsOf, type Urn, wonBy } from './urn-chances.ts'

const ROUNDS: Readonly<Record<AnyLevel, number>> = { 1: 2, 2: 3, 3: 3, 4: 4, 5: 5, 6: 18 }
const COUNTS = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'],
  ...['seventeen', 'eighteen'],
]

function drawUrn(random: RandomStream, level: AnyLevel): Urn {
  const rounds = ROUNDS[level]
  // If blue tokens are kept out, the number of red ones is constant, which is easier.
  const isOut = random.chance(0.5) && level < TOP_LEVEL
  return {
    red: random.integer(3, 8),
    blue: random.integer(isOut ? rounds : 3, 9),
    rounds,
    bluesAdded: random.integer(1, 4),
    redsAdded: isOut ? -1 : random.integer(1, 4),
    supply: level >= 3 ? { round: random.integer(2, rounds), reds: random.integer(2, 4) } : null,
    wanted: level >= TOP_LEVEL ? random.integer(9, 10) : Math.ceil(rounds / 2),
    isExact: level < TOP_LEVEL && random.chance(0.5),
    lostRow: level >= 5 ? 3 : Number.POSITIVE_INFINITY,
    isLastRed: level >= 4,
  }
}

function questionOf(random: RandomStream, story: UrnStory, urn: Urn): string {
  const { red, blue, rounds, supply, isExact, isLastRed } = urn
  const slots = {
    ...drawPeople(random),
    ...{ red, blue, rounds: COUNTS[rounds] ?? '', aside: random.integer(31, 59) },
    ...{ blues: COUNTS[urn.bluesAdded] ?? '', reds: COUNTS[urn.redsAdded] ?? '' },
    ...{ supplied: COUNTS[supply?.reds ?? 0] ?? '', round: ordinal(supply?.round ?? 1) },
    wanted: `${isExact ? 'exactly' : 'at least'} ${COUNTS[urn.wanted]}`,
  }
  return [
    random.pick(story.start),
    story.red,
    urn.redsAdded < 0 ? story.blueOut : story.blue,
    ...(supply === null ? [] : [story.supply]),
    random.pick(story.asides),
    isLastRed ? story.winLast : story.win,
    ...(Number.isFinite(urn.lostRow) ? [story.lost] : []),
    random.pick(story.ask),
  ]
    .map((part) => fill(part, slots))
    .join(' ')
}

function linesOf(urn: Urn, chance: Rational): string[] {
  const rounds = standsOf(urn).map((stands, index) => {
    const parts = stands.map(
      (stand) =>
        `${stand.reds} red, ${stand.last} last, ${stand.row} in a row: ${toPlain(stand.chance)}`,
    )
    return `After round ${index + 1}, ${parts.join('; ')}.`
  })
  const won = wonBy(urn).map((each) => toPlain(each.chance))
  return [...rounds, `Won: ${won.join(' + ')} = ${toPlain(chance)}.`]
}

function mistakesOf(urn: Urn, chance: Rational): Candidate[] {
  const { supply, wanted, rounds } = urn
  const candidateOf = (change: Partial<Urn>, mistake: string): Candidate => [
    toLatex(chanceOf({ ...urn, ...change })),
    mistake,
  ]
  return [
    [toLatex(subtract(rational(1), chance)), 'The chance of the opposite was given.'],
    candidateOf({ bluesAdded: 0, redsAdded: 0 }, 'The box was taken to stay as it is.'),
    candidateOf({ bluesAdded: 0 }, 'What is added after a red one was left out.'),
    candidateOf({ redsAdded: 0 }, 'What happens after a blue one was left out.'),
    candidateOf({ isLastRed: !urn.isLastRed }, 'What the last draw has to be was mixed up.'),
    candidateOf({ isExact: !urn.isExact }, 'The number of red ones was taken the wrong way.'),
    candidateOf({ wanted: wanted - 1 }, 'Another number of red ones was counted.'),
    ...(supply === null
      ? []
      : [
          candidateOf({ supply: null }, 'What is added once was left out.'),
          candidateOf(
            { supply: { ...supply, round: supply.round + (supply.round < rounds ? 1 : -1) } },
            'What is added once came in the wrong round.',
          ),
        ]),
    ...(Number.isFinite(urn.lostRow)
      ? [
          candidateOf(
            { lostRow: Number.POSITIVE_INFINITY },
            'The rule on colours in a row was left out.',
          ),
        ]
      : []),
  ]
}

/** Counts that the question states in words are words here too. */
const factsOf = (urn: Urn): Draft['facts'] => ({
  type: 'urn_game',
  tokens: `${urn.red} ${urn.blue}`,
  rounds: COUNTS[urn.rounds] ?? '',
  after_red: COUNTS[urn.bluesAdded] ?? '',
  after_blue: urn.redsAdded < 0 ? 'out' : (COUNTS[urn.redsAdded] ?? ''),
  supply: urn.supply === null ? '' : `${ordinal(urn.supply.round)} ${COUNTS[urn.supply.reds]}`,
  wanted: `${urn.isExact ? 'exactly' : 'least'} ${COUNTS[urn.wanted]}`,
  lost: Number.isFinite(urn.lostRow) ? 'three' : 'never',
  last: urn.isLastRed ? 'red' : 'any',
})

/** Decides the side of the splits, because the question states most counts in words. */
const sideKeyOf = (urn: Urn): string =>
  [
    ...[urn.red, urn.blue, urn.rounds, urn.bluesAdded, urn.redsAdded + 1, urn.wanted],
    ...[urn.supply?.round ?? 0, urn.supply?.reds ?? 0, urn.isExact ? 1 : 0],
  ]
    .map((value, index) => 100 * (index + 1) + value)
    .join(' ')

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const urn = drawUrn(random, level)
  // If every draw adds the same number, all probabilities of a round have the same denominator.
  if (fewest(urn) < 1 || (level >= TOP_LEVEL && urn.bluesAdded === urn.redsAdded)) return undefined
  const chance = chanceOf(urn)
  const gold = toLatex(chance)
  // The number of reds has to matter besides the other conditions.
  if (toLatex(chanceOf({ ...urn, wanted: 0, isExact: false })) === gold) return undefined
  // Simple fractions are found by luck.
  if (chance.denominator < 20n) return undefined
  return expression({
    question: questionOf(random, random.pick(URN_STORIES), urn),
    gold,
    facts: factsOf(urn),
    sideKey: sideKeyOf(urn),
    solution: () => steps(linesOf(urn, chance), gold),
    mistakes: () => mistakesOf(urn, chance).filter(([answer]) => answer !== gold && answer !== '0'),
  })
}

/** Exact probabilities of a game whose box depends on earlier draws. */
export const urns: Family = {
  name: 'urns',
  form: 'fraction',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
  top: [(random) => draw(random, TOP_LEVEL)],
}
