import { childSeed, stream } from '../../random.ts'
import type { MathProblem, MathTask, TypicalMistake } from '../problem.ts'
import type { MathWorld } from '../world.ts'
import {
  type AnyLevel,
  type Candidate,
  type Draft,
  type Family,
  LEVELS,
  type Level,
  levelsOf,
  TOP_LEVEL,
} from './draft.ts'
import { ALL_FAMILIES, FAMILIES } from './families.ts'

/** A kind of task: a family at a level. */
interface Cell {
  readonly family: Family
  readonly level: AnyLevel
}

/** The kinds in a text such as `stories:2,fractions:1`; `null` if one is unknown. */
export function cellsNamed(text: string): readonly Cell[] | null {
  const cells = text.split(',').map((name): Cell | undefined => {
    const [, own, digit] = /^(\w+):(\d)$/.exec(name.trim()) ?? []
    const family = ALL_FAMILIES.find((one) => one.name === own)
    if (family === undefined) return undefined
    const level = levelsOf(family).find((one) => String(one) === digit)
    return level === undefined ? undefined : { family, level }
  })
  return cells.every((cell) => cell !== undefined) ? cells : null
}

const MISTAKES_MIN = 2
const MISTAKES_MAX = 5
/** After this many draws, a question may repeat one of the split. */
const FRESH_DRAWS = 300
/** After this many draws, the family is considered unable to fill a split, which is a bug. */
const DRAWS_MAX = 20_000

/**
 * Problems are divided into this many parts by the numbers in their question. Part 0 belongs to
 * val, part 1 to test, the others to train and stream. So no question occurs on both sides, nor do
 * its numbers in other words.
 */
const PARTS = 6
const SPLIT_OF_PART: readonly string[] = ['val', 'test']

/** The side of the splits on which a question falls. */
export function sideOf(family: Family, question: string): string {
  const numbers = (question.match(/\d+/g) ?? []).sort().join(' ')
  return SPLIT_OF_PART[childSeed(0, `${family.name} ${numbers}`) % PARTS] ?? 'train'
}

const sideOfSplit = (split: string): string => (SPLIT_OF_PART.includes(split) ? split : 'train')

/**
 * The cells of a finite split: levels and families in equal shares as far as possible, in an order
 * of its own.
 */
function cellDeck(
  world: MathWorld,
  split: string,
  count: number,
  cells: readonly Cell[] = [],
): Cell[] {
  const deck = Array.from({ length: count }, (_, index): Cell => {
    const chosen = cells[index % cells.length]
    if (chosen !== undefined) return chosen
    const round = Math.floor(index / FAMILIES.length)
    return {
      family: FAMILIES[index % FAMILIES.length] as Family,
      level: LEVELS[(index + round) % LEVELS.length] as Level,
    }
  })
  return stream(childSeed(world.seed, split), 0, 'cells').shuffle(deck)
}

/** A split in progress. Each call of `next` returns the next task. */
interface SplitDraws {
  next(): MathTask | undefined
  /** The number of tasks whose question repeats an earlier one, once a family has no new ones. */
  readonly repeated: number
}

/**
 * Draws a finite split task by task. Questions do not repeat as long as there are new ones.
 *
 * @param cells the only kinds of tasks to draw; all if empty
 */
export function drawSplit(
  world: MathWorld,
  split: string,
  count: number,
  cells: readonly Cell[] = [],
): SplitDraws {
  const deck = cellDeck(world, split, count, cells)
  const taken = new Set<string>()
  let index = 0
  return {
    next() {
      const cell = deck[index]
      if (cell === undefined) return undefined
      const task = generateTask(world, split, index, cell, taken)
      index += 1
      taken.add(task.question)
      return task
    },
    get repeated() {
      return index - taken.size
    },
  }
}

/** All tasks of a finite split. */
export function generateSplit(world: MathWorld, split: string, count: number): MathTask[] {
  const draws = drawSplit(world, split, count)
  return Array.from({ length: count }, () => draws.next() as MathTask)
}

/** The task with this index in the endless split: a pure function of world and index. */
export const generateStreamTask = (world: MathWorld, index: number): MathTask =>
  generateTask(world, 'stream', index, streamCell(world, index))

/** The kind of the task with this index in the endless split. */
export function streamCell(world: MathWorld, index: number): Cell {
  const random = stream(childSeed(world.seed, 'stream'), index, 'cell')
  return { family: random.pick(FAMILIES), level: random.pick(LEVELS) }
}

/**
 * One task: a pure function of world, split, index, cell and the questions that exist already.
 * Throws if the family cannot make a problem for this split.
 */
export function generateTask(
  world: MathWorld,
  split: string,
  index: number,
  cell: Cell,
  taken: ReadonlySet<string> = new Set(),
): MathTask {
  const id = `${split}-${String(index).padStart(6, '0')}`
  const seed = childSeed(world.seed, id)
  const side = sideOfSplit(split)
  for (let attempt = 0; attempt < DRAWS_MAX; attempt++) {
    const draft = drawOnce(cell, seed, attempt)
    if (draft === undefined || sideOf(cell.family, draft.sideKey ?? draft.question) !== side)
      continue
    if (attempt < FRESH_DRAWS && taken.has(draft.question)) continue
    const problem = finish(cell, draft, seed)
    if (problem === undefined) continue
    return { id, split, index, seed, difficulty: cell.level, ...problem }
  }
  throw new Error(`problems: ${cell.family.name} has no problem of level ${cell.level} for ${id}`)
}

/** The draft of one attempt, or undefined if its numbers do not make a good problem. */
export function drawOnce(
  { family, level }: Cell,
  seed: number,
  attempt: number,
): Draft | undefined {
  const random = stream(seed, attempt, 'problem')
  if (level !== TOP_LEVEL) return random.pick(family.makers[level])(random, level)
  return random.pick(family.top ?? [])(random)
}

/** At the top level, a player may try one answer before the final one. */
const TOP_FEEDBACK_TURNS = 1

/** At the top level, feedback does not say which mistake was made. */
const TOP_MISTAKE =
  'Some condition or part was left out or misread, or a better choice was overlooked.'

/** The finished problem, or undefined if too few mistakes lead to wrong answers. */
function finish({ family, level }: Cell, draft: Draft, seed: number): MathProblem | undefined {
  const mistakes = wrongAnswers(draft).map(({ answer, mistake }) => ({
    answer,
    mistake: level === TOP_LEVEL ? TOP_MISTAKE : mistake,
  }))
  if (mistakes.length < MISTAKES_MIN) return undefined
  return {
    dataset: family.name,
    question: draft.question,
    answer: { kind: draft.kind, form: family.form, gold: draft.gold, options: [], aliases: [] },
    solution: draft.solution(),
    mistakes: stream(seed, 0, 'mistakes').sample(mistakes, MISTAKES_MAX),
    ...(level === TOP_LEVEL ? { feedback_turns: TOP_FEEDBACK_TURNS } : {}),
  }
}

/** Typical answers that are wrong and differ from each other. */
function wrongAnswers({ gold, mistakes }: Draft): TypicalMistake[] {
  const seen = new Set([gold])
  return mistakes().flatMap(([answer, mistake]: Candidate) => {
    if (answer === undefined || seen.has(answer)) return []
    seen.add(answer)
    return [{ answer, mistake }]
  })
}
