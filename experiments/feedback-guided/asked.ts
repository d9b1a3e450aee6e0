import { OptionError, parseCount, parseNames, parseSeeds, refuseIgnored } from '../options.ts'
import { LONG, LONG_GRID } from './long-plan.ts'
import { type Cell, PLAN_NAMES, type Plan, planNamed, TUNING } from './plan.ts'

/** The options of the command line; absent if not given. */
export interface Given {
  readonly plan?: string | undefined
  readonly tune?: boolean | undefined
  readonly again?: boolean | undefined
  readonly quick?: boolean | undefined
  readonly 'report-only'?: boolean | undefined
  readonly seeds?: string | undefined
  readonly arms?: string | undefined
  readonly conditions?: string | undefined
  readonly batches?: string | undefined
  readonly workers?: string | undefined
  readonly out?: string | undefined
}

/** The requested work, after options that do not apply were refused. */
export interface Asked {
  readonly plans: readonly Plan[]
  /** Whether these are the runs of the long comparison, which has its own folder. */
  readonly isLong: boolean
  readonly workers: number
  /** Undefined: those of the plan. */
  readonly batches: number | undefined
  /** Undefined: as many as the plan or the grid has. */
  readonly seeds: readonly number[] | undefined
  readonly isWanted: (cell: Pick<Cell, 'condition'>) => boolean
  readonly isListed: (arm: string) => boolean
}

const NARROWING = ['seeds', 'arms', 'conditions', 'batches', 'workers', 'plan'] as const

/** Options that each mode would silently ignore. */
const IGNORED = {
  'report-only': ['tune', 'again', ...NARROWING],
  tune: ['again', 'quick', 'plan', 'batches'],
}

const LONG_PLANS: readonly Plan[] = [LONG_GRID, LONG]
const isLong = (plan: Plan): boolean => LONG_PLANS.includes(plan)

function plansNamed(name: string, isQuick: boolean): readonly Plan[] {
  const long = LONG_PLANS.filter((plan) => plan.name === name)
  if (long.length > 0 && isQuick) throw new OptionError(`--quick does not use --plan ${name}`)
  const names = PLAN_NAMES.filter((one) => name === 'all' || name === one)
  if (long.length + names.length > 0)
    return [...long, ...names.map((one) => planNamed(one, isQuick))]
  const all = [...PLAN_NAMES, ...LONG_PLANS.map((plan) => plan.name)]
  throw new OptionError(`--plan ${name}: there are ${all.join(', ')}, and all`)
}

/** @throws OptionError naming the option, its value and the remedy */
export function askedFor(given: Given): Asked {
  refuseIgnored({ ...given }, IGNORED)
  const name = given.plan ?? 'main'
  const plans = plansNamed(name, given.quick === true)
  const cells = given.tune === true ? TUNING.cells : plans.flatMap((plan) => plan.cells)
  const where = given.tune === true ? 'the grid' : `the plan ${name}`
  const conditions = cells.map(({ condition }) => condition.name)
  const wanted = parseNames('conditions', given.conditions, conditions, where)
  const isWanted: Asked['isWanted'] = ({ condition }) => wanted.includes(condition.name)
  const arms = cells.filter(isWanted).flatMap((cell) => cell.arms)
  const listed = parseNames('arms', given.arms, arms, where)
  return {
    ...{ plans, isWanted, isLong: plans.some(isLong) },
    workers: parseCount('workers', given.workers, 2),
    batches: given.batches === undefined ? undefined : parseCount('batches', given.batches, 1),
    seeds: given.seeds === undefined ? undefined : parseSeeds(given.seeds, 1),
    isListed: (arm) => listed.includes(arm),
  }
}
