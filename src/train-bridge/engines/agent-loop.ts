import { stringify } from 'yaml'
import type { RunConfig } from './config.ts'
import { rewardRule } from './reward-rule.ts'

/** What our Python package takes with either engine: how episodes are played and rewarded. */
export function rolloutSettings(config: RunConfig): Readonly<Record<string, unknown>> {
  const { environment, server, run, thoughts } = config
  const { mode, feedback, train_prompt, clean_weights, baseline, dialect, branch } =
    environment ?? {}
  return {
    server_url: server?.url,
    run,
    mode,
    ...(feedback === undefined ? {} : { feedback }),
    train_prompt,
    ...(train_prompt === 'clean' ? { clean_weights } : {}),
    baseline,
    ...(dialect === undefined ? {} : { dialect }),
    branch,
    ...rewardRule(config),
    ...(thoughts === 'keep' ? {} : { thoughts }),
  }
}

/** The name under which verl finds our agent loop; `export --format rl` writes it in each row. */
export const AGENT_NAME = 'backchannel'

/** The file that tells verl about the agent loop and its settings. */
export function agentLoopYaml(config: RunConfig): string {
  const loop = {
    name: AGENT_NAME,
    _target_: 'backchannel.verl.EnvAgentLoop',
    ...rolloutSettings(config),
    critique: config.environment?.critique,
    critique_tokens: config.environment?.critique_tokens,
  }
  return stringify([loop])
}
