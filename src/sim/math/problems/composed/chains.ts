import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { gamePart } from './games.ts'
import { loadPart } from './loads.ts'
import type { Part, PartKind, Price } from './part.ts'
import { repaymentPart } from './repayments.ts'
import { rotaPart } from './rotas.ts'
import { CHAIN_STORIES } from './tables/chains.ts'
import { euros } from './text.ts'
import { walkPart } from './walks.ts'
import { workshopPart } from './workshops.ts'

const KINDS: readonly PartKind[] = [
  ...[rotaPart, walkPart, gamePart],
  ...[loadPart, repaymentPart, workshopPart],
]

/**
 * The letters of the answers, and of the numbers that they decide in the next part. No problem uses
 * them for something else.
 */
const [RESULTS, INPUTS] = ['UVWXY', '?pqrs']

/** How often a part is drawn until its numbers make a good problem. */
const DRAWS_MAX = 40

/** A part in its chain. */
interface Link extends Part {
  readonly price: Price
  /** Undefined in the first part. Otherwise, `least` plus a remainder of division by `count`. */
  readonly from: { readonly least: number; readonly count: number } | undefined
  readonly input: number
}

/** The number that an answer decides in the next part. */
export const inputFrom = ({ from, input }: Link, answer: number): number =>
  from === undefined ? input : from.least + (answer % from.count)

/** The answers of all parts; `slip` replaces one of them. */
export function answersOf(
  links: readonly Link[],
  slip?: { readonly at: number; readonly answer: number },
) {
  const answers: number[] = []
  for (const [at, link] of links.entries()) {
    const answer = link.solve(inputFrom(link, answers[at - 1] ?? 0))
    answers.push(slip?.at === at ? slip.answer : answer)
  }
  return answers
}

/** What the answers cost together, in cents. */
export const costOf = (links: readonly Link[], answers: readonly number[]): number =>
  links.reduce((sum, { price }, at) => sum + price.cents * (answers[at] as number), 0)

export function drawLinks(
  random: RandomStream,
  count: number,
  isTop: boolean,
  people: ReturnType<typeof drawPeople>,
): Link[] | undefined {
  const links: Link[] = []
  let answer = 0
  for (const [at, kind] of random.sample(KINDS, count).entries()) {
    const inputs = kind.inputs(isTop)
    const from = at === 0 ? undefined : inputs
    const chosen = inputs.least + random.integer(0, inputs.count - 1)
    const input = from === undefined ? chosen : from.least + (answer % from.count)
    const inputText = from === undefined ? `${input}` : (INPUTS[at] as string)
    let part: Part | undefined
    for (let draws = 0; part === undefined && draws < DRAWS_MAX; draws++) {
      part = kind.draw(random, { people, isTop, input, inputText })
    }
    if (part === undefined) return undefined
    links.push({ ...part, from, input, price: kind.price(random) })
    answer = part.solve(input)
  }
  return links
}

const COUNTS = ['', '', 'two', 'three', 'four', 'five']

/** The text of a part, with the letter of its answer. */
function linkText({ text, asks, from }: Link, at: number): string {
  const start =
    from === undefined
      ? ''
      : ` Let ${INPUTS[at]} be ${from.least} more than the remainder ` +
        `when ${RESULTS[at - 1]} is divided by ${from.count}.`
  return `Part ${at + 1}.${start} ${text} Let ${RESULTS[at]} be ${asks}.`
}

function questionOf(
  random: RandomStream,
  links: readonly Link[],
  people: ReturnType<typeof drawPeople>,
): string {
  const story = random.pick(CHAIN_STORIES)
  const prices = links.map(({ price }, at) =>
    fill(price.text, { ...price.words, result: RESULTS[at] as string }),
  )
  const hasIncome = links.some(({ price }) => price.cents < 0)
  const slots = { ...people, count: COUNTS[links.length] as string, prices: prices.join(' ') }
  return [
    fill(random.pick(story.start), slots),
    ...links.map(linkText),
    fill(story.end, slots),
    fill(random.pick(hasIncome ? story.askWithIncome : story.ask), slots),
  ].join('\n')
}

function linesOf(links: readonly Link[], answers: readonly number[], cost: number): string[] {
  const lines = links.flatMap((link, at) => {
    const before = answers[at - 1] ?? 0
    const found = `The answer of part ${at + 1} is ${answers[at]}.`
    if (link.from === undefined) return [found]
    const { least, count } = link.from
    const rest = before % count
    const division = `${before} leaves ${rest} on division by ${count}`
    return [`${division}, and ${least} + ${rest} = ${least + rest}.`, found]
  })
  const terms = links.map(
    ({ price: { cents } }, at) =>
      `${cents < 0 ? '- ' : at === 0 ? '' : '+ '}${Math.abs(cents)} × ${answers[at]}`,
  )
  return [
    ...lines,
    `Cents: ${terms.join(' ')} = ${cost}.`,
    `Euros: ${cost} / 100 = ${euros(cost)}.`,
  ]
}

/** Each answer with a forgotten rule, and what it makes of the whole. */
function mistakesOf(links: readonly Link[], answers: readonly number[]): Candidate[] {
  return links.flatMap((link, at) =>
    link.slips(inputFrom(link, answers[at - 1] ?? 0)).map((answer): Candidate => {
      const cost = costOf(links, answersOf(links, { at, answer }))
      return [cost > 0 ? euros(cost) : undefined, 'In one of the parts, a rule was left out.']
    }),
  )
}

const factsOf = (links: readonly Link[]): Draft['facts'] => ({
  type: 'parts',
  parts: JSON.stringify(
    links.map(({ from, input, price, facts }) => ({
      ...facts,
      input: from === undefined ? `${input}` : `${from.least} ${from.count}`,
      price: price.facts,
    })),
  ),
})

function draw(random: RandomStream, count: number, isTop: boolean): Draft | undefined {
  const people = drawPeople(random)
  const links = drawLinks(random, count, isTop, people)
  if (links === undefined) return undefined
  const answers = answersOf(links)
  const cost = costOf(links, answers)
  if (cost < 10_000) return undefined
  const gold = euros(cost)
  return expression({
    question: questionOf(random, links, people),
    gold,
    facts: factsOf(links),
    solution: () => steps(linesOf(links, answers, cost), gold),
    mistakes: () => mistakesOf(links, answers).filter(([answer]) => answer !== gold),
  })
}

const makers = (
  count: number,
  isTop = false,
): readonly ((random: RandomStream) => Draft | undefined)[] => [
  (random) => draw(random, count, isTop),
]

/**
 * Chains of problems: each answer decides a number of the next problem, and all are needed. From
 * level 5 on, the parts are larger.
 */
export const chains: Family = {
  name: 'chains',
  form: 'number',
  makers: { 1: makers(2), 2: makers(3), 3: makers(4), 4: makers(5), 5: makers(2, true) },
  top: [3, 4, 5].flatMap((count) => makers(count, true)),
}
