import type { RunConfig } from './config.ts'
import { lossRules } from './loss-rules.ts'

/** Whether rollouts are worth something else than what the environment says. */
export function shapesRewards(config: RunConfig): boolean {
  const { reward, overlongBuffer } = lossRules(config)
  return reward !== 'environment' || overlongBuffer > 0
}

/** What our Python package is told of rewards; nothing where they are the environment's. */
export function rewardRule(config: RunConfig): Readonly<Record<string, unknown>> {
  const { reward, overlongBuffer, filtersOverlong } = lossRules(config)
  const tokensMax = config.data.response_tokens_max
  const rule = { reward, overlong_buffer: overlongBuffer, tokens_max: tokensMax }
  return {
    ...(shapesRewards(config) ? { reward_rule: rule } : {}),
    // TRL leaves them out itself.
    ...(filtersOverlong && config.engine === 'verl' ? { overlong_filter: true } : {}),
  }
}
