import {
  gatesOf,
  type Known,
  type PlannedCall,
  replyTo,
  type Scenario,
  scenariosOf,
  solves,
  usualFields,
  type View,
} from './belief.ts'
import { bestForm } from './best-form.ts'
import { blindShares, constantShares } from './blind-forms.ts'
import { bitOf, type FieldSet, fieldCount, setOf } from './field-set.ts'
import { LEVELS, type Level } from './plans.ts'
import { sameQuirks } from './quirks.ts'
import { type READER_CRITIQUES, readerForm, readerSolvesAt } from './reader.ts'
import { CLEARANCE } from './services.ts'
import type { Industry } from './tables/industries.ts'
import type { PhoneTask } from './task.ts'
import { companyOf, lineOf, type PhoneWorld, wantsAt } from './world.ts'

/** The numbers of critiques for which ceilings are computed. */
const CRITIQUE_COUNTS = [1, 2, 4, 7] as const
const ATTEMPTS = 8

/** The largest shares of tasks that can be solved, for one level (or all: level null). */
export interface LevelCeiling {
  readonly level: Level | null
  readonly tasks: number
  /** Random fields, in a form of the best size; exact. Calls follow the staff's directions. */
  readonly no_knowledge: number
  /** The best constant form for all customers, and for each industry. */
  readonly constant: number
  readonly constant_by_industry: number
  /** A reader with common sense who knows no tables; and one who asks for one more proof. */
  readonly common_sense: number
  readonly common_sense_hedged: number
  /** A player who asks for exactly what is usual in the industry. */
  readonly usage: number
  /** The share that the best guesser expects to solve at the first attempt. */
  readonly first_expected: number
  /** The share that the best guesser does solve at the first attempt. */
  readonly first: number
  /** The same for a guesser who also knows the company's quirks. */
  readonly known_company: number
  /** The share solved by the attempt after this many critiques, or by an earlier one. */
  readonly after_critiques: Readonly<
    Record<`critiques_${(typeof CRITIQUE_COUNTS)[number]}`, number>
  >
  /** The same for the reader with common sense, from the first attempt on. */
  readonly reader: Readonly<Record<`critiques_${(typeof READER_CRITIQUES)[number]}`, number>>
  readonly oracle: number
}

/** What the directory and the customer's message reveal about a task. */
export function taskView(task: PhoneTask, world: PhoneWorld): View {
  const company = companyOf(world, task.company)
  const { persona, mentions, tells } = task.customer
  const automated = company.departments.filter(({ line }) => line === 'automated')
  return {
    industry: company.industry,
    conventions: company.hidden.conventions,
    trait: company.trait,
    departments: company.departments.map(({ kind }) => kind),
    automated: automated.map(({ kind }) => kind),
    goals: task.goals.map(({ department, service }) => ({
      kind: lineOf(world, department).department.kind,
      service,
    })),
    hurried: persona === 'impatient',
    mentions,
    tells,
  }
}

/** The true hidden side of a task. */
export function truthOf(task: PhoneTask, world: PhoneWorld): Scenario {
  const calls = task.required_calls.map((id): PlannedCall => {
    const { department } = lineOf(world, id)
    const goal = task.goals.find((one) => one.department === id)
    const { required, alternatives } = wantsAt(department, goal?.service ?? CLEARANCE)
    const also = (task.also_required ?? [])
      .filter((one) => one.department === id)
      .flatMap(({ fields }) => fields)
    return {
      kind: department.kind,
      after: department.hidden.after.map((other) => lineOf(world, other).department.kind),
      wants: { required: [...required, ...also], alternatives },
    }
  })
  const missing = setOf(task.customer.missing)
  return { weight: 1, patience: task.customer.patience, missing, ...gatesOf(calls, missing) }
}

/** The true quirks and additional fields of a task's company. */
function knownOf(task: PhoneTask, world: PhoneWorld): Known {
  const { departments, hidden } = companyOf(world, task.company)
  const extras = new Map(departments.map(({ kind, hidden: { extra } }) => [kind, [extra]]))
  return { quirks: [sameQuirks(hidden.quirks)], extras }
}

interface Played {
  readonly level: number
  readonly industry: Industry
  readonly truth: Scenario
  readonly volunteered: FieldSet
  readonly expected: number
  /** The number of the successful attempt, from 1; above `ATTEMPTS` if none succeeded. */
  readonly solvedAt: number
  /** The same for the reader with common sense. */
  readonly readAt: number
  readonly first: Readonly<Record<'sense' | 'hedged' | 'usage' | 'known' | 'oracle', boolean>>
  /** The share of random forms that solve the task, by size. */
  readonly blind: readonly number[]
}

/** The ceilings of each level that occurs, and of all tasks together as the last entry. */
export function ceilingsOf(tasks: readonly PhoneTask[], world: PhoneWorld): LevelCeiling[] {
  const played = tasks.map((task) => playBest(task, world))
  const size = bestBlindSize(played)
  const levels: (Level | null)[] = [...LEVELS, null]
  return levels.flatMap((level) => {
    const some = played.filter((one) => level === null || one.level === level)
    return some.length === 0 ? [] : [ceilingOf(level, some, size)]
  })
}

function ceilingOf(level: Level | null, played: readonly Played[], size: number): LevelCeiling {
  const share = (count: (one: Played) => number): number =>
    played.reduce((sum, one) => sum + count(one), 0) / played.length
  const by = (attempt: number): number => share(({ solvedAt }) => (solvedAt <= attempt ? 1 : 0))
  const read = (attempt: number): number => share(({ readAt }) => (readAt <= attempt ? 1 : 0))
  const first = (player: keyof Played['first']): number =>
    share((one) => (one.first[player] ? 1 : 0))
  return {
    level,
    tasks: played.length,
    no_knowledge: share(({ blind }) => blind[size] ?? 0),
    ...constantShares(played),
    common_sense: first('sense'),
    common_sense_hedged: first('hedged'),
    usage: first('usage'),
    first_expected: share(({ expected }) => expected),
    first: by(1),
    known_company: first('known'),
    after_critiques: {
      critiques_1: by(2),
      critiques_2: by(3),
      critiques_4: by(5),
      critiques_7: by(8),
    },
    reader: {
      critiques_0: read(1),
      critiques_1: read(2),
      critiques_2: read(3),
      critiques_4: read(5),
    },
    oracle: first('oracle'),
  }
}

function playBest(task: PhoneTask, world: PhoneWorld): Played {
  const { tells } = task.customer
  const volunteered = tells === null ? 0 : bitOf(tells)
  const truth = truthOf(task, world)
  const view = taskView(task, world)
  const all = scenariosOf(view)
  const { solvedAt, expected } = attempts(all, truth, view)
  const known = bestForm(scenariosOf(view, knownOf(task, world)), tells)
  const wins = (form: FieldSet): boolean => solves(truth, form & ~volunteered, volunteered)
  return {
    level: task.difficulty,
    industry: view.industry,
    truth,
    volunteered,
    expected,
    solvedAt,
    readAt: readerSolvesAt(view, truth),
    first: {
      sense: wins(readerForm(view, 0)),
      hedged: wins(readerForm(view, 1)),
      usage: wins(setOf(usualFields(view))),
      known: wins(setOf(known.form)),
      oracle: wins(truth.needed),
    },
    blind: blindShares(fieldCount(truth.needed & ~volunteered), truth.patience),
  }
}

/** Plays the best guesser until it succeeds or has no attempts left. */
function attempts(
  all: readonly Scenario[],
  truth: Scenario,
  { tells }: View,
): Pick<Played, 'solvedAt' | 'expected'> {
  const volunteered = tells === null ? 0 : bitOf(tells)
  let scenarios = all
  let expected = 0
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { form, chance } = bestForm(scenarios, tells)
    if (attempt === 1) expected = chance
    const asked = setOf(form)
    if (solves(truth, asked, volunteered)) return { solvedAt: attempt, expected }
    const reply = replyTo(truth, asked, volunteered)
    scenarios = scenarios.filter((scenario) => replyTo(scenario, asked, volunteered) === reply)
  }
  return { solvedAt: ATTEMPTS + 1, expected }
}

function bestBlindSize(played: readonly Played[]): number {
  let best = 0
  let bestSum = -1
  const sizes = played[0]?.blind.length ?? 0
  for (let size = 0; size < sizes; size++) {
    const sum = played.reduce((total, { blind }) => total + (blind[size] ?? 0), 0)
    if (sum > bestSum) {
      best = size
      bestSum = sum
    }
  }
  return best
}
