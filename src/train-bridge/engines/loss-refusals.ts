import { isReinforcement, type RunConfig, writesRawText } from './config.ts'
import { lossRules, samplesSeparately, trainsClean } from './loss-rules.ts'
import { shapesRewards } from './reward-rule.ts'

/** A check across several settings. Returns the problem and the remedy. */
export type Rule = (config: RunConfig) => readonly [string, string] | undefined

/** Settings of losses and rewards that exclude each other. */
export const LOSS_REFUSALS: readonly Rule[] = [
  (config) =>
    isReinforcement(config.method) && shapesRewards(config) && !writesRawText(config)
      ? [
          `rewards of ${config.method} are made of episodes that are played by rollouts`,
          'Set environment.id and server.url, and with TRL environment.play to rollout.',
        ]
      : undefined,
  (config) =>
    (shapesRewards(config) || lossRules(config).dividesByDeviation) &&
    (config.environment?.baseline ?? 'group') !== 'group'
      ? [
          `rewards of ${config.method} are compared within a group, and environment.baseline ` +
            `is ${config.environment?.baseline}`,
          'Leave environment.baseline out, or use the method dapo-backchannel.',
        ]
      : undefined,
  (config) =>
    (config.training.importance_cap ?? 0) > 0 && trainsClean(config)
      ? [
          'training.importance_cap weighs tokens a second time: under the clean prompt the loss ' +
            'has weights of its own, which clip_high caps',
          'Leave training.importance_cap out.',
        ]
      : undefined,
  (config) =>
    trainsClean(config) &&
    (config.training.ratio !== 'token' ||
      (config.engine === 'trl' && lossRules(config).lossMean !== 'token'))
      ? [
          'under the clean prompt, training.ratio is token, and with TRL so is training.loss_mean',
          'Leave training.ratio and training.loss_mean out.',
        ]
      : undefined,
  (config) =>
    (config.training.importance_cap ?? 0) > 0 &&
    config.engine === 'trl' &&
    !samplesSeparately(config)
      ? [
          'training.importance_cap has no effect where the trained model of TRL samples itself',
          'Leave it out, or set hardware.generation_gpus.',
        ]
      : undefined,
  (config) =>
    config.thoughts !== 'keep' && !writesRawText(config)
      ? [
          `thoughts is ${config.thoughts}, and only rollouts of this project's own leave ` +
            'earlier thoughts out',
          'Set thoughts to keep; conversations are exported with --thoughts.',
        ]
      : undefined,
  (config) =>
    config.thoughts !== 'keep' &&
    (config.environment?.branch === 'step' ||
      config.method === 'rloo' ||
      config.training.ratio !== 'token' ||
      lossRules(config).lossMean !== 'token' ||
      (config.engine === 'trl' && config.training.kl > 0))
      ? [
          `thoughts is ${config.thoughts}, which makes several segments of a rollout: they are ` +
            'trained by a mean over tokens',
          'Leave environment.branch, training.loss_mean, ratio and kl out, and take grpo or dapo.',
        ]
      : undefined,
  ({ engine, environment }) =>
    environment !== undefined && environment.distill !== 'none' && engine === 'verl'
      ? [
          `environment.distill is ${environment.distill}, and verl scores no rollout behind ` +
            'another prompt',
          'Use --engine trl, or leave distill out.',
        ]
      : undefined,
  (config) =>
    config.environment !== undefined &&
    config.environment.distill !== 'none' &&
    (config.environment.mode !== 'feedback' ||
      !writesRawText(config) ||
      config.thoughts !== 'keep' ||
      config.training.credit !== 'episode' ||
      config.training.ratio !== 'token')
      ? [
          'environment.distill needs feedback, one segment per rollout and a reward per episode',
          'Set environment.mode to feedback and, with TRL, environment.play to rollout. Leave ' +
            'thoughts, training.credit and ratio out.',
        ]
      : undefined,
  (config) =>
    config.training.credit === 'turn' &&
    (!writesRawText(config) ||
      config.method === 'rloo' ||
      config.training.ratio !== 'token' ||
      shapesRewards(config) ||
      config.environment?.branch === 'step' ||
      config.environment?.baseline !== 'group')
      ? [
          'training.credit is turn, which compares what the environment gives for each turn of ' +
            'a group, token by token',
          'Leave branch, baseline, training.reward, ratio and (TRL) environment.play out; the ' +
            'method is grpo or dapo.',
        ]
      : undefined,
]
