import { stringify } from 'yaml'
import type { RunConfig } from './config.ts'
import { rewardRule } from './reward-rule.ts'

/** The name under which verl finds our agent loop; `export --format rl` writes it in each row. */
export const AGENT_NAME = 'backchannel'

/** The file that tells verl about the agent loop and its settings. */
export function agentLoopYaml(config: RunConfig): string {
  const { environment, server, run, thoughts } = config
  const loop = {
    name: AGENT_NAME,
    _target_: 'backchannel.verl.EnvAgentLoop',
    server_url: server?.url,
    run,
    mode: environment?.mode,
    ...(environment?.feedback === undefined ? {} : { feedback: environment.feedback }),
    train_prompt: environment?.train_prompt,
    ...(environment?.train_prompt === 'clean' ? { clean_weights: environment.clean_weights } : {}),
    baseline: environment?.baseline,
    critique: environment?.critique,
    ...(environment?.dialect === undefined ? {} : { dialect: environment.dialect }),
    critique_tokens: environment?.critique_tokens,
    branch: environment?.branch,
    ...rewardRule(config),
    ...(thoughts === 'keep' ? {} : { thoughts }),
  }
  return stringify([loop])
}
