import { childSeed, type RandomStream, stream } from '../random.ts'
import { coverOf } from './covers.ts'
import { type LiteralValue, literal } from './literal.ts'
import { type Problem, TOPICS } from './problem.ts'
import { PROBLEMS } from './problems.ts'
import type { QTask, QWorld, TaskTest } from './task.ts'
import { needsAll } from './whole-inputs.ts'

const PUBLIC_TESTS = 2
/** At the top level, a player has less help: one example, and no sandbox. */
const TOP_LEVEL = 6
const TOP_PUBLIC_TESTS = 1
const TOP_SANDBOX_CALLS = 0
/** The minimum number of hidden tests; edges and near misses may require more. */
const HIDDEN_TESTS = 12
/** The number of drawn hidden tests per test that every set has. */
const DRAWN_PER_EDGE = 2
/** Drawn tests per test against near misses, because the latter are limited. */
const FRESH_PER_COVERING = 1
/** The number of hidden tests that need whole lists and texts, if there are such draws. */
const WHOLE_TESTS = 2
/** The maximum number of draws for one new test; some problems have few different inputs. */
const TRIES_MAX = 40

/** Every topic is dealt out to the splits in this cycle. */
const DEAL = ['train', 'val', 'train', 'test', 'train', 'train'] as const

const SPLITS: ReadonlyMap<string, string> = new Map(
  TOPICS.flatMap((topic) =>
    PROBLEMS.filter((one) => one.topic === topic).map(
      ({ id }, number) => [id, DEAL[number % DEAL.length] as string] as const,
    ),
  ),
)

/** The split of a problem, by its index in its topic. A new problem at the end moves no other. */
export const splitOf = ({ id }: Pick<Problem, 'id'>): string => SPLITS.get(id) ?? 'train'

/** The problems of a split. The endless `stream` uses those of train. */
export const problemsOf = (split: string): readonly Problem[] =>
  PROBLEMS.filter((one) => splitOf(one) === (split === 'stream' ? 'train' : split))

/**
 * The task with this index in a split. The world's seed orders the problems. After the last one,
 * they repeat with other tests.
 */
export function generateTask(
  world: QWorld,
  split: string,
  index: number,
  isAsked?: (one: Problem) => boolean,
): QTask {
  const seed = childSeed(world.seed, `q-${split}-${index}`)
  const id = `${split}-${String(index).padStart(6, '0')}`
  return taskOf(problemAt(world, split, index, isAsked), { id, split, index, seed })
}

/**
 * The problem of the task with this index in a split.
 *
 * @param isAsked filters the problems
 * @throws Error if no problem of the split matches
 */
export function problemAt(
  { seed }: QWorld,
  split: string,
  index: number,
  isAsked: (one: Problem) => boolean = () => true,
): Problem {
  const own = problemsOf(split).filter(isAsked)
  if (own.length === 0) throw new Error(`the split ${split} has no such problems; ask for more`)
  const round = Math.floor(index / own.length)
  const order = stream(seed, round, `q-order-${split}`).shuffle(own)
  return order[index % own.length] as Problem
}

/** The task with this index in the endless split. */
export const generateStreamTask = (world: QWorld, index: number): QTask =>
  generateTask(world, 'stream', index)

/** A problem with the tests of a seed. */
export function taskOf(
  chosen: Problem,
  taskRef: Pick<QTask, 'id' | 'split' | 'index' | 'seed'>,
): QTask {
  return {
    ...taskRef,
    difficulty: chosen.level,
    problem: chosen.id,
    topic: chosen.topic,
    statement: chosen.statement,
    entry: 'solve',
    signature: { arguments: chosen.takes, result: chosen.gives },
    tests: testsOf(chosen, taskRef.seed),
    ...(chosen.fuel === undefined ? {} : { fuel: chosen.fuel }),
    ...(chosen.level === TOP_LEVEL ? { sandbox_calls: TOP_SANDBOX_CALLS } : {}),
    solution: chosen.solution,
  }
}

/**
 * The tests of a seed. Tests that every set has are at most a third of the hidden ones. The others
 * are drawn, and every known near miss fails some of them. The public ones are drawn too.
 */
export function testsOf(chosen: Problem, seed: number): TaskTest[] {
  const random = stream(seed, 0, 'q-tests')
  const tests = new Map(edgeTests(chosen).map((test) => [test.arguments.join(';'), test]))
  const add = (args: readonly LiteralValue[], sameMax = Number.POSITIVE_INFINITY): void => {
    const test = testOf(chosen, args)
    const same = [...tests.values()].filter(({ expected }) => expected === test.expected)
    if (same.length < sameMax) tests.set(test.arguments.join(';'), test)
  }
  const edges = tests.size
  for (const args of coverOf(chosen, random)) add(args)
  const fixed = tests.size
  const hidden = Math.max(
    HIDDEN_TESTS,
    (1 + DRAWN_PER_EDGE) * edges,
    edges + (1 + FRESH_PER_COVERING) * (fixed - edges),
  )
  const wanted = publicTestCount(chosen) + hidden
  // No result may belong to more than half of the tests, as long as other draws exist.
  for (const sameMax of [Math.ceil(wanted / 2), Number.POSITIVE_INFINITY]) {
    for (let tries = 0; tests.size < wanted && tries < TRIES_MAX; tries++) {
      add(chosen.draw(random), sameMax)
    }
  }
  const drawn = [...tests.values()]
  needWholeInputs(chosen, drawn, fixed, random)
  const [shown, kept] = publish(drawn, fixed, publicTestCount(chosen))
  return [...shown.map((test) => ({ ...test, is_public: true })), ...random.shuffle(kept)]
}

/** Cached, because the edges of some problems are long lists that every set has. */
const edgeTestsKnown = new WeakMap<Problem, readonly TaskTest[]>()

function edgeTests(chosen: Problem): readonly TaskTest[] {
  const known = edgeTestsKnown.get(chosen)
  if (known !== undefined) return known
  const made = chosen.edges.map((args) => testOf(chosen, args))
  edgeTestsKnown.set(chosen, made)
  return made
}

/**
 * Replaces some draws until two hidden tests need whole lists. Otherwise a program that reads only
 * a few items could pass by luck. Problems without such draws stay unchanged, and generated long
 * lists always need all items.
 */
function needWholeInputs(
  chosen: Problem,
  tests: TaskTest[],
  fixed: number,
  random: RandomStream,
): void {
  if (chosen.written !== undefined) return
  const first = fixed + publicTestCount(chosen)
  let index = first
  for (let tries = 0; index < first + WHOLE_TESTS && tries < TRIES_MAX; tries++) {
    const args = chosen.draw(random)
    if (index >= tests.length || !needsAll(chosen, args)) continue
    const test = testOf(chosen, args)
    const others = tests.filter((_, i) => i !== index)
    const same = others.filter(({ expected }) => expected === test.expected)
    const isThere = others.some((other) => other.arguments.join(';') === test.arguments.join(';'))
    if (!isThere && same.length < Math.ceil(tests.length / 2)) tests[index++] = test
  }
}

/** The number of tests that the player may see. */
const publicTestCount = ({ level }: Pick<Problem, 'level'>): number =>
  level === TOP_LEVEL ? TOP_PUBLIC_TESTS : PUBLIC_TESTS

/** Picks drawn tests as public ones, so that unusual tests stay hidden. */
function publish(
  tests: readonly TaskTest[],
  fixed: number,
  count: number,
): [shown: readonly TaskTest[], hidden: readonly TaskTest[]] {
  const drawn = tests.slice(fixed)
  const candidates = drawn.length >= count ? drawn : tests
  const shown = candidates.slice(0, count)
  return [shown, tests.filter((test) => !shown.includes(test))]
}

function testOf(
  { takes, gives, reference, written }: Problem,
  args: readonly LiteralValue[],
): TaskTest {
  const expressions = written?.(args)
  return {
    arguments: expressions ?? takes.map(({ type }, i) => literal(type, args[i] as LiteralValue)),
    expected: literal(gives, reference(args)),
    console: null,
    is_public: false,
  }
}
