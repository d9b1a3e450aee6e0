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
import {
  type Corner,
  countWalks,
  DIAGONAL,
  EAST,
  NORTH,
  reached,
  type Walk,
  walksByLastStep,
} from './count-walks.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { STEP_FACTS, WALK_STORIES, type WalkStory } from './tables/walks.ts'
import { listed } from './text.ts'

const SIZES: Readonly<Record<AnyLevel, number>> = { 1: 3, 2: 4, 3: 4, 4: 5, 5: 6, 6: 20 }
const CLOSED_COUNTS: Readonly<Record<AnyLevel, number>> = { 1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 12 }

/** At the top level, this many corners give a token. */
const KIOSKS = 9

/** The size of a walk and its numbers of places. */
interface Scale {
  readonly size: number
  readonly closed: number
  readonly sights: number
  readonly sightsMin: number
  readonly kiosks: number
  readonly tokens: readonly [start: number, max: number]
}

const scaleOf = (level: AnyLevel): Scale => ({
  size: SIZES[level],
  closed: CLOSED_COUNTS[level],
  sights: level < 4 ? 0 : level < 6 ? 3 : 9,
  sightsMin: level < 4 ? 0 : level < 6 ? 1 : 3,
  kiosks: level < TOP_LEVEL ? 0 : KIOSKS,
  tokens: [4, 5],
})

function drawWalk(random: RandomStream, level: AnyLevel, scale = scaleOf(level)): Walk {
  const { kiosks, sights, sightsMin } = scale
  const goal: Corner = [scale.size + random.integer(0, 1), scale.size]
  const inside = Array.from({ length: (goal[0] + 1) * (goal[1] + 1) - 2 }, (_, index): Corner => {
    return [(index + 1) % (goal[0] + 1), Math.floor((index + 1) / (goal[0] + 1))]
  })
  const corners = random.sample(inside, scale.closed + sights + kiosks)
  return {
    goal,
    hasDiagonals: level >= 2,
    closed: corners.slice(sights, corners.length - kiosks),
    inARow: level >= 3 ? 2 : Number.POSITIVE_INFINITY,
    sights: corners.slice(0, sights),
    sightsMin,
    notAfter:
      level < 5
        ? null
        : random.pick([
            [DIAGONAL, NORTH],
            [DIAGONAL, EAST],
            [EAST, DIAGONAL],
            [NORTH, DIAGONAL],
          ] as const),
    tokens:
      kiosks === 0
        ? null
        : {
            ...{ start: scale.tokens[0], max: scale.tokens[1], areForDiagonals: false },
            kiosks: corners.slice(corners.length - kiosks),
          },
  }
}

const cornerText = ([east, north]: Corner): string => `(${east}, ${north})`
const COUNTS = ['', 'one', 'two', 'three', 'four', 'five', 'six']

/** Each rule of a walk with its text, the walk without it, and the mistake of ignoring it. */
function rulesOf(story: WalkStory, walk: Walk): [string, Partial<Walk>, string][] {
  const { closed, inARow, sights, sightsMin, notAfter, tokens } = walk
  const rules: [string, Partial<Walk>, string][] = [
    [
      fill(closed.length === 1 ? story.closedOne : story.closed, {
        closed: listed(closed.map(cornerText)),
      }),
      { closed: [] },
      'A closed place was passed.',
    ],
  ]
  if (Number.isFinite(inARow)) {
    const free = { inARow: Number.POSITIVE_INFINITY }
    rules.push([story.inARow, free, 'The rule about steps in a row was left out.'])
  }
  if (sightsMin > 0) {
    rules.push([
      fill(story.sights, {
        least: COUNTS[sightsMin] ?? '',
        sights: listed(sights.map(cornerText)),
      }),
      { sightsMin: 0 },
      'The rule about places to pass was left out.',
    ])
  }
  if (notAfter !== null) {
    const [first, second] = notAfter.map((step) => story.steps[step] as string)
    rules.push([
      fill(story.notAfter, { first: first ?? '', second: second ?? '' }),
      { notAfter: null },
      'A rule on what may follow was left out.',
    ])
  }
  if (tokens !== null) {
    rules.push([
      fill(story.tokens, {
        start: COUNTS[tokens.start] ?? '',
        most: COUNTS[tokens.max] ?? '',
        kiosks: listed(tokens.kiosks.map(cornerText)),
      }),
      { tokens: null },
      'The cost of diagonal steps was left out.',
    ])
  }
  return rules
}

function questionOf(
  random: RandomStream,
  story: WalkStory,
  walk: Walk,
  rules: readonly string[],
): string {
  const [east, north] = walk.goal
  const slots = { ...drawPeople(random), east, north }
  return `${textOf(random, story, walk, rules, slots)} ${fill(random.pick(story.ask), slots)}`
}

type Slots = Readonly<Record<string, string | number>>

/** The problem without what it asks. */
function textOf(
  random: RandomStream,
  story: WalkStory,
  walk: Walk,
  rules: readonly string[],
  slots: Slots,
): string {
  const aside = random.integer(31, 59)
  return [
    random.pick(story.start),
    walk.hasDiagonals ? story.threeSteps : story.twoSteps,
    story.corners,
    ...random.shuffle(rules),
    random.pick(story.asides),
  ]
    .map((part) => fill(part, { ...slots, aside }))
    .join(' ')
}

function linesOf(walk: Walk): string[] {
  const rows = reached(walk).map(
    (counts, north) => `Ways to each place of row ${north}: ${counts.join(', ')}.`,
  )
  const parts = walksByLastStep(walk).slice(0, walk.hasDiagonals ? 3 : 2)
  return [
    ...rows,
    `Walks that pass enough places, by last step: ${parts.join(' + ')} = ${countWalks(walk)}.`,
  ]
}

/** `dropped`: the answers without each of the rules. */
function mistakesOf(walk: Walk, dropped: readonly Candidate[]): Candidate[] {
  const { sightsMin, notAfter, inARow, tokens } = walk
  const candidateOf = (change: Partial<Walk>, mistake: string): Candidate => [
    String(countWalks({ ...walk, ...change })),
    mistake,
  ]
  return [
    ...dropped,
    candidateOf(
      { hasDiagonals: !walk.hasDiagonals },
      'Other kinds of steps were counted than allowed.',
    ),
    ...(notAfter === null
      ? []
      : [
          candidateOf(
            { notAfter: [notAfter[1], notAfter[0]] },
            'What comes first and what follows were exchanged.',
          ),
        ]),
    candidateOf({ sightsMin: sightsMin + 1 }, 'More was passed than has to be.'),
    ...(tokens === null
      ? []
      : [
          candidateOf(
            { tokens: { ...tokens, kiosks: [] } },
            'What is gained on the way was left out.',
          ),
          candidateOf(
            { tokens: { ...tokens, areForDiagonals: true } },
            'Something was gained after steps that gain nothing.',
          ),
        ]),
    candidateOf({ inARow: inARow + 1 }, 'One step too many in a row was allowed.'),
    // The corner west of the goal, which closed corners may not hide.
    [
      String(
        reached({ ...walk, closed: [] })
          .flat()
          .at(-2),
      ),
      'Another end was reached.',
    ],
  ]
}

const cornersFact = (corners: readonly Corner[]): string =>
  corners.map((corner) => corner.join(' ')).join('; ')

const factsOf = (walk: Walk): Draft['facts'] => ({
  type: 'walk',
  goal: walk.goal.join(' '),
  diagonals: walk.hasDiagonals ? 'yes' : 'no',
  closed: cornersFact(walk.closed),
  in_a_row: Number.isFinite(walk.inARow) ? 'two' : 'any',
  sights: cornersFact(walk.sights),
  least: COUNTS[walk.sightsMin] ?? '',
  tokens: walk.tokens === null ? '' : `${COUNTS[walk.tokens.start]} ${COUNTS[walk.tokens.max]}`,
  kiosks: cornersFact(walk.tokens?.kiosks ?? []),
  not_after: walk.notAfter?.map((step) => STEP_FACTS[step]).join(' ') ?? '',
})

/**
 * The least number of triples of sights that one walk can pass. With fewer, hardly any walk passes
 * enough of them.
 */
const CHAINS_MIN = 14

/** How many triples of places lie one behind the other for a walk. */
function chainsOf(places: readonly Corner[]): number {
  const isBefore = ([east, north]: Corner, [x, y]: Corner): boolean =>
    (east !== x || north !== y) && east <= x && north <= y
  return places
    .map((place) => {
      const before = places.filter((other) => isBefore(other, place)).length
      return before * places.filter((other) => isBefore(place, other)).length
    })
    .reduce((sum, count) => sum + count, 0)
}

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const walk = drawWalk(random, level)
  if (level >= TOP_LEVEL && chainsOf(walk.sights) < CHAINS_MIN) return undefined
  const count = countWalks(walk)
  const story = random.pick(WALK_STORIES)
  const rules = rulesOf(story, walk)
  // Each rule has to matter, and small counts are too easy to guess or to list.
  if (count < (level < TOP_LEVEL ? 8 : 20_000)) return undefined
  const dropped: Candidate[] = []
  for (const [, change, mistake] of rules) {
    const without = countWalks({ ...walk, ...change })
    if (without === count) return undefined
    dropped.push([String(without), mistake])
  }
  const gold = String(count)
  return expression({
    question: questionOf(
      random,
      story,
      walk,
      rules.map(([text]) => text),
    ),
    gold,
    facts: factsOf(walk),
    solution: () => steps(linesOf(walk), gold),
    mistakes: () =>
      mistakesOf(walk, dropped).filter(([answer]) => answer !== gold && answer !== '0'),
  })
}

/** The number of walks to a corner, with places to avoid and to pass, and rules on the steps. */
export const walks: Family = {
  name: 'walks',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
  top: [(random) => draw(random, TOP_LEVEL)],
}

/** The larger and the smaller walk of a chain. */
const PART_SCALES: readonly [Scale, Scale] = [
  { size: 12, closed: 7, sights: 6, sightsMin: 2, kiosks: 5, tokens: [3, 4] },
  { size: 5, closed: 2, sights: 3, sightsMin: 1, kiosks: 0, tokens: [0, 0] },
]

/** A walk whose goal is moved to the east by another part. */
export const walkPart: PartKind = {
  inputs: (isTop) => ({ least: isTop ? 12 : 5, count: isTop ? 4 : 3 }),
  draw(random, { people, isTop, input, inputText }) {
    const [large, small] = PART_SCALES
    const drawn = drawWalk(random, isTop ? TOP_LEVEL : 4, isTop ? large : small)
    const [, north] = drawn.goal
    const walkOf = (east: number): Walk => ({ ...drawn, goal: [east, north] })
    const story = random.pick(WALK_STORIES)
    const rules = rulesOf(story, drawn)
    const relaxed = (east: number): number[] =>
      rules.map(([, change]) => countWalks({ ...walkOf(east), ...change }))
    const count = countWalks(walkOf(input))
    if (count < 8 || relaxed(input).includes(count)) return undefined
    const slots = { ...people, east: inputText, north }
    const texts = rules.map(([text]) => text)
    return {
      text: textOf(random, story, drawn, texts, slots),
      asks: PART_ASKS.walk,
      facts: { ...factsOf(drawn), goal: `${INPUT} ${north}` },
      solve: (east) => countWalks(walkOf(east)),
      slips: relaxed,
    }
  },
  price(random) {
    const cents = random.integer(2, 9)
    return { text: PRICES.walk, words: { cents }, facts: `hundred ${cents}`, cents }
  },
}
