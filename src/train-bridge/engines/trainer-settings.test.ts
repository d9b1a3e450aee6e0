/** Guards that verl and TRL get the settings of evaluation, seed and length that a file has. */
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { RunConfig } from './config.ts'
import { parseRunConfig } from './load-config.ts'
import { planRun } from './plan.ts'

const BASE = {
  engine: 'verl',
  method: 'grpo',
  run: 'one',
  model: 'Qwen/Qwen3-8B',
  server: { url: 'http://127.0.0.1:8000' },
  environment: { id: 'mock-v1' },
  data: { train: 'train.parquet', validation: 'val.parquet' },
  training: { batch: 8 },
  output: 'out',
}

const parsed = (changes: object = {}): RunConfig =>
  parseRunConfig(stringify({ ...BASE, ...changes }), 'run.yaml')

const context = { folder: '/here', resume: false, generation: 'g' }

const wordsOf = (changes: object): readonly string[] =>
  planRun(parsed(changes), context).commands[0]?.words ?? []

function trlOf(changes: object): Record<string, unknown> {
  const { files } = planRun(parsed({ engine: 'trl', ...changes }), context)
  return parse(files.find(({ path }) => path === 'trl.yaml')?.text ?? '') as Record<string, unknown>
}

it('never lets verl report success on training tasks as that of validation', () => {
  const data = { train: 'train.parquet' }
  const words = wordsOf({ data })
  expect(words).toContain('trainer.val_before_train=false')
  expect(words).toContain('trainer.test_freq=-1')
  expect(wordsOf({})).toContain('trainer.val_before_train=true')
  expect(wordsOf({})).toContain('trainer.test_freq=10')
  expect(wordsOf({ method: 'sft', data })).toContain('trainer.test_freq=-1')
})

it('validates with the sampling of training, if a task has several rollouts', () => {
  const training = { batch: 8, validation_rollouts: 4, temperature: 0.7, top_p: 0.8 }
  const words = wordsOf({ training })
  const prefix = 'actor_rollout_ref.rollout.val_kwargs'
  expect(words).toContain(`${prefix}.temperature=0.7`)
  expect(words).toContain(`${prefix}.top_p=0.8`)
})

it('plays as many validation rollouts with TRL as the file says, also one', () => {
  const data = { train: 'train.jsonl', validation: 'val.jsonl' }
  const one = trlOf({ data, training: { batch: 16, group_size: 16 } })
  expect(one.num_generations_eval).toBe(1)
  expect(one).not.toHaveProperty('per_device_eval_batch_size')
  const four = trlOf({ data, training: { batch: 8, validation_rollouts: 4 } })
  expect(four).toMatchObject({ num_generations_eval: 4, per_device_eval_batch_size: 4 })
})

it('passes the seed to the sampler of verl', () => {
  expect(wordsOf({ training: { batch: 8, seed: 7 } })).toEqual(
    expect.arrayContaining(['data.seed=7', 'actor_rollout_ref.rollout.seed=7']),
  )
})

it('saves and evaluates supervised training of verl as often as the file says', () => {
  const training = { batch: 8, save_every: 50, evaluate_every: 25 }
  const words = wordsOf({ method: 'sft', training })
  expect(words).toContain('trainer.save_freq=50')
  expect(words).toContain('trainer.test_freq=25')
})

it('refuses a part of an epoch, which verl would round up', () => {
  const half = { batch: 8, epochs: 0.5 }
  expect(() => parsed({ training: half })).toThrow('training.epochs is 0.5')
  expect(() => parsed({ training: { ...half, steps: 3 } })).not.toThrow()
  expect(() => parsed({ engine: 'trl', training: half })).not.toThrow()
})
