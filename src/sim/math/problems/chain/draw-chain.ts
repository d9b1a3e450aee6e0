import type { RandomStream } from '../../../random.ts'
import { greatestCommonDivisor } from '../../rational.ts'
import { type Candidate, type Draft, expression, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { type ChainOperation, isGoodValue } from './operation.ts'
import { CHAIN_OPERATIONS } from './operations/index.ts'
import type { Range, Setting, StoryStep } from './setting.ts'

/** A step of a chain with its numbers. `b` is 1 if the step has one number. */
interface Step {
  readonly move: StoryStep
  readonly operation: ChainOperation
  readonly a: number
  readonly b: number
  /** The value before and after the step. */
  readonly before: number
  readonly after: number
}

/** The level is the number of dependent steps minus one. */
const stepsOf = (level: Level): number => level + 1

/** Smaller answers, such as counts of divisors, are too easy to guess. */
const ANSWER_MIN = 24

const LEFT_OUT = 'Something that happens in the story was left out of the working.'
const TOO_EARLY = 'The working stops one step before what is asked for.'

const valuesIn = ([low, high, by = 1]: Range): number[] =>
  Array.from({ length: Math.floor((high - low) / by) + 1 }, (_, index) => low + index * by)

const drawFrom = (random: RandomStream, [low, high, by = 1]: Range): number =>
  low + random.integer(0, Math.floor((high - low) / by)) * by

/** Whether two numbers are a proper fraction in lowest terms. */
const isFraction = (a: number, b: number): boolean =>
  a < b && greatestCommonDivisor(BigInt(a), BigInt(b)) === 1n

/** The numbers with which a move can continue from a value. */
function numbersFor({ by, a, b }: StoryStep, value: number): [number, number][] {
  const operation = CHAIN_OPERATIONS[by]
  const pairs = (a === undefined ? [1] : valuesIn(a)).flatMap((first): [number, number][] =>
    b === undefined
      ? [[first, 1]]
      : valuesIn(b)
          .filter((second) => !by.startsWith('part_') || isFraction(first, second))
          .map((second): [number, number] => [first, second]),
  )
  return pairs.filter(([first, second]) => isGoodValue(operation.apply(value, first, second)))
}

/** The numbers that a step states, in the order of its operation. */
const numbersOf = ({ move, a, b }: Step): number[] => [
  ...(move.a === undefined ? [] : [a]),
  ...(move.b === undefined ? [] : [b]),
]

/** A path of `count` steps through a setting; empty if it ends too early. */
function drawSteps(random: RandomStream, setting: Setting, start: number, count: number): Step[] {
  const done: Step[] = []
  let at = setting.start.at
  let value = start
  while (done.length < count) {
    const open = setting.moves.filter(
      (move) => move.from === at && !done.some((step) => step.move === move),
    )
    const move = open.length === 0 ? undefined : random.pick(open)
    const numbers = move === undefined ? [] : numbersFor(move, value)
    if (move === undefined || numbers.length === 0) return []
    const [a, b] = random.pick(numbers)
    const operation = CHAIN_OPERATIONS[move.by]
    const after = operation.apply(value, a, b)
    // A step back to an earlier value would have no effect.
    if (after === start || done.some((step) => step.after === after)) return []
    done.push({ move, operation, a, b, before: value, after })
    at = move.to
    value = after
  }
  return done
}

/** The end of a chain that continues from a value, or undefined if a step is impossible. */
function continueFrom(value: number, rest: readonly Step[]): string | undefined {
  let end = value
  for (const { operation, a, b } of rest) {
    if (!isGoodValue(end)) return undefined
    end = operation.apply(end, a, b)
  }
  return isGoodValue(end) ? String(end) : undefined
}

/** The results if one step goes wrong in a known way and the others are right. */
function wrongEnds(chain: readonly Step[]): Candidate[] {
  const slips = chain.flatMap(({ operation, before, a, b }, index) =>
    operation.slips.map(
      ({ mistake, apply }): Candidate => [
        continueFrom(apply(before, a, b), chain.slice(index + 1)),
        mistake,
      ],
    ),
  )
  const omissions = chain
    .map((step, index) => ({ ...step, index }))
    .filter(({ move }) => move.from === move.to)
    .map(({ before, index }): Candidate => [continueFrom(before, chain.slice(index + 1)), LEFT_OUT])
  const last = chain.at(-1) as Step
  return [...slips, ...omissions, [continueFrom(last.before, []), TOO_EARLY]]
}

/** Numbers that are irrelevant to the question; longer stories have more of them. */
function drawAsides(random: RandomStream, setting: Setting, level: Level): string[] {
  const count = random.integer(0, level < 3 ? 1 : 2)
  return random
    .sample(setting.asides, count)
    .map(({ d, sentence }) => fill(sentence, { d: drawFrom(random, d) }))
}

/** A story with the level's number of dependent steps, or undefined if the draw gets stuck. */
export function drawChain(random: RandomStream, setting: Setting, level: Level): Draft | undefined {
  const { start, quantities } = setting
  const n = drawFrom(random, start.n)
  const chain = drawSteps(random, setting, n, stepsOf(level))
  const last = chain.at(-1)
  if (last === undefined || last.after < ANSWER_MIN) return undefined
  const gold = String(last.after)
  const numbers = chain.flatMap(numbersOf)
  const people = drawPeople(random)
  const fillRandom = (
    templates: readonly string[],
    values: Readonly<Record<string, number>>,
  ): string => fill(random.pick(templates), { ...people, ...values })
  const sentences = chain.map(({ move, a, b }) => fillRandom(move.sentences, { a, b }))
  for (const aside of drawAsides(random, setting, level)) {
    sentences.splice(random.integer(0, sentences.length - 1), 0, aside)
  }
  const question = [
    fillRandom(start.sentences, { n }),
    ...sentences,
    fillRandom(questionsOf(last), {}),
  ].join(' ')
  // The question must not contain its answer.
  if (question.match(/\d+/g)?.includes(gold)) return undefined
  return expression({
    question,
    gold,
    facts: { type: 'chain', by: chain.map(({ move }) => move.by).join(' '), n, numbers },
    solution: () => steps(chain.map(lineOf), gold),
    mistakes: () => wrongEnds(chain),
  })

  function questionsOf({ move }: Step): readonly string[] {
    return quantityOf(move.to).questions
  }

  function lineOf({ move, operation, before, a, b, after }: Step): string {
    return `${quantityOf(move.to).label}: ${operation.equation(before, a, b, after)}.`
  }

  function quantityOf(name: string): Setting['quantities'][string] {
    const quantity = quantities[name]
    if (quantity === undefined) throw new Error(`chain: ${setting.name} has no place ${name}`)
    return quantity
  }
}
