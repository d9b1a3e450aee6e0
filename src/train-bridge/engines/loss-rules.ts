import { isReinforcement, type RunConfig, writesRawText } from './config.ts'

/** How rollouts are valued and which of them are trained, apart from the form of the loss. */
interface LossRules {
  readonly reward: 'environment' | 'accuracy'
  /** Whether advantages are divided by the standard deviation of their group. */
  readonly dividesByDeviation: boolean
  readonly filtersGroups: boolean
  /**
   * Number of sampled tokens before the limit over which the reward falls by 1; 0: it does not
   * fall.
   */
  readonly overlongBuffer: number
  /** Whether truncated rollouts are excluded from the loss. */
  readonly filtersOverlong: boolean
  /**
   * Maximum ratio of a token's probability in training to that in sampling (truncated importance
   * sampling); 0: tokens have no such weights.
   */
  readonly importanceCap: number
  /**
   * What the loss averages over: all tokens of the batch; the answers' means over their tokens; or
   * the answers' sums over their tokens, divided by a constant (Dr. GRPO, arXiv 2503.20783).
   */
  readonly lossMean: 'token' | 'sequence' | 'dr_grpo'
}

/** The paper uses 4,096 of 20,480 tokens. */
const PAPER_BUFFER_SHARE = 1 / 5

/**
 * The rules of a run: its own settings, then those of its method. `dapo-paper` is DAPO as published
 * (arXiv 2503.14476, section 3 and equations 8 to 13).
 */
export function lossRules(config: RunConfig): LossRules {
  const { method, engine, training, data } = config
  const isPaper = method === 'dapo-paper'
  const buffer = isPaper ? Math.ceil(data.response_tokens_max * PAPER_BUFFER_SHARE) : 0
  return {
    reward: training.reward ?? (isPaper ? 'accuracy' : 'environment'),
    dividesByDeviation: training.divide_by_deviation ?? isPaper,
    filtersGroups: training.filter_groups ?? isDapo(method),
    overlongBuffer: training.overlong_buffer ?? buffer,
    filtersOverlong:
      training.overlong_filter ?? (method === 'dapo-backchannel' && engine === 'trl'),
    lossMean: training.loss_mean ?? (isSequenceMean(config) ? 'sequence' : 'token'),
    importanceCap: training.importance_cap ?? (needsWeights(config) ? USUAL_CAP : 0),
  }
}

/**
 * TRL's own GRPO averages over answers. verl's averages over tokens, as does one with several
 * segments.
 */
const isSequenceMean = (config: RunConfig): boolean =>
  config.engine === 'trl' &&
  config.method === 'grpo' &&
  !trainsClean(config) &&
  config.thoughts === 'keep'

const USUAL_CAP = 2

const needsWeights = (config: RunConfig): boolean =>
  isReinforcement(config.method) &&
  samplesSeparately(config) &&
  !trainsClean(config) &&
  !(config.engine === 'trl' && config.method === 'rloo')

/** Whether another program than the trained model samples the rollouts. */
export const samplesSeparately = ({ engine, hardware, options }: RunConfig): boolean =>
  engine === 'verl' ? !hardware.cpu : hardware.generation_gpus > 0 || options.use_vllm === true

/**
 * Whether rollouts are trained under another prompt than sampled. That loss has its own weights.
 */
export const trainsClean = ({ engine, environment }: RunConfig): boolean =>
  environment?.train_prompt === 'clean' && (engine === 'verl' || environment.play === 'rollout')

/** verl caps the ratio of a token with a negative advantage at 3; the paper does not. */
export const usesDualClip = (config: RunConfig): boolean =>
  config.engine === 'verl' &&
  config.method !== 'dapo-paper' &&
  config.training.ratio === 'token' &&
  !trainsClean(config)

/** Whether groups with equal rewards are replaced by other tasks. */
const replacesGroups = (config: RunConfig): boolean =>
  lossRules(config).filtersGroups && writesRawText(config)

export const isDapo = (method: RunConfig['method']): boolean => method.startsWith('dapo')

/** How a run of DAPO differs from the paper, for its plan. */
export function differencesFromPaper(config: RunConfig): readonly string[] {
  if (!isDapo(config.method)) return []
  const rules = lossRules(config)
  const { kl, clip_low, clip_high, ratio } = config.training
  const differences = [
    rules.reward !== 'accuracy' && 'the environment gives the reward, instead of 1 and -1',
    !rules.dividesByDeviation &&
      'advantages are not divided by the standard deviation of their group',
    !replacesGroups(config) && 'groups with equal rewards are not replaced',
    rules.overlongBuffer === 0 && 'long rollouts get no penalty',
    rules.filtersOverlong && 'truncated rollouts are not in the loss',
    kl > 0 && `it has a KL term of ${kl}`,
    rules.lossMean !== 'token' && 'the loss is not the mean over all tokens',
    ratio !== 'token' && 'each answer has one importance ratio',
    usesDualClip(config) &&
      'the importance ratio of a token with a negative advantage is at most 3',
    (clip_low !== 0.2 || clip_high !== 0.28) && `the clips are ${clip_low} and ${clip_high}`,
  ]
  return differences.filter((difference) => difference !== false)
}

/** Whether the difference between sampler and trainer is corrected, for the plan of a run. */
export function importanceNote(config: RunConfig): readonly string[] {
  const cap = lossRules(config).importanceCap
  if (cap > 0) {
    return [
      `Tokens are weighted by their probability in training over that in sampling, at most ${cap}.`,
    ]
  }
  return needsWeights(config)
    ? ['Differences between sampler and trainer are not corrected: importance_cap is 0.']
    : []
}
