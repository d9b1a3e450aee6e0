import { type RunConfig, writesRawText } from './config.ts'
import { lossRules } from './loss-rules.ts'

/** Whether rollouts have another reward than the environment's. */
export function shapesRewards(config: RunConfig): boolean {
  const { reward, overlongBuffer } = lossRules(config)
  return reward !== 'environment' || overlongBuffer > 0
}

/** The reward settings for our Python package; empty if the environment's rewards are used. */
export function rewardRule(config: RunConfig): Readonly<Record<string, unknown>> {
  const { reward, overlongBuffer, filtersOverlong } = lossRules(config)
  const tokensMax = config.data.response_tokens_max
  const rule = { reward, overlong_buffer: overlongBuffer, tokens_max: tokensMax }
  return {
    ...(shapesRewards(config) ? { reward_rule: rule } : {}),
    ...(filtersOverlong && writesRawText(config) ? { overlong_filter: true } : {}),
  }
}
