/** Guards the rules of a loss: both forms of DAPO, and weights for a separate sampler. */
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { RunConfig } from './config.ts'
import { parseRunConfig } from './load-config.ts'
import { planRun, type RunPlan } from './plan.ts'

const BASE = {
  ...{ engine: 'verl', method: 'dapo', run: 'one', model: 'Qwen/Qwen3-8B' },
  server: { url: 'http://127.0.0.1:8000' },
  environment: { id: 'mock-v1' },
  data: { train: 'train.parquet' },
  training: { batch: 8 },
  output: 'out',
}

const parsed = (changes: object = {}): RunConfig =>
  parseRunConfig(stringify({ ...BASE, ...changes }), 'run.yaml')

const context = { folder: '/here', resume: false, generation: 'g' }

const fileOf = ({ files }: RunPlan, name: string): unknown =>
  parse(files.find(({ path }) => path === name)?.text ?? '')

describe('the rules of a loss', () => {
  it('sets DAPO as published in both engines, and lists the differences of its other form', () => {
    const paper = { method: 'dapo-paper', data: { train: 'x', response_tokens_max: 1_000 } }
    const rule = { reward: 'accuracy', overlong_buffer: 200, tokens_max: 1_000 }
    const verl = planRun(parsed(paper), context)
    for (const word of [
      'algorithm.norm_adv_by_std_in_grpo=true',
      'algorithm.filter_groups.enable=true',
      'algorithm.filter_groups.metric=acc',
      'actor_rollout_ref.actor.use_kl_loss=false',
      'actor_rollout_ref.actor.loss_agg_mode=token-mean',
      'actor_rollout_ref.actor.clip_ratio_high=0.28',
    ]) {
      expect(verl.commands[0]?.words).toContain(word)
    }
    expect(fileOf(verl, 'agent.yaml')).toMatchObject([{ reward_rule: rule }])
    const trl = planRun(parsed({ ...paper, engine: 'trl' }), context)
    expect(fileOf(trl, 'trl.yaml')).toMatchObject({
      ...{ loss_type: 'dapo', scale_rewards: 'group', beta: 0, epsilon_high: 0.28 },
      backchannel: { reward_rule: rule },
    })
    expect(fileOf(trl, 'trl.yaml')).not.toHaveProperty('mask_truncated_completions')
    expect(verl.notes.join()).toContain('dapo-paper is DAPO as published.')
    const { notes } = planRun(parsed(), context)
    expect(notes.join()).toContain(
      'dapo-backchannel is DAPO with these differences: the environment gives the reward, ' +
        'instead of 1 and -1; advantages are not divided by the standard deviation of their ' +
        'group; long',
    )
    const filtered = parsed({ training: { batch: 8, overlong_filter: true } })
    expect(fileOf(planRun(filtered, context), 'agent.yaml')).toMatchObject([
      { overlong_filter: true },
    ])
    const ofTrl = (environment: object): unknown =>
      fileOf(planRun(parsed({ engine: 'trl', environment }), context), 'trl.yaml')
    const rollouts = ofTrl({ id: 'phone-call-v2' })
    expect(rollouts).toMatchObject({ backchannel: { overlong_filter: true } })
    expect(rollouts).not.toHaveProperty('mask_truncated_completions')
    const tools = ofTrl({ id: 'phone-call-v2', play: 'tools' })
    expect(tools).toMatchObject({ mask_truncated_completions: true })
    expect(tools).not.toHaveProperty('backchannel.overlong_filter')
  })

  it('sets the mean of a loss and its ratios by one setting each', () => {
    const actor = 'actor_rollout_ref.actor'
    const wordsOf = (training: object, changes: object = {}): string =>
      planRun(parsed({ ...changes, training: { batch: 8, ...training } }), context)
        .commands[0]?.words.filter((word) => /agg_mode|scale_factor|loss_mode|ratio_c/.test(word))
        .map((word) => word.replace(`${actor}.`, ''))
        .join(' ') ?? ''
    expect(wordsOf({})).toBe('loss_agg_mode=token-mean')
    expect(wordsOf({ loss_mean: 'sequence', ratio: 'sequence' })).toBe(
      'loss_agg_mode=seq-mean-token-mean policy_loss.loss_mode=gspo clip_ratio_c=1000000',
    )
    expect(wordsOf({ loss_mean: 'dr_grpo' }, { method: 'dapo-paper' })).toBe(
      'loss_agg_mode=seq-mean-token-sum-norm loss_scale_factor=4096 clip_ratio_c=1000000',
    )
    const ofTrl = (training: object, method = 'grpo'): unknown =>
      fileOf(
        planRun(parsed({ engine: 'trl', method, training: { batch: 8, ...training } }), context),
        'trl.yaml',
      )
    expect(ofTrl({})).toMatchObject({ loss_type: 'grpo' })
    expect(ofTrl({}, 'dapo')).toMatchObject({ loss_type: 'dapo' })
    expect(ofTrl({ loss_mean: 'token', ratio: 'sequence' })).toMatchObject({
      ...{ loss_type: 'dapo', importance_sampling_level: 'sequence' },
    })
    expect(ofTrl({ loss_mean: 'dr_grpo' })).toMatchObject({ loss_type: 'dr_grpo' })
    const clean = { id: 'mock-v1', train_prompt: 'clean' }
    expect(() => parsed({ environment: clean, training: { batch: 8, ratio: 'sequence' } })).toThrow(
      'under the clean prompt, training.ratio is token',
    )
  })

  it('sets thoughts, advantages of turns and reward shaping by one setting each', () => {
    const wordsOf = (changes: object): readonly string[] =>
      planRun(parsed(changes), context).commands[0]?.words ?? []
    const loopOf = (changes: object): unknown =>
      fileOf(planRun(parsed(changes), context), 'agent.yaml')
    const ofTrl = (changes: object): unknown =>
      fileOf(planRun(parsed({ engine: 'trl', ...changes }), context), 'trl.yaml')
    const turns = { training: { batch: 8, credit: 'turn' } }
    expect(wordsOf(turns)).toContain('algorithm.adv_estimator=backchannel_turns')
    expect(ofTrl(turns)).toMatchObject({ backchannel: { credit: 'turn' } })
    const shaped = { environment: { id: 'mock-v1', train_prompt: 'clean', clean_weights: 'luffy' } }
    expect(wordsOf(shaped)).toContain(
      'actor_rollout_ref.actor.policy_loss.loss_mode=backchannel_luffy',
    )
    expect(loopOf(shaped)).toMatchObject([{ clean_weights: 'luffy' }])
    expect(ofTrl(shaped)).toMatchObject({ backchannel: { clean_weights: 'luffy' } })
    const taught = { environment: { id: 'mock-v1', mode: 'feedback', distill: 'from_failure' } }
    expect(ofTrl(taught)).toMatchObject({ backchannel: { distill: 'from_failure' } })
    expect(planRun(parsed({ engine: 'trl', ...taught }), context).notes.join()).toContain(
      'learn from log-probabilities under their critique',
    )
    expect(() => parsed(taught)).toThrow('verl scores no rollout behind another prompt')
    expect(loopOf({ thoughts: 'drop' })).toMatchObject([{ thoughts: 'drop' }])
    expect(ofTrl({ thoughts: 'keep_last', method: 'grpo' })).toMatchObject({
      ...{ loss_type: 'dapo', backchannel: { thoughts: 'keep_last' } },
    })
  })

  it.each([
    [{ thoughts: 'drop', method: 'rloo' }, 'several segments'],
    [{ thoughts: 'drop', training: { batch: 8, loss_mean: 'sequence' } }, 'several segments'],
    [{ thoughts: 'drop', environment: { id: 'mock-v1', branch: 'step' } }, 'several segments'],
    [{ thoughts: 'drop', engine: 'trl', training: { batch: 8, kl: 0.1 } }, 'several segments'],
    [
      { thoughts: 'drop', engine: 'trl', environment: { id: 'mock-v1', play: 'tools' } },
      'exported',
    ],
    [{ method: 'dapo-paper', training: { batch: 8, credit: 'turn' } }, 'token by token'],
    [{ method: 'rloo', training: { batch: 8, credit: 'turn' } }, 'token by token'],
    [{ engine: 'trl', environment: { id: 'mock-v1', distill: 'rollout' } }, 'mode to feedback'],
  ])('refuses what does not go with them: %j', (changes, why) => {
    const refused = (): string => {
      try {
        parsed(changes)
        return 'taken'
      } catch (error) {
        const { message, remedy } = error as Error & { remedy: string }
        return `${message} ${remedy}`
      }
    }
    expect(refused()).toContain(why)
  })

  it('weights tokens if another program samples, by default at most by 2', () => {
    const isOf = (changes: object): readonly (string | undefined)[] => {
      const { commands, notes } = planRun(parsed(changes), context)
      const words =
        commands[0]?.words.filter((word) => word.includes('correction.rollout_is')) ?? []
      return [...words, notes.find((note) => note.includes('in sampling') || note.includes('cap'))]
    }
    const on = 'algorithm.rollout_correction.rollout_is'
    const note =
      'Tokens are weighted by their probability in training over that in sampling, at most '
    expect(isOf({})).toEqual([`${on}=token`, `${on}_threshold=2`, `${note}2.`])
    expect(isOf({ training: { batch: 8, importance_cap: 0 } })).toEqual([
      'Differences between sampler and trainer are not corrected: importance_cap is 0.',
    ])
    expect(isOf({ hardware: { cpu: true } })).toEqual([undefined])
    expect(isOf({ environment: { id: 'mock-v1', train_prompt: 'clean' } })).toEqual([undefined])
    const ofTrl = (changes: object): unknown =>
      fileOf(planRun(parsed({ engine: 'trl', ...changes }), context), 'trl.yaml')
    const apart = { hardware: { gpus_per_node: 2, generation_gpus: 1 } }
    expect(ofTrl(apart)).toMatchObject({
      ...{ vllm_importance_sampling_mode: 'token_truncate', vllm_importance_sampling_clip_max: 2 },
    })
    const off = { ...apart, training: { batch: 8, importance_cap: 0 } }
    expect(ofTrl(off)).toMatchObject({ vllm_importance_sampling_correction: false })
    expect(ofTrl({})).not.toHaveProperty('vllm_importance_sampling_mode')
    const clean = { ...apart, environment: { id: 'mock-v1', train_prompt: 'clean' } }
    expect(ofTrl(clean)).toMatchObject({
      ...{ loss_type: 'cispo', vllm_importance_sampling_correction: false },
    })
  })
})
