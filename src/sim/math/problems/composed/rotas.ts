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
import { countRotas, type Rota, type RotaRule } from './count-rotas.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { ROTA_STORIES, type RotaState, type RotaStory } from './tables/rotas.ts'
import { capital, ordinal } from './text.ts'

const DAYS: Readonly<Record<AnyLevel, number>> = { 1: 3, 2: 4, 3: 5, 4: 5, 5: 6, 6: 15 }
const STATES: Readonly<Record<AnyLevel, number>> = { 1: 3, 2: 3, 3: 3, 4: 4, 5: 4, 6: 4 }

/** Level 1 has one rule about neighbours and one more. Each level adds a kind of rule. */
function drawRules(
  random: RandomStream,
  level: AnyLevel,
  states: number,
  days: number,
): RotaRule[] {
  const [a, b, c] = random.shuffle(Array.from({ length: states }, (_, index) => index)) as [
    number,
    number,
    number,
  ]
  const counted = { state: c, count: random.integer(1, Math.max(1, days - 4)) }
  const rules: RotaRule[] = [{ kind: 'never_after', first: a, second: b }]
  rules.push(random.chance(0.5) ? { kind: 'first_is', state: c } : { kind: 'ends_differ' })
  if (level >= 2) rules.push({ kind: 'in_a_row', state: c, count: level >= 5 ? 2 : 1 })
  if (level >= 3) {
    rules.push({ kind: random.chance(0.5) ? 'exactly' : 'at_least', ...counted, state: a })
  }
  if (level >= 4) rules.push({ kind: 'never_after', first: b, second: c })
  if (level >= 5) {
    rules.push({ kind: 'last_is_not', state: random.pick([a, b]) })
    rules.push({ kind: 'at_least', state: b, count: 1 })
  }
  return rules
}

/** Three counts, three limits of runs, and six rules about what may follow, begin or end. */
function drawTopRules(random: RandomStream): RotaRule[] {
  const [a, b, c, d] = random.shuffle([0, 1, 2, 3]) as [number, number, number, number]
  return [
    { kind: 'never_after', first: a, second: b },
    { kind: 'never_after', first: b, second: c },
    { kind: 'never_after', first: random.pick([c, d]), second: a },
    { kind: 'ends_differ' },
    { kind: 'last_is_not', state: random.pick([a, b]) },
    { kind: 'in_a_row', state: a, count: 1 },
    { kind: 'in_a_row', state: c, count: 2 },
    { kind: 'in_a_row', state: d, count: random.integer(2, 3) },
    { kind: 'exactly', state: a, count: random.integer(3, 4) },
    { kind: 'at_least', state: b, count: random.integer(2, 3) },
    { kind: 'at_least', state: c, count: random.integer(3, 4) },
    { kind: 'not_before', first: a, count: random.integer(1, 2), second: d },
  ]
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

function ruleText(story: RotaStory, rule: RotaRule): string {
  if (rule.kind === 'ends_differ') return story.ends
  if (rule.kind === 'never_after') {
    const [first, second] = [story.states[rule.first], story.states[rule.second]]
    return fill(story.never, { first: first?.a ?? '', second: second?.a ?? '' })
  }
  if (rule.kind === 'not_before') {
    const [first, second] = [story.states[rule.first], story.states[rule.second]]
    return `Before the ${ordinal(rule.count)} ${first?.one}, there is no ${second?.one}.`
  }
  const { a, one, many } = story.states[rule.state] as RotaState
  if (rule.kind === 'first_is') return fill(story.first, { state: a })
  if (rule.kind === 'last_is_not') return fill(story.last, { state: a })
  const count = NUMBER_WORDS[rule.kind === 'in_a_row' ? rule.count + 1 : rule.count] as string
  if (rule.kind === 'in_a_row') return `There are never ${count} ${many} in a row.`
  const how = rule.kind === 'exactly' ? 'exactly' : 'at least'
  return rule.count === 1 ? `There is ${how} one ${one}.` : `There are ${how} ${count} ${many}.`
}

const LEFT_OUT: Readonly<Record<RotaRule['kind'], string>> = {
  never_after: 'A rule about what may follow was left out.',
  in_a_row: 'The rule about repetition was left out.',
  exactly: 'The rule about how often was left out.',
  at_least: 'The rule about the least number was left out.',
  not_before: 'The rule about what comes first was left out.',
  first_is: 'The rule about the beginning was left out.',
  last_is_not: 'The rule about the end was left out.',
  ends_differ: 'The rule about the two ends was left out.',
}

/** `relaxed`: for each rule, the number of rotas that satisfy the others. */
function mistakesOf(rota: Rota, relaxed: readonly number[]): Candidate[] {
  const { rules, days } = rota
  const without = rules.map(
    (rule, index): Candidate => [String(relaxed[index]), LEFT_OUT[rule.kind]],
  )
  const turned = rules.map((rule) =>
    rule.kind === 'never_after' ? { ...rule, first: rule.second, second: rule.first } : rule,
  )
  return [
    ...without,
    [
      String(countRotas({ ...rota, rules: turned })),
      'What comes first and what follows were exchanged.',
    ],
    [String(countRotas({ ...rota, days: days - 1 })), 'One place was left out.'],
  ]
}

/** The number of rotas that begin with each state; their sum is the answer. */
function linesOf(rota: Rota, story: RotaStory): string[] {
  const parts = Array.from({ length: rota.states }, (_, state) =>
    countRotas({ ...rota, rules: [...rota.rules, { kind: 'first_is', state }] }),
  )
  const total = parts.reduce((sum, part) => sum + part, 0)
  return [
    ...parts.map((part, state) => `Beginning with ${story.states[state]?.a}: ${part}.`),
    `All: ${parts.join(' + ')} = ${total}.`,
  ]
}

const LETTERS = ['a', 'b', 'c', 'd']

/** A rule as words: its kind, its states as letters, and its count. */
const ruleFact = (rule: RotaRule): string =>
  [
    rule.kind,
    ...('first' in rule ? [LETTERS[rule.first], LETTERS[rule.second]] : []),
    ...('state' in rule ? [LETTERS[rule.state]] : []),
    ...('count' in rule ? [NUMBER_WORDS[rule.count]] : []),
  ].join(' ')

const KINDS: readonly RotaRule['kind'][] = [
  ...(['never_after', 'in_a_row', 'exactly', 'at_least'] as const),
  ...(['first_is', 'last_is_not', 'ends_differ', 'not_before'] as const),
]

/** A rule as one number. A sum identifies a set of rules in any order. */
function ruleNumber(rule: RotaRule): number {
  if (rule.kind === 'not_before') return 2000 + rule.count * 100 + rule.first * 10 + rule.second
  const [first, second] =
    rule.kind === 'never_after'
      ? [rule.first, rule.second]
      : ['state' in rule ? rule.state : 9, 'count' in rule ? rule.count : 9]
  return 1000 + KINDS.indexOf(rule.kind) * 100 + first * 10 + second
}

/** For each rule, the number of rotas that satisfy the others. */
const relaxedCounts = (rota: Rota): number[] =>
  rota.rules.map((omittedRule) =>
    countRotas({ ...rota, rules: rota.rules.filter((rule) => rule !== omittedRule) }),
  )

function draw(random: RandomStream, level: AnyLevel): Draft | undefined {
  const days = DAYS[level] + random.integer(0, level >= 3 ? 1 : 2)
  const states = STATES[level]
  const rules = level === TOP_LEVEL ? drawTopRules(random) : drawRules(random, level, states, days)
  const rota = { days, states, rules }
  const count = countRotas(rota)
  // Small counts are too easy to guess, and each rule has to matter.
  if (count < 8) return undefined
  const relaxed = relaxedCounts(rota)
  if (relaxed.includes(count)) return undefined
  const story = random.pick(ROTA_STORIES)
  const people = drawPeople(random)
  const gold = String(count)
  const slots = { ...people, days, states: choice(story.states.slice(0, states).map(({ a }) => a)) }
  const sentences = random.shuffle(rules).map((rule) => ruleText(story, rule))
  return expression({
    question: [
      fill(random.pick(story.start), slots),
      ...sentences.map(capital),
      fill(random.pick(story.ask), slots),
    ].join(' '),
    gold,
    facts: factsOf(rota),
    sideKey: `${days} ${rules.map(ruleNumber).join(' ')}`,
    solution: () => steps(linesOf(rota, story), gold),
    mistakes: () =>
      mistakesOf(rota, relaxed).filter(([answer]) => answer !== gold && answer !== '0'),
  })
}

const factsOf = ({ days, states, rules }: Rota): Draft['facts'] => ({
  type: 'rota',
  days,
  states: LETTERS.slice(0, states).join(' '),
  rules: rules.map(ruleFact).join('; '),
})

/** `a, b or c`. */
const choice = (items: readonly string[]): string =>
  `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

/** Counts of sequences that satisfy all rules. */
export const rotas: Family = {
  name: 'rotas',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
  top: [(random) => draw(random, TOP_LEVEL)],
}

/** A rota whose number of days is decided by another part. */
export const rotaPart: PartKind = {
  inputs: (isTop) => ({ least: isTop ? 11 : 5, count: isTop ? 4 : 3 }),
  draw(random, { people, isTop, input, inputText }) {
    const rules = isTop ? drawTopRules(random) : drawRules(random, 4, 4, input)
    const rotaOf = (days: number): Rota => ({ days, states: 4, rules })
    const count = countRotas(rotaOf(input))
    if (count < 8 || relaxedCounts(rotaOf(input)).includes(count)) return undefined
    const story = random.pick(ROTA_STORIES)
    const states = choice(story.states.map(({ a }) => a))
    const sentences = random.shuffle(rules).map((rule) => capital(ruleText(story, rule)))
    const start = fill(random.pick(story.start), { ...people, days: inputText, states })
    return {
      text: [start, ...sentences].join(' '),
      asks: PART_ASKS.rota,
      facts: { ...factsOf(rotaOf(input)), days: INPUT },
      solve: (days) => countRotas(rotaOf(days)),
      slips: (days) => relaxedCounts(rotaOf(days)),
    }
  },
  price(random) {
    const cents = random.integer(2, 9)
    return { text: PRICES.rota, words: { cents }, facts: `each ${cents}`, cents }
  },
}
