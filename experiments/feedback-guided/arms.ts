import type { TrainOptions } from '../../src/train-bridge/local/training/options.ts'
import type { Quality } from './critiques.ts'
import { CURRICULUM } from './phone-world.ts'

/** One way to train, compared with others. */
export interface Arm {
  readonly name: string
  /** Its name in tables. */
  readonly title: string
  readonly options: Partial<TrainOptions>
  /** What replaces the rule-based critiques. */
  readonly quality?: Quality
  /** Whether the trainer gets critiques, to use them as labels. */
  readonly tellsTrainer?: boolean
  /** The arm whose learning rate it uses, if it has no grid of its own. */
  readonly tunedAs?: string
}

const GUIDED = { mode: 'feedback' } as const
const CLEAN_PROMPT = { mode: 'feedback', trainPrompt: 'clean' } as const

const like = (
  name: string,
  title: string,
  given: Pick<Arm, 'options'> & Partial<Arm> = { options: CLEAN_PROMPT },
): Arm => ({ tunedAs: 'guided-clean', ...given, name, title })

/** The schedule of three waves: two rollouts without attempts, then twice three with them. */
const WAVES = { waves: [2, 3, 3] }

const label = (name: string, title: string, options: Arm['options']): Arm => ({
  ...{ name, title, options, tellsTrainer: true },
})

const labelOf = (labelWeight: number): Arm =>
  label(`label-${labelWeight}`, `plain, critique as label, weight ${labelWeight}`, { labelWeight })

/** The weight of the label in the tables, as chosen by the grid. */
const LABEL_WEIGHT = 0.005

/** Treats answers after critiques as if they had been sampled under the clean prompt. */
const UNWEIGHTED = { ...CLEAN_PROMPT, cleanWeights: 'none' } as const

/** All arms by name. The first one is the baseline. */
export const ARMS: readonly Arm[] = [
  { name: 'plain', title: 'plain', options: {} },
  { name: 'guided', title: 'guided', options: GUIDED },
  { name: 'guided-clean', title: 'guided, clean-prompt loss', options: CLEAN_PROMPT },
  like('placebo', 'placebo: critique of another task', { options: CLEAN_PROMPT, quality: 'other' }),
  labelOf(LABEL_WEIGHT),
  like('clean-none', 'clean-prompt loss, one clean rollout in 8', {
    options: { ...CLEAN_PROMPT, feedback: { clean_share: 0 } },
  }),
  like('clean-half', 'clean-prompt loss, clean share ½', {
    options: { ...CLEAN_PROMPT, feedback: { clean_share: 0.5 } },
  }),
  like('waves', 'clean-prompt loss, waves 2, 3, 3', {
    options: { ...CLEAN_PROMPT, feedback: WAVES },
  }),
  like('one-field', 'critiques: one field', { options: CLEAN_PROMPT, quality: 'one_field' }),
  like('vague', 'critiques: vague', { options: CLEAN_PROMPT, quality: 'vague' }),
  like('wrong', 'critiques: wrong fields', { options: CLEAN_PROMPT, quality: 'wrong' }),
  like('per-condition', 'clean-prompt loss, baseline per condition', {
    options: { ...CLEAN_PROMPT, baseline: 'per_condition' },
  }),
  like('plain-16', 'plain, 8 groups of 16', {
    options: { groups: 8, groupSize: 16 },
    tunedAs: 'plain',
  }),
  like('unweighted', 'clean-prompt loss, no weights', { options: UNWEIGHTED }),
  like('rltf-sd', 'RLTF-SD: no weights, mean of clean ones', {
    options: { ...UNWEIGHTED, baseline: 'clean' },
  }),
  like('self-distillation', 'self-distillation from critiques', {
    options: { ...UNWEIGHTED, signal: 'distillation' },
  }),
  like('curriculum', 'plain, easy levels first', {
    options: { split: CURRICULUM },
    tunedAs: 'plain',
  }),
  ...[0.0025, 0.01, 0.02].map(labelOf),
  { ...labelOf(0.05), name: 'label' },
  label('label-decaying', 'plain, critique as label, weight 0.02 halved every 20 batches', {
    ...{ labelWeight: 0.02, labelHalfLife: 20 },
  }),
  {
    name: 'all-failed',
    title: 'no weights, critiques only if the first wave failed',
    options: { ...UNWEIGHTED, feedback: { when: 'all_failed' } },
  },
  {
    name: 'placebo-other',
    title: 'placebo: critique of another task, no weights',
    options: UNWEIGHTED,
    quality: 'other',
  },
  {
    name: 'placebo-none',
    title: 'placebo: only that attempts failed, no weights',
    options: UNWEIGHTED,
    quality: 'none',
  },
]

const weightOf = ({ options }: Arm): number => options.labelWeight ?? 0

/** Weights of the label, from the smallest. They are tuned together with their learning rates. */
export const LABELS: readonly string[] = ARMS.filter(({ tellsTrainer }) => tellsTrainer === true)
  .sort((left, right) => weightOf(left) - weightOf(right))
  .map(({ name }) => name)

/** The label arm of the tables. */
export const LABEL = `label-${LABEL_WEIGHT}`

/** The colour of an arm in every figure, as an index of the palette. */
export const colourOf = (name: string): number => ARMS.indexOf(armNamed(name))

/** @throws Error if there is no such arm */
export function armNamed(name: string): Arm {
  const arm = ARMS.find((one) => one.name === name)
  if (arm === undefined) throw new Error(`there is no arm ${name}`)
  return arm
}
