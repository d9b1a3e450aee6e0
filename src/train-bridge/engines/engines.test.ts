/** Guards the file of a run: what is refused and how, and what plans and parsers make of it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { RunConfig } from './config.ts'
import { loadRunConfig, parseRunConfig } from './load-config.ts'
import { estimateMemory } from './memory.ts'
import { listCheckpoints, readMetrics, sumDrawn } from './metrics.ts'
import { overrideWords } from './overrides.ts'
import { planRun } from './plan.ts'
import { RunConfigError } from './run-config-error.ts'
import { servableModel } from './servable-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-engines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BASE = {
  engine: 'verl',
  method: 'dapo',
  run: 'one',
  model: 'Qwen/Qwen3-8B',
  server: { url: 'http://127.0.0.1:8000' },
  environment: { id: 'mock-v1' },
  data: { train: 'train.parquet' },
  training: { batch: 8 },
  output: 'out',
}

const TOOLS = { id: 'mock-v1', play: 'tools' }

const parsed = (changes: object = {}): RunConfig =>
  parseRunConfig(stringify({ ...BASE, ...changes }), 'run.yaml')

function refused(changes: object, asked: object = {}): string {
  try {
    parseRunConfig(stringify({ ...BASE, ...changes }), 'run.yaml', asked)
  } catch (error) {
    if (error instanceof RunConfigError) return `${error.message} | ${error.remedy}`
    throw error
  }
  return 'taken'
}

const context = { folder: '/here', resume: false, generation: 'g' }

describe('the file of a run', () => {
  it.each([
    [{ trainning: {} }, 'there is no setting trainning | Did you mean training?'],
    [{ training: { batch: 8, learning_rat: 1 } }, 'training.learning_rat | Did you mean'],
    [{ training: { batch: 0 } }, 'training.batch must be at least 1; it is 0 |'],
    [{ training: {} }, 'training.batch is missing; it must be a number | Change training.batch'],
    [{ server: { url: 'ftp://x' } }, 'server.url: give an address'],
    [{ run: 'a b' }, 'run: name the run in letters'],
    [
      { method: 'dapo-paper', environment: { id: 'mock-v1', baseline: 'per_condition' } },
      'rewards of dapo-paper are compared within a group, and environment.baseline is per_cond',
    ],
    [
      { engine: 'trl', training: { batch: 8, reward: 'accuracy' }, environment: TOOLS },
      'rewards of dapo-backchannel are made of episodes that are played by rollouts',
    ],
    [{ training: { batch: 8, importance_cap: 0.5 } }, 'give 0, or a number from 1 on'],
    [
      {
        environment: { id: 'mock-v1', train_prompt: 'clean' },
        training: { batch: 8, importance_cap: 2 },
      },
      'training.importance_cap weighs tokens a second time',
    ],
    [
      { engine: 'trl', training: { batch: 8, importance_cap: 2 } },
      'training.importance_cap has no effect where the trained model of TRL samples itself',
    ],
    [{ method: 'dpo' }, 'verl has no trainer for preference pairs | Use --engine trl'],
    [
      { engine: 'trl', method: 'rloo' },
      'plays no environments: it has neither tools nor a rollout function | ' +
        'Use --engine verl --method rloo',
    ],
    [
      { engine: 'trl', environment: { id: 'mock-v1', play: 'tools', mode: 'feedback' } },
      'TRL resets all environments of a batch before the first turn',
    ],
    [{ server: undefined }, 'no server is named for mock-v1 | Set server.url'],
    [{ method: 'sft', data: { train: 'x.jsonl' } }, 'verl reads conversations from Parquet only'],
    [{ launch: { kind: 'ray' } }, 'no Ray cluster is named | Set launch.address'],
    [
      { launch: { kind: 'ray', address: 'http://head:8265' } },
      'output is out, which on a cluster would be in a folder that is thrown away',
    ],
    [{ training: { batch: 8, mini_batch: 3 } }, 'training.mini_batch 3 does not divide'],
    [{ options: { 'a=b c': 1 } }, 'options has the key "a=b c"'],
    [{ hardware: { nodes: 2 } }, 'hardware.nodes is 2, and a process is on one | Set launch.kind'],
    [
      { engine: 'trl', environment: { id: 'mock-v1', critique: 'policy' } },
      'with TRL the policy writes no critiques of its own | Set environment.critique to server',
    ],
    [
      { engine: 'trl', environment: { id: 'mock-v1', play: 'tools', baseline: 'per_condition' } },
      'environment.baseline has no effect where TRL plays by tools',
    ],
    [{ engine: 'trl', hardware: { accelerate: 'fsdp2' } }, 'would wait for each other'],
    [{ hardware: { attention: 'sdpa', sequence_parallel: 2 } }, "verl's by flash attention only"],
    [{ environment: { id: 'phone-call-v2', mode: 'feedback', branch: 'step' } }, 'forks the first'],
  ])('refuses %j', (changes, message) => {
    expect(refused(changes)).toContain(message)
  })

  it('must agree with the command line', () => {
    expect(refused({}, { engine: 'trl' })).toContain('is for the engine verl, not for trl')
    expect(refused({ method: undefined })).toContain('names no method | Give --method')
    expect(() => parseRunConfig('- 1', 'run.yaml')).toThrow('holds no settings')
    expect(() => parseRunConfig('a: [', 'run.yaml')).toThrow('is not YAML')
  })

  it('is the format of every preset', () => {
    const presets = readdirSync('presets').filter((name) => name.endsWith('.yaml'))
    expect(presets.length).toBeGreaterThan(8)
    for (const name of presets) {
      const config = loadRunConfig(join('presets', name))
      expect(config.source, name).toBeTruthy()
      expect(estimateMemory(config)?.fits, name).toBe(true)
    }
  })

  it.each([
    ['1.5B', 'direct'],
    ['3B', 'direct'],
    ['7B', 'direct'],
    ['14B', 'reasoning'],
    ['32B', 'reasoning'],
  ])('has its texts by size: %s of q is %s', (size, form) => {
    const config = loadRunConfig('presets/q-grpo.yaml', { size })
    expect(config).toMatchObject({
      run: `q-grpo-${size}-${form}`,
      model: `Qwen/Qwen2.5-${size}-Instruct`,
      data: { train: `var/data/q-${form}-train.jsonl` },
      output: `final_outputs/${size}/${form}`,
    })
    expect(estimateMemory(config)?.fits).toBe(true)
  })

  it('names the known sizes, and a missing value of a size', () => {
    const sizes = { '1B': { form: 'direct' }, '2B': { form: 'other' } }
    const sized = { sizes, output: 'out/{size}/{form}' }
    expect(refused(sized, { size: '8B' })).toContain(
      'has no size 8B | Give --size with one of: 1B, 2B.',
    )
    expect(refused(sized)).toContain('names no size | Give --size with one of: 1B, 2B.')
    expect(refused({}, { size: '7B' })).toContain('has no sizes | Leave out --size')
    expect(refused({ ...sized, run: '{kind}' }, { size: '1B' })).toContain(
      'the size 1B has no value {kind} | It has form, size.',
    )
    expect(refused({ ...sized, sizes: { '1B': 'x' } }, { size: '1B' })).toContain('sizes must have')
    expect(refused({ ...sized, size: 'constructor' })).toContain('has no size constructor')
  })
})

describe('a plan', () => {
  it('lets options override our settings', () => {
    const words = overrideWords(
      { 'a.b': 1e-7, '+c.d': true, 'e.f': 'a b' },
      { 'c.d': false, '+new.key': ['x', "it's"] },
    )
    expect(words).toEqual(['a.b=1.0e-7', "e.f='a b'", 'c.d=false', "+new.key=[x,'it\\'s']"])
  })

  it('compares the clean prompt with the probabilities of sampling', () => {
    const config = parsed({ environment: { id: 'mock-v1', train_prompt: 'clean' } })
    const plan = planRun(config, context)
    expect(plan.commands[0]?.words).toContain('algorithm.rollout_correction.bypass_mode=true')
    const mode = 'actor_rollout_ref.actor.policy_loss.loss_mode'
    expect(plan.commands[0]?.words).toContain(`${mode}=backchannel_clean`)
    expect(plan.environment.VERL_USE_EXTERNAL_MODULES).toMatch(/\bbackchannel.verl_loss$/)
  })

  it('passes the reconnect timeout on, if one is named', () => {
    expect(planRun(parsed(), context).environment).not.toHaveProperty(
      'BACKCHANNEL_RECONNECT_TIMEOUT',
    )
    const server = { url: 'http://127.0.0.1:8000', reconnect_timeout_seconds: 90 }
    expect(planRun(parsed({ server }), context).environment.BACKCHANNEL_RECONNECT_TIMEOUT).toBe(
      '90',
    )
  })

  it('sets Weights & Biases and TensorBoard only if they are configured', () => {
    const quiet = planRun(parsed(), context)
    expect(quiet.commands[0]?.words).toContain('trainer.logger=[console,file]')
    expect(quiet.environment).not.toHaveProperty('WANDB_PROJECT')
    const logging = { wandb: { project: 'p' }, tensorboard: true }
    const plan = planRun(parsed({ logging }), context)
    expect(plan.commands[0]?.words).toContain('trainer.logger=[console,file,wandb,tensorboard]')
    expect(plan.environment).toMatchObject({
      ...{ WANDB_PROJECT: 'p', WANDB_NAME: 'one', WANDB_DIR: '/here/out/logs' },
    })
    expect(plan.environment.TENSORBOARD_DIR).toBe('/here/out/logs/tensorboard')
    expect(plan.secrets).toEqual(['BACKCHANNEL_TOKEN', 'WANDB_API_KEY'])
  })

  it('lets Ray find the GPUs of a cluster', () => {
    const launch = { kind: 'ray', address: 'http://head:8265' }
    const data = { train: '/shared/sft.parquet' }
    const sft = parsed({ method: 'sft', launch, data, output: '/shared', hardware: { nodes: 2 } })
    const words = planRun(sft, context).commands[0]?.words
    expect(words?.slice(0, 3)).toEqual(['python3', '-m', 'verl.trainer.sft_trainer_ray'])
    expect(words).toContain('trainer.nnodes=2')
  })

  it('closes episodes of killed workers, and passes the maximum prompt length to TRL', () => {
    const data = { train: 'train.jsonl', prompt_tokens_max: 777 }
    const { files } = planRun(parsed({ engine: 'trl', data }), context)
    const textOf = (name: string) => files.find(({ path }) => path === name)?.text
    expect(textOf('run.sh')).toContain(
      'python3 -m backchannel.close_episodes --server http://127.0.0.1:8000 --run one || true',
    )
    expect(textOf('trl.yaml')).toContain('max_prompt_tokens: 777')
    const { server: _, environment: __, ...plain } = BASE
    const sft = { ...plain, engine: 'trl', method: 'sft' }
    const script = planRun(parseRunConfig(stringify(sft), 'x'), context).files.at(-1)?.text
    expect(script).not.toContain('backchannel.close_episodes')
  })

  it('keeps paths of a cluster unchanged, and sends data along if configured', () => {
    const launch = { kind: 'ray', address: 'http://head:8265', upload_data: true }
    const plan = planRun(parsed({ launch, output: '/shared/out' }), context)
    expect(plan.commands[0]?.words).toContain('data.train_files=[data/train.parquet]')
    expect(plan.layout.checkpoints).toBe('/shared/out/checkpoints')
  })
})

describe('the result of a run', () => {
  it('includes the metrics of all starts of verl, without truncated lines', () => {
    const output = join(folder, 'verl')
    mkdirSync(join(output, 'logs'), { recursive: true })
    const line = (step: number, score: number): string =>
      JSON.stringify({ step, data: { 'critic/score/mean': score } })
    const before = `${line(1, 0.1)}\n${line(2, 0.2)}\n${line(3, 0.3)}\n`
    writeFileSync(join(output, 'logs', 'metrics.1700.jsonl'), before)
    writeFileSync(join(output, 'logs', 'metrics.jsonl'), `${line(3, 0.9)}\n{"step": 4, "da`)
    expect(
      readMetrics('verl', output).map(({ step, values }) => [step, ...Object.values(values)]),
    ).toEqual([
      [1, 0.1],
      [2, 0.2],
      [3, 0.9],
    ])
  })

  it('includes the sums of what all steps drew', () => {
    const drawn = (tokens: number) => ({
      ...{ 'drawn/tasks': 2, 'drawn/episodes': 8, 'drawn/tokens': tokens },
    })
    const steps = [
      { step: 1, values: drawn(100) },
      { step: 2, values: {} },
    ]
    expect(sumDrawn([...steps, { step: 3, values: drawn(50) }])).toEqual({
      ...{ tasks: 4, episodes: 16, tokens: 150 },
    })
    expect(sumDrawn([{ step: 1, values: {} }])).toBeNull()
  })

  it('includes only complete checkpoints', () => {
    const verl = join(folder, 'steps')
    for (const step of [10, 20, 30])
      mkdirSync(join(verl, `global_step_${step}`), { recursive: true })
    expect(listCheckpoints(verl)).toEqual([])
    writeFileSync(join(verl, 'latest_checkpointed_iteration.txt'), '20')
    expect(listCheckpoints(verl).map(({ step }) => step)).toEqual([10, 20])
    const trl = join(folder, 'trl', 'checkpoints')
    for (const step of [5, 100, 20]) mkdirSync(join(trl, `checkpoint-${step}`), { recursive: true })
    for (const step of [5, 100]) {
      const state = { log_history: [{ step, loss: step / 10, epoch: 1 }] }
      writeFileSync(join(trl, `checkpoint-${step}`, 'trainer_state.json'), JSON.stringify(state))
    }
    expect(listCheckpoints(trl).map(({ step }) => step)).toEqual([5, 100])
    expect(readMetrics('trl', join(folder, 'trl'))).toEqual([
      { step: 100, values: { loss: 10, epoch: 1 } },
    ])
  })

  it('is merged for the next stage', () => {
    const output = join(folder, 'steps-of-run')
    const checkpoints = join(output, 'checkpoints')
    mkdirSync(join(checkpoints, 'global_step_20'), { recursive: true })
    expect(() => servableModel(parsed(), output)).toThrow('holds no finished model')
    writeFileSync(join(checkpoints, 'latest_checkpointed_iteration.txt'), '20')
    const { model, commands } = servableModel(parsed({ lora: {} }), output)
    expect(model).toBe(join(output, 'model'))
    expect(commands[0]?.join(' ')).toContain(`--local_dir ${checkpoints}/global_step_20/actor`)
    expect(commands[1]?.join(' ')).toContain('backchannel.merge_adapter --model Qwen/Qwen3-8B')
  })
})
