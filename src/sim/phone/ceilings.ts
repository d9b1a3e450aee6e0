import {
  bestForm,
  gatesOf,
  heardWith,
  type Scenario,
  scenariosOf,
  solves,
  type View,
} from './belief.ts'
import { bitOf, setOf, sizeOf } from './field-set.ts'
import { LEVELS, type Level } from './plans.ts'
import { fieldsNeeded } from './requirements.ts'
import { FIELDS } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'
import { requirementsOf } from './tasks.ts'
import { companyOf, lineOf, type PhoneWorld } from './world.ts'

/** After how many critiques the ceilings are stated. */
export const CRITIQUE_COUNTS = [1, 2, 4, 7] as const
const ATTEMPTS = 8

/** How much can be solved at most, as shares of the tasks of one level (or all: level null). */
export interface Ceiling {
  readonly level: Level | null
  readonly tasks: number
  /** Exact: a form of random fields of the best size, calls as the staff direct. */
  readonly no_knowledge: number
  /** The share that the best guesser expects to solve at the first attempt. */
  readonly first_expected: number
  /** The share that the best guesser does solve at the first attempt. */
  readonly first: number
  /** The share solved by the attempt after this many critiques, or before. */
  readonly after_critiques: Readonly<
    Record<`critiques_${(typeof CRITIQUE_COUNTS)[number]}`, number>
  >
  readonly oracle: number
}

/** What a task shows to someone who has read the directory and the customer's message. */
export function viewOf(task: PhoneTask, world: PhoneWorld): View {
  const company = companyOf(world, task.company)
  const { persona, mentions, tells } = task.customer
  return {
    industry: company.industry,
    departments: company.departments.map(({ kind }) => kind),
    goals: task.goals.map(({ department }) => lineOf(world, department).department.kind),
    hurried: persona === 'impatient',
    mentions,
    tells,
  }
}

/** How the hidden side of a task really is. */
export function truthOf(task: PhoneTask, world: PhoneWorld): Scenario {
  const company = companyOf(world, task.company)
  const all = requirementsOf(company)
  const requirements = task.required_calls.flatMap((id) =>
    all.filter(({ kind }) => `${company.id}-${kind}` === id),
  )
  return {
    house: company.hidden.house_style,
    weight: 1,
    patience: task.customer.patience,
    missing: setOf(task.customer.missing),
    gates: gatesOf(requirements, task.customer.missing),
  }
}

interface Played {
  readonly level: number
  readonly expected: number
  /** The number of the attempt that succeeded, from 1; above `ATTEMPTS` if none did. */
  readonly solvedAt: number
  readonly oracle: boolean
  /** Share of the forms of each size, drawn at random, that solve it. */
  readonly blind: readonly number[]
}

/** The ceilings of each level that occurs, and of all tasks together as the last entry. */
export function ceilingsOf(tasks: readonly PhoneTask[], world: PhoneWorld): Ceiling[] {
  const played = tasks.map((task) => playBest(task, world))
  const size = bestBlindSize(played)
  const levels: (Level | null)[] = [...LEVELS, null]
  return levels.flatMap((level) => {
    const some = played.filter((one) => level === null || one.level === level)
    return some.length === 0 ? [] : [ceilingOf(level, some, size)]
  })
}

function ceilingOf(level: Level | null, played: readonly Played[], size: number): Ceiling {
  const share = (count: (one: Played) => number): number =>
    played.reduce((sum, one) => sum + count(one), 0) / played.length
  const by = (attempt: number): number => share(({ solvedAt }) => (solvedAt <= attempt ? 1 : 0))
  return {
    level,
    tasks: played.length,
    no_knowledge: share(({ blind }) => blind[size] ?? 0),
    first_expected: share(({ expected }) => expected),
    first: by(1),
    after_critiques: {
      critiques_1: by(2),
      critiques_2: by(3),
      critiques_4: by(5),
      critiques_7: by(8),
    },
    oracle: share(({ oracle }) => (oracle ? 1 : 0)),
  }
}

function playBest(task: PhoneTask, world: PhoneWorld): Played {
  const { tells, missing } = task.customer
  const told = tells === null ? 0 : bitOf(tells)
  const truth = truthOf(task, world)
  let scenarios = scenariosOf(viewOf(task, world))
  let expected = 0
  let solvedAt = ATTEMPTS + 1
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { form, chance } = bestForm(scenarios, tells)
    if (attempt === 1) expected = chance
    const asked = setOf(form)
    if (solves(truth, asked, told)) {
      solvedAt = attempt
      break
    }
    const heard = heardWith(truth, asked, told)
    scenarios = scenarios.filter((scenario) => heardWith(scenario, asked, told) === heard)
  }
  const company = companyOf(world, task.company)
  const requirements = requirementsOf(company).filter(({ kind }) =>
    task.required_calls.includes(`${company.id}-${kind}`),
  )
  const needed = setOf(fieldsNeeded(requirements, missing) ?? []) & ~told
  const oracle = solves(truth, needed, told)
  const blind = blindShares(sizeOf(needed), truth.patience)
  return { level: task.difficulty, expected, solvedAt, oracle, blind }
}

/**
 * The share of the forms of each size that bring all needed fields: of `count` fields in all, the
 * needed ones are among `size` drawn ones with chance size/count × (size − 1)/(count − 1) × ….
 */
function blindShares(needed: number, patience: number): number[] {
  return Array.from({ length: FIELDS.length + 1 }, (_, size) => {
    if (size > patience) return 0
    let chance = 1
    for (let taken = 0; taken < needed; taken++) chance *= (size - taken) / (FIELDS.length - taken)
    return Math.max(0, chance)
  })
}

function bestBlindSize(played: readonly Played[]): number {
  let best = 0
  let bestSum = -1
  for (let size = 0; size <= FIELDS.length; size++) {
    const sum = played.reduce((total, { blind }) => total + (blind[size] ?? 0), 0)
    if (sum > bestSum) {
      best = size
      bestSum = sum
    }
  }
  return best
}
