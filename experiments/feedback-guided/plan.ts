import type { CleanStart, FeedbackStart } from '../../src/env/learner/learner.ts'
import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import type { Architecture } from '../../src/train-bridge/local/policy/policy.ts'
import { LABEL, LABELS } from './arms.ts'

/** Differences from the main table for all arms. */
export interface Variant {
  /** Number of companies of the world. Training uses half of them. */
  readonly companies?: number
  readonly architecture?: Architecture
  readonly loss?: LossName
  /** Problems with a tutor instead of phone calls. */
  readonly world?: 'math'
}

/** A start of training, and what differs from the main table. */
export interface Condition extends Variant {
  /** `2-medium`, with the variant after another hyphen. */
  readonly name: string
  readonly clean: CleanStart
  readonly feedback: FeedbackStart
}

/** Variants by their part of a condition's name. */
const VARIANTS: Readonly<Record<string, Variant & { readonly title: string }>> = {
  '400c': { title: '400 companies', companies: 400 },
  '1600c': { title: '1,600 companies', companies: 1_600 },
  tanh: { title: 'a hidden layer', architecture: 'tanh' },
  dapo: { title: 'DAPO', loss: 'dapo' },
  rloo: { title: 'RLOO', loss: 'rloo' },
  math: { title: 'problems with a tutor', world: 'math' },
}

export function condition(clean: CleanStart, feedback: FeedbackStart, variant?: string): Condition {
  const name = `${clean}-${feedback}`
  if (variant === undefined) return { name, clean, feedback }
  const { title: _, ...what } = VARIANTS[variant] ?? { title: '' }
  return { name: `${name}-${variant}`, clean, feedback, ...what }
}

/** How a condition differs from the main table, by its name. */
export const variantOf = (name: string): Variant => VARIANTS[name.split('-')[2] ?? ''] ?? {}

/** A condition's name in headings. */
export function conditionTitle(name: string): string {
  const [clean, feedback, variant = ''] = name.split('-')
  const start = `start at about ${clean} %, ${feedback} use of critiques`
  const title = VARIANTS[variant]?.title
  return title === undefined ? start : `${start}, ${title}`
}

/** How much is measured, which determines the cost. */
export interface Scale {
  /** Batches of 16 groups of 8. */
  readonly batches: number
  readonly evaluateEvery: number
  /** Fresh tasks of each evaluation on the way. */
  readonly tasks: number
  /** Tasks of unseen companies in each of them. */
  readonly unseenTasks: number
  /** Fresh tasks of each evaluation before and after training. */
  readonly endTasks: number
  /** Tasks of each level at the end. */
  readonly levelTasks: number
  readonly groups: number
  readonly groupSize: number
  /**
   * Tasks drawn, after which a run ends. Evaluations then also follow the tasks drawn, for losses
   * that draw more of them per update.
   */
  readonly tasksMax?: number
  /** The waves of groups with feedback, unless an arm has its own. Absent: the default. */
  readonly waves?: readonly number[]
}

/** Arms that run on one condition. */
export interface Cell {
  readonly condition: Condition
  readonly arms: readonly string[]
  /** Learning rates to run, all of them. Absent: the one that the grid chose. */
  readonly rates?: readonly number[]
  /** Fewer seeds than the rest of its plan, if a direction is enough. */
  readonly seeds?: number
}

/** A table of the experiment. */
export interface Plan {
  readonly name: string
  readonly title: string
  readonly cells: readonly Cell[]
  readonly scale: Scale
  /** Number of seeds of the whole plan. */
  readonly seeds: number
  /** The first seed. Absent: 1. */
  readonly firstSeed?: number
}

const FULL: Scale = {
  batches: 160,
  evaluateEvery: 8,
  tasks: 300,
  unseenTasks: 200,
  endTasks: 600,
  levelTasks: 100,
  groups: 16,
  groupSize: 8,
  // Strict order: the schedule of the results on phone-call-v1.
  waves: [1],
}
/**
 * Tasks that a loss without dropped groups draws in this many batches, after which arms are
 * compared.
 */
export const tasksOf = (batches: number): number => batches * FULL.groups

const QUICK: Scale = {
  ...FULL,
  batches: 64,
  tasks: 200,
  unseenTasks: 100,
  endTasks: 200,
  levelTasks: 40,
}

const CLEAN = ['12', '2', '0.5'] as const
const BASIC = ['plain', 'guided', 'guided-clean']

const MAIN: Plan = {
  name: 'main',
  title: 'Main table',
  cells: CLEAN.map((clean) => ({
    condition: condition(clean, 'medium'),
    arms: clean === '2' ? [...BASIC, LABEL, 'placebo'] : [...BASIC, LABEL],
  })),
  scale: FULL,
  seeds: 10,
}

const REST: Plan = {
  name: 'rest',
  title: 'Schedules, critiques, skill',
  cells: [
    {
      condition: condition('2', 'medium'),
      arms: ['plain', 'guided-clean', 'plain-16', 'waves', 'unweighted', 'rltf-sd'],
    },
    {
      condition: condition('2', 'medium'),
      arms: ['one-field', 'vague', 'wrong', 'clean-none', 'clean-half', 'per-condition'],
      seeds: 5,
    },
    { condition: condition('2', 'medium'), arms: ['curriculum', 'self-distillation'], seeds: 3 },
    ...(['low', 'high'] as const).map((feedback) => ({
      ...{ condition: condition('2', feedback), arms: ['plain', 'guided-clean', LABEL], seeds: 3 },
    })),
    ...(['12', '0.5'] as const).map((clean) => ({
      ...{ condition: condition(clean, 'medium'), arms: ['plain', 'placebo'], seeds: 3 },
    })),
  ],
  scale: FULL,
  seeds: 10,
}

const VARIED: Plan = {
  name: 'variants',
  title: 'More companies, another policy, other losses',
  cells: ['dapo', 'rloo', '400c', '1600c', 'tanh'].map((variant) => ({
    condition: condition('2', 'medium', variant),
    arms: [...BASIC, LABEL],
  })),
  scale: FULL,
  seeds: 5,
}

const MATH: Plan = {
  name: 'math',
  title: 'Where a critique is not the answer',
  cells: [{ condition: condition('2', 'medium', 'math'), arms: ['plain', 'guided-clean'] }],
  scale: FULL,
  seeds: 10,
}

const PLANS = { main: MAIN, rest: REST, math: MATH, variants: VARIED } as const
export const PLAN_NAMES = Object.keys(PLANS) as readonly (keyof typeof PLANS)[]

/** The plan with this name, reduced on request. */
export function planNamed(name: keyof typeof PLANS, isQuick: boolean): Plan {
  const plan = PLANS[name]
  return isQuick ? { ...plan, scale: QUICK, seeds: 2 } : plan
}

/**
 * Learning rates to try, with their seeds and conditions; these seeds are in no table. Arms without
 * a cell here use the rates of GRPO on phone calls.
 */
export const TUNING: {
  readonly learningRates: readonly number[]
  /** Tried if the best of the rates before is the smallest or the largest. */
  readonly learningRatesBeyond: readonly number[]
  readonly firstSeed: number
  readonly seeds: number
  readonly cells: readonly Cell[]
  readonly scale: Scale
} = {
  learningRates: [0.02, 0.04, 0.08],
  learningRatesBeyond: [0.005, 0.01, 0.16, 0.32],
  firstSeed: 9_001,
  seeds: 3,
  cells: [
    { condition: condition('2', 'medium'), arms: [...BASIC, ...LABELS] },
    ...['dapo', 'rloo'].map((loss) => ({
      ...{ condition: condition('2', 'medium', loss), arms: [...BASIC, LABEL] },
    })),
    { condition: condition('2', 'medium', 'math'), arms: ['plain', 'guided-clean'] },
  ],
  scale: { ...FULL, batches: 64, evaluateEvery: 16, tasks: 500, endTasks: 200, levelTasks: 0 },
}
