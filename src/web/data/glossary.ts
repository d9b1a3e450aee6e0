/**
 * What the names of reported values and settings mean, a sentence each. Prefixes of trainers
 * (`actor/`) and of nested settings (`feedback.`) are left out.
 */

/** Values of the local engine and of the Python package, by step. */
const VALUES = {
  tasks: 'Tasks drawn so far.',
  episodes: 'Episodes of the run so far.',
  tokens: 'Tokens sampled so far.',
  characters: 'Characters of all messages so far, each counted once for each episode.',
  turns: 'Assistant turns of all episodes so far.',
  depth: 'Turns of this batch that had to be played one after another. They set its duration.',
  groups_trained:
    'Groups of this batch that were trained on. With mixedOnly: those with both outcomes.',
  lost: 'Rollouts of this batch that did not finish, such as after a lost connection.',
  clean_success: 'Success of attempts without critiques in the prompt: the measure of learning.',
  guided_success: 'Success of attempts with critiques in the prompt. It does not show learning.',
  mean_reward: 'Mean reward of the batch, clean and guided attempts together.',
  entropy: 'Mean entropy of the policy’s choices, in nats: 0 if it always chooses the same.',
  ratio_mean: 'Mean importance ratio, new probability by old: 1 if the policy did not move.',
  cut_share: 'Share of choices whose ratio was outside the clip range, so they taught nothing.',
  learning_rate: 'Step size of the optimiser.',
  lr: 'Step size of the optimiser.',
  loss: 'The objective that the optimiser lowers. It need not fall while a policy improves.',
  pg_loss: 'The policy’s part of the loss. It need not fall while a policy improves.',
  kl: 'How far the policy is from its reference, in nats for each token.',
  kl_loss: 'The penalty for the distance from the reference policy.',
  ppo_kl: 'How far the policy moved since the batch was sampled, in nats for each token.',
  pg_clipfrac: 'Share of tokens whose ratio was outside the clip range, so they taught nothing.',
  grad_norm: 'Length of the gradient before it is clipped.',
  reward: 'Mean reward of the batch.',
  reward_std: 'Mean spread of the rewards within a group: 0 teaches nothing.',
  frac_reward_zero_std: 'Share of groups with equal rewards, which teach nothing.',
  not_finite: 'Values of this step that were not numbers, or infinite.',
  draws: 'Tasks drawn for each task that was trained on.',
  guided: 'Share of rollouts with critiques in the prompt.',
  rollouts: 'Share of rollouts that were taught by the same model with a critique in its prompt.',
} as const

/** Settings of the local engine. */
const SETTINGS = {
  engine: 'The program that trains.',
  env: 'The environment that is played.',
  run: 'Name of the run.',
  seed: 'Determines the initial policy and every random draw.',
  loss: 'What the update maximises: grpo, dapo or rloo.',
  mode: 'Whether later rollouts of a group see critiques of earlier ones (feedback) or not.',
  trainPrompt: 'The prompt that guided rollouts are trained under: the one they saw, or clean.',
  cleanWeights: 'The weight of choices that are trained under a different prompt.',
  signal: 'What gives a rollout its advantage: its reward, or its likeness to guided rollouts.',
  baseline:
    'Rewards are compared with the mean of the group, of each condition, or of clean attempts.',
  learningRate: 'Step size of the optimiser.',
  groups: 'Groups in a batch, each with a task of its own.',
  groupSize: 'Rollouts of each task.',
  epochs: 'Passes over a batch.',
  clipLow: 'How far below 1 a ratio may be before it is clipped.',
  clipHigh: 'How far above 1 a ratio may be before it is clipped.',
  weightCap: 'The largest weight of a positive advantage that is trained under a different prompt.',
  divideByDeviation: 'Whether advantages are divided by the spread of the group’s rewards.',
  labelWeight: 'Weight of a critique as a label for what failed; 0 for none.',
  labelHalfLife: 'Batches after which that weight halves; 0 for never.',
  mixedOnly: 'Whether groups that all succeed or all fail are left out of the update.',
  roundsMax: 'How often a batch may draw new tasks for groups that were left out.',
  overlongFrom: 'Turns from which long episodes lose reward; 0 for never.',
  overlongAt: 'Turns at which that penalty is complete.',
  split: 'The split that tasks are drawn from, in order.',
  firstTask: 'Number of the first task.',
  start_at: 'The first rollout of a group whose prompt may show attempts.',
  waves: 'Sizes of the waves of a group: each wave waits for the one before.',
  clean_share: 'Share of rollouts that never see attempts.',
  cap_chars: 'The longest block of attempts in a prompt, in characters.',
  show: 'Which earlier attempts are shown, and how much of them.',
  when: 'When attempts are shown: always, or only if all earlier attempts failed.',
  hint_steps: 'The training step from which hints are empty.',
  critique: 'Who writes critiques: a rule of the environment, or a model.',
} as const

/** Metrics of episodes that every environment has. */
const METRICS = {
  score: 'The total reward.',
  success: 'Whether the task was done: 1 for yes. Of several episodes, the share.',
  steps: 'Assistant turns.',
  tool_calls: 'Tool calls that could be read.',
  malformed_calls: 'Tool calls that could not be read.',
  nudges: 'Turns without a call or an answer, after which the environment asked again.',
} as const

/** Names that need their prefix. */
const FULL_NAMES = {
  'eval/success': 'Success of an evaluation without critiques: the measure of learning.',
  'eval/reward': 'Mean reward of an evaluation without critiques.',
  'eval/tasks': 'Tasks of an evaluation; its interval follows from them.',
  'drawn/tasks': 'Tasks drawn so far, by all processes.',
  'drawn/episodes': 'Episodes of all processes so far.',
  'drawn/tokens': 'Tokens sampled so far, by all processes.',
  'episode/lost': 'Share of the rollouts that did not finish.',
  'episode/turns': 'Mean number of assistant turns of an episode.',
} as const

/** Whether a name is of a value that changes during a run, or of a setting. */
export type NameKind = 'value' | 'setting'

const MEANINGS: Readonly<Record<NameKind, ReadonlyMap<string, string>>> = {
  value: new Map(Object.entries({ ...METRICS, ...VALUES, ...FULL_NAMES })),
  setting: new Map(Object.entries(SETTINGS)),
}

/** The meaning of a reported name; undefined if it is not in the glossary. */
export const meaningOf = (name: string, named: NameKind = 'value'): string | undefined =>
  MEANINGS[named].get(name) ?? MEANINGS[named].get(name.split(/[/.]/).at(-1) ?? name)
