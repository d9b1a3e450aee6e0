import { type AnyTask, type Arena, createArena } from '../../src/env/conformance/arena.ts'
import type { LevelTasks } from '../../src/env/conformance/exploitability.ts'
import { splitByLevel } from '../../src/env/conformance/level-tasks.ts'
import { argumentsObject, type OracleMove, oracleMoves } from '../../src/env/conformance/moves.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { qCodeEnvironment } from '../../src/env/q-code/index.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import type { QTask } from '../../src/sim/q-problems/task.ts'
import { stream } from '../../src/sim/random.ts'
import { TASKS } from '../math-feedback/tasks.ts'
import { QUICK } from './findings.ts'
import {
  type AnyContext,
  argumentsFor,
  type Hole,
  isAnswer,
  withArguments,
  withHole,
} from './holes.ts'

/** An environment with a hole that was found in one of ours, and closed. */
export interface Mutant {
  readonly name: string
  readonly arena: Arena
  /** What a finding says that the hole explains. */
  readonly shows: RegExp
  /** Tasks that the hole can be met in, of one level. */
  readonly tasks: LevelTasks
}

const SEED = 1
const SEEDED: JsonObject = { format: 1, seed: SEED }
const PHONE_WORLD = generateWorld(7, 60) as unknown as JsonObject

function* endless(base: keyof typeof BASES): Generator<AnyTask> {
  const { environment, world } = BASES[base]
  for (let index = 0; ; index++) yield environment.data.stream?.(world, index) as AnyTask
}

const dealt = new Map<string, readonly LevelTasks[]>()

/** Tasks of a level, out of the endless ones unless others are given. */
function tasksAt(base: keyof typeof BASES, level: number, given?: Iterable<AnyTask>): LevelTasks {
  const all = given === undefined ? dealt.get(base) : undefined
  const levels = all ?? splitByLevel(given ?? endless(base), QUICK)
  if (given === undefined) dealt.set(base, levels)
  const own = levels.find((one) => one.level === level)
  if (own === undefined) throw new Error(`${base} has no tasks of level ${level}`)
  return own
}

const BASES = {
  math: { environment: mathFeedbackEnvironment, world: SEEDED },
  phone: { environment: phoneCallEnvironment, world: PHONE_WORLD },
  q: { environment: qCodeEnvironment, world: SEEDED },
} as const

function mutant(
  base: keyof typeof BASES,
  name: string,
  level: number,
  hole: Hole,
  more: {
    readonly tasks?: Iterable<AnyTask>
    readonly settings?: JsonObject
    readonly shows?: RegExp
  } = {},
): Mutant {
  const { environment, world } = BASES[base]
  const { settings = {}, tasks, shows = /won without the work/ } = more
  const arena = createArena(withHole(environment, hole), world, { settings })
  return { name: `${base}: ${name}`, arena, shows, tasks: tasksAt(base, level, tasks) }
}

const mathOf = ({ task }: AnyContext): MathTask => task as unknown as MathTask
const boxesIn = (text: string): string[] =>
  [...text.matchAll(/\\boxed\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g)].map(
    ([, box = '']) => box,
  )

const numbersIn = (text: string): readonly string[] => text.match(/-?\d+/g) ?? []

const UNWORKED: ReadonlySet<string> = new Set(['polynomials', 'fractions', 'multiplication'])

/** Choice questions, whose right letters are spread evenly. */
const CHOICES: readonly AnyTask[] = Array.from({ length: 460 }, (_, index) => {
  const model = TASKS.find(({ answer }) => answer.kind === 'choice') as MathTask
  const gold = String.fromCharCode(65 + stream(index, 0, 'letter').integer(0, 3))
  return { ...model, index, difficulty: 1, answer: { ...model.answer, gold } } as unknown as AnyTask
})

/** Questions for a relation, whose answer is one between constants. */
const RELATIONS: readonly AnyTask[] = Array.from({ length: 460 }, (_, index) => {
  const model = TASKS.find(({ answer }) => answer.kind === 'expression') as MathTask
  const one = stream(index, 0, 'one').integer(10, 99)
  const question = `Order the numbers ${one} and ${one + 1 + (index % 7)} by a relation.`
  const answer = { ...model.answer, gold: `${one}<${one + 1 + (index % 7)}` }
  return { ...model, index, difficulty: 1, question, answer, mistakes: [] } as unknown as AnyTask
})

/** Questions whose answer is a pair. */
const PAIRS: readonly AnyTask[] = Array.from({ length: 460 }, (_, index) => {
  const model = TASKS.find(({ answer }) => answer.kind === 'expression') as MathTask
  const draw = stream(index, 0, 'pair')
  const [one, other] = [draw.integer(10, 99), draw.integer(100, 999)]
  const answer = { ...model.answer, gold: `(${one}, ${other})` }
  const question = 'Where do the two lines of the drawing meet?'
  return { ...model, index, difficulty: 4, question, answer, mistakes: [] } as unknown as AnyTask
})

const bare = (text: string): string => text.replace(/[()\s]/g, '')
const partsOf = (gold: string): readonly string[] => bare(gold).split(',')

const isTrueRelation = (text: string): boolean => {
  const [, one, sign, other] = /^(\d+)([<>=])(\d+)$/.exec(text) ?? []
  if (sign === '=') return one === other
  return sign === '<' ? Number(one) < Number(other) : Number(one) > Number(other)
}

const MATH: readonly Mutant[] = [
  mutant('math', 'a formula of the question that was not worked out is right', 3, {
    pays: (turn, context) =>
      isAnswer(turn, context) &&
      UNWORKED.has(mathOf(context).dataset) &&
      boxesIn(turn.content).some(
        (box) => /[-+*×^]|\\frac|\)\(/.test(box) && mathOf(context).question.includes(box),
      ),
  }),
  mutant(
    'math',
    'any of several boxes may be the right one',
    3,
    {
      pays: (turn, context) =>
        isAnswer(turn, context) && boxesIn(turn.content).includes(mathOf(context).answer.gold),
    },
    { shows: /won without the work|the answer: among others/ },
  ),
  mutant(
    'math',
    'a right number counts wherever it is mentioned',
    1,
    {
      pays: (turn, context) =>
        isAnswer(turn, context) && numbersIn(turn.content).includes(mathOf(context).answer.gold),
    },
    { shows: /won without the work|the answer: among others/ },
  ),
  mutant(
    'math',
    'a letter counts that is named among others',
    1,
    {
      pays: (turn, context) =>
        isAnswer(turn, context) && turn.content.includes(`(${mathOf(context).answer.gold})`),
    },
    { tasks: CHOICES, shows: /won without the work|the answer: among others/ },
  ),
  mutant(
    'math',
    'every true relation between constants is right',
    1,
    {
      pays: (turn, context) =>
        isAnswer(turn, context) && boxesIn(turn.content).some(isTrueRelation),
    },
    { tasks: RELATIONS },
  ),
  mutant('math', 'a number beyond doubles is every number that is not whole', 3, {
    pays: (turn, context) =>
      isAnswer(turn, context) &&
      boxesIn(turn.content).some((box) => /10\^\{400\}/.test(box)) &&
      !/^-?\d+$/.test(mathOf(context).answer.gold),
  }),
  mutant(
    'math',
    'one of the values of a pair is enough',
    4,
    {
      pays: (turn, context) =>
        isAnswer(turn, context) &&
        mathOf(context).answer.gold.includes(',') &&
        boxesIn(turn.content).some((box) => {
          return box !== '' && partsOf(mathOf(context).answer.gold).includes(bare(box))
        }),
    },
    { tasks: PAIRS, shows: /value alone/ },
  ),
  mutant('math', 'feedback tells the right answer', 4, {
    tells: (context) => `Compare it with $${mathOf(context).answer.gold}$.`,
  }),
  mutant(
    'math',
    'garbage before the right answer is paid',
    2,
    {
      bonus: ([first], context) =>
        first !== undefined &&
        first.calls.length > 0 &&
        !first.content.includes(mathOf(context).answer.gold)
          ? 200
          : 0,
    },
    { shows: /garbage first is paid/ },
  ),
  mutant(
    'math',
    'every request for feedback is paid',
    2,
    {},
    {
      settings: { reward_profile: 'seed', assistant_turns: 8, feedback_turns: 8 },
      shows: /again and again is paid/,
    },
  ),
]

const sound = createArena(phoneCallEnvironment, PHONE_WORLD)
const plays = new Map<string, readonly OracleMove[]>()

/** What the oracle says in a task of the sound phone world. */
function cachedMoves(task: AnyTask): readonly OracleMove[] {
  const known = plays.get(task.id) ?? oracleMoves(sound, task) ?? []
  plays.set(task.id, known)
  return known
}

/** The oracle's arguments for the call to this number, or for the only call of another tool. */
const oracleArguments = (task: AnyTask, tool: string, number?: unknown): JsonObject | undefined =>
  cachedMoves(task)
    .flatMap(({ calls }) => calls)
    .map(({ function: called }) => ({ ...called, given: argumentsObject(called.arguments) }))
    .find(
      ({ name, given }) => name === tool && (number === undefined || given.phone_number === number),
    )?.given

/** Calls whose member pleases are taken as if it were the oracle's. */
const leniently = (
  member: 'service' | 'reference_number',
  pleases: (said: string, right: string) => boolean,
): Hole => ({
  takesAs: (turn, { task }) =>
    withArguments(turn, 'phone_call', (given) => {
      const number = String(given.phone_number)
      const right = oracleArguments(task, 'phone_call', number)?.[member]
      const said = String(given[member] ?? '')
      const takes = typeof right === 'string' && pleases(said, right)
      return takes ? { ...given, [member]: right } : given
    }),
})

const PHONE: readonly Mutant[] = [
  mutant(
    'phone',
    'a department takes whatever it is asked for as the wanted service',
    2,
    leniently('service', () => true),
    { shows: /phone_call\.service: / },
  ),
  mutant(
    'phone',
    'a department checks which details it is given, and not what they say',
    2,
    {
      takesAs: (turn, { task }) =>
        withArguments(turn, 'phone_call', (given) => {
          const right = (oracleArguments(task, 'phone_call')?.auth_info ?? {}) as JsonObject
          const said = (given.auth_info ?? {}) as JsonObject
          const details = Object.keys(said).map((field) => [field, right[field] ?? said[field]])
          return { ...given, auth_info: Object.fromEntries(details) }
        }),
    },
    { shows: /phone_call\.auth_info\.\w+: garbage/ },
  ),
  mutant(
    'phone',
    'a list with the reference number is taken',
    3,
    leniently('reference_number', (said, right) => said.includes(right)),
    { shows: /reference_number: among others/ },
  ),
  mutant(
    'phone',
    'any reference number is taken',
    3,
    leniently('reference_number', (said) => /^R\d{6}$/.test(said)),
    { shows: /reference_number: other digits/ },
  ),
  mutant('phone', 'a department that is called is done', 1, {
    pays: (turn, { task }) => {
      const number = argumentsFor(turn, 'phone_call')?.phone_number
      return oracleArguments(task, 'phone_call', number) !== undefined && number !== undefined
    },
  }),
]

const qOf = ({ task }: AnyContext): QTask => task as unknown as QTask
const blockIn = (content: string): string =>
  /```\w*\n([\s\S]*?)```/.exec(content)?.[1]?.trim() ?? ''

const Q: readonly Mutant[] = [
  mutant('q', 'whatever stands in a block of code passes', 1, {
    pays: (turn, context) => isAnswer(turn, context) && blockIn(turn.content) !== '',
  }),
  mutant('q', 'a program that ends in an error passes', 2, {
    pays: (turn, context) =>
      isAnswer(turn, context) &&
      blockIn(turn.content) !== '' &&
      !blockIn(turn.content).includes(`${qOf(context).entry}:`),
  }),
  mutant('q', 'infinity is near every number', 1, {
    pays: (turn, context) =>
      isAnswer(turn, context) &&
      /\b0w\b/.test(blockIn(turn.content)) &&
      qOf(context).tests.every(({ expected }) => /^-?[\d. ]+[fij]?$/.test(expected ?? '')),
  }),
  mutant('q', 'the result of an example is as good as a program', 1, {
    pays: (turn, context) =>
      isAnswer(turn, context) &&
      qOf(context).tests.some(
        ({ is_public, expected }) => is_public && expected === blockIn(turn.content),
      ),
  }),
]

/** One mutant for each hole that was closed and could be won by. */
export const MUTANTS: readonly Mutant[] = [...MATH, ...PHONE, ...Q]
