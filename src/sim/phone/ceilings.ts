import {
  type CompanyKnowledge,
  listScenarios,
  type PlannedDepartment,
  type PublicView,
  prepareGates,
  replyTo,
  type Scenario,
  solvesTask,
  usualFields,
} from './belief.ts'
import { bestForm } from './best-form.ts'
import { blindShares, constantShares } from './blind-forms.ts'
import { type FieldSet, fieldBit, fieldCount, toFieldSet } from './field-set.ts'
import { LEVELS, type Level } from './plans.ts'
import { canonicalQuirks } from './quirks.ts'
import { type READER_CRITIQUES, readerForm, readerSolvesAt } from './reader.ts'
import { CLEARANCE, requirementsAt } from './services.ts'
import type { Industry } from './tables/industries.ts'
import type { PhoneTask } from './task.ts'
import { findCompany, findLine, type PhoneWorld } from './world.ts'

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
  /** The share that the best guesser expects to solve at the first attempt, from its beliefs. */
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

/** The facts about a task that the directory and the customer's message reveal. */
export function taskView(task: PhoneTask, world: PhoneWorld): PublicView {
  const company = findCompany(world, task.company)
  const { persona, mentions, tells } = task.customer
  const automated = company.departments.filter(({ line }) => line === 'automated')
  return {
    industry: company.industry,
    conventions: company.hidden.conventions,
    trait: company.trait,
    departments: company.departments.map(({ kind }) => kind),
    automated: automated.map(({ kind }) => kind),
    goals: task.goals.map(({ department, service }) => ({
      kind: findLine(world, department).department.kind,
      service,
    })),
    hurried: persona === 'impatient',
    mentions,
    tells,
  }
}

/** The hidden facts of a task as they are. */
export function trueScenario(task: PhoneTask, world: PhoneWorld): Scenario {
  const calls = task.required_calls.map((id): PlannedDepartment => {
    const { department } = findLine(world, id)
    const goal = task.goals.find((candidate) => candidate.department === id)
    const { required, alternatives } = requirementsAt(department, goal?.service ?? CLEARANCE)
    const flaggedFields = (task.also_required ?? [])
      .filter((entry) => entry.department === id)
      .flatMap(({ fields }) => fields)
    return {
      kind: department.kind,
      after: department.hidden.after.map((other) => findLine(world, other).department.kind),
      wants: { required: [...required, ...flaggedFields], alternatives },
    }
  })
  const missing = toFieldSet(task.customer.missing)
  return { weight: 1, patience: task.customer.patience, missing, ...prepareGates(calls, missing) }
}

/** The true quirks and additional fields of a task's company. */
function trueKnowledge(task: PhoneTask, world: PhoneWorld): CompanyKnowledge {
  const { departments, hidden } = findCompany(world, task.company)
  const extras = new Map(departments.map(({ kind, hidden: { extra } }) => [kind, [extra]]))
  return { quirks: [canonicalQuirks(hidden.quirks)], extras }
}

interface PlayedTask {
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
export function computeCeilings(tasks: readonly PhoneTask[], world: PhoneWorld): LevelCeiling[] {
  const playedTasks = tasks.map((task) => playBest(task, world))
  const size = bestBlindSize(playedTasks)
  const levels: (Level | null)[] = [...LEVELS, null]
  return levels.flatMap((level) => {
    const levelTasks = playedTasks.filter((one) => level === null || one.level === level)
    return levelTasks.length === 0 ? [] : [computeCeiling(level, levelTasks, size)]
  })
}

function computeCeiling(
  level: Level | null,
  playedTasks: readonly PlayedTask[],
  size: number,
): LevelCeiling {
  const meanOf = (count: (one: PlayedTask) => number): number =>
    playedTasks.reduce((sum, one) => sum + count(one), 0) / playedTasks.length
  const solvedBy = (attempt: number): number =>
    meanOf(({ solvedAt }) => (solvedAt <= attempt ? 1 : 0))
  const readerSolvedBy = (attempt: number): number =>
    meanOf(({ readAt }) => (readAt <= attempt ? 1 : 0))
  const firstAttemptShare = (player: keyof PlayedTask['first']): number =>
    meanOf((one) => (one.first[player] ? 1 : 0))
  return {
    level,
    tasks: playedTasks.length,
    no_knowledge: meanOf(({ blind }) => blind[size] ?? 0),
    ...constantShares(playedTasks),
    common_sense: firstAttemptShare('sense'),
    common_sense_hedged: firstAttemptShare('hedged'),
    usage: firstAttemptShare('usage'),
    first_expected: meanOf(({ expected }) => expected),
    first: solvedBy(1),
    known_company: firstAttemptShare('known'),
    after_critiques: {
      critiques_1: solvedBy(2),
      critiques_2: solvedBy(3),
      critiques_4: solvedBy(5),
      critiques_7: solvedBy(8),
    },
    reader: {
      critiques_0: readerSolvedBy(1),
      critiques_1: readerSolvedBy(2),
      critiques_2: readerSolvedBy(3),
      critiques_4: readerSolvedBy(5),
    },
    oracle: firstAttemptShare('oracle'),
  }
}

function playBest(task: PhoneTask, world: PhoneWorld): PlayedTask {
  const { tells } = task.customer
  const volunteered = tells === null ? 0 : fieldBit(tells)
  const truth = trueScenario(task, world)
  const view = taskView(task, world)
  const scenarios = listScenarios(view)
  const { solvedAt, expected } = playAttempts(scenarios, truth, view)
  const knownCompanyForm = bestForm(listScenarios(view, trueKnowledge(task, world)), tells)
  const wins = (form: FieldSet): boolean => solvesTask(truth, form & ~volunteered, volunteered)
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
      usage: wins(toFieldSet(usualFields(view))),
      known: wins(toFieldSet(knownCompanyForm.form)),
      oracle: wins(truth.needed),
    },
    blind: blindShares(fieldCount(truth.needed & ~volunteered), truth.patience),
  }
}

/** Plays the best guesser until it succeeds or has no attempts left. */
function playAttempts(
  initialScenarios: readonly Scenario[],
  truth: Scenario,
  { tells }: PublicView,
): Pick<PlayedTask, 'solvedAt' | 'expected'> {
  const volunteered = tells === null ? 0 : fieldBit(tells)
  let scenarios = initialScenarios
  let expected = 0
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { form, chance } = bestForm(scenarios, tells)
    if (attempt === 1) expected = chance
    const formFields = toFieldSet(form)
    if (solvesTask(truth, formFields, volunteered)) return { solvedAt: attempt, expected }
    const reply = replyTo(truth, formFields, volunteered)
    scenarios = scenarios.filter((scenario) => replyTo(scenario, formFields, volunteered) === reply)
  }
  return { solvedAt: ATTEMPTS + 1, expected }
}

function bestBlindSize(playedTasks: readonly PlayedTask[]): number {
  let bestSize = 0
  let bestSum = -1
  const sizes = playedTasks[0]?.blind.length ?? 0
  for (let size = 0; size < sizes; size++) {
    const sum = playedTasks.reduce((total, { blind }) => total + (blind[size] ?? 0), 0)
    if (sum > bestSum) {
      bestSize = size
      bestSum = sum
    }
  }
  return bestSize
}
