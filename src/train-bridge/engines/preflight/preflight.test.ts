/** Guards the checks before a run: versions, data here and elsewhere, and every cluster node. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { RunConfig } from '../config.ts'
import { parseRunConfig } from '../load-config.ts'
import { dataTrouble, probedDataTrouble } from './data.ts'
import { machineChecks } from './node-checks.ts'
import type { MachineProbe, ProbedNode } from './probe.ts'
import { settingChecks } from './setting-checks.ts'
import { compareVersions, listRequirements, versionTrouble } from './versions.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-preflight-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BASE = {
  engine: 'verl',
  method: 'dapo',
  run: 'one',
  model: 'Qwen/Qwen3-8B',
  server: { url: 'http://server:8000' },
  environment: { id: 'mock-v1' },
  data: { train: '/shared/train.parquet' },
  training: { batch: 8 },
  hardware: { nodes: 2, gpus_per_node: 8 },
  launch: { kind: 'ray', address: 'http://head:8265', disk_gib_min: 10 },
  output: '/shared/out',
}

const parsed = (changes: object = {}): RunConfig =>
  parseRunConfig(stringify({ ...BASE, ...changes }), 'run.yaml')

const path = BASE.data.train
const task = { env: 'mock-v1', data_checksum: 'abc' }
const kind = {
  columns: ['data_source', 'extra_info', 'prompt'],
  reference: task,
  prompt_is_reference: false,
}

const node = (name: string, gpus: number, changes: Partial<ProbedNode> = {}): ProbedNode => ({
  ...{ name, gpus, python: '3.12.1', free_gib: 100 },
  packages: {
    ...{
      'flash-attn': '2.8.3',
      verl: '0.9.0',
      TransferQueue: '0.1.8',
      ray: '2.60.0',
      torch: '2.15.0',
      trl: null,
    },
    ...{ transformers: '5.10.4', websockets: '15.0', vllm: '0.18.0' },
  },
  conflicts: [],
  files: { [path]: { exists: true, kinds: [kind] } },
  server: { status: 200 },
  ...changes,
})

const cluster = (...nodes: ProbedNode[]): MachineProbe => ({ nodes, cluster_error: null })

const failures = (config: RunConfig, probe: MachineProbe): string[] =>
  machineChecks(config, probe)
    .filter(({ status }) => status === 'failed')
    .map(({ what, message }) => `${what}: ${message}`)

it('compares versions by their numbers', () => {
  expect(compareVersions('0.10.0.dev0', '0.9.0')).toBeGreaterThan(0)
  expect(compareVersions('2.15.0+cu132', '2.15')).toBe(0)
  const verl = { name: 'verl', from: '0.9.0' }
  expect(versionTrouble(verl, '0.8.0')).toEqual([
    'verl is 0.8.0, not verl>=0.9.0',
    'Install it where the run trains: pip install "verl>=0.9.0"',
  ])
  expect(versionTrouble(verl, null)?.[0]).toBe('verl is not installed')
  expect(versionTrouble({ name: 'transformers', before: '5.11' }, '5.11.1')).toBeDefined()
})

it('requires only the packages that the run uses', () => {
  const names = (changes: object): string =>
    listRequirements(parsed(changes))
      .map(({ name }) => name)
      .join(' ')
  const rl = 'verl torch transformers TransferQueue ray'
  expect(names({})).toBe(`${rl} vllm flash-attn trl websockets`)
  expect(names({ options: { 'actor_rollout_ref.rollout.name': 'sglang' } })).toBe(
    `${rl} flash-attn trl websockets`,
  )
  expect(names({ method: 'sft' })).toBe('verl torch transformers ray flash-attn trl')
  const { hardware: _, ...plain } = BASE
  const zero = { gpus_per_node: 8, accelerate: 'zero3', generation_gpus: 1 }
  const trl = { ...plain, engine: 'trl', method: 'grpo', logging: { tensorboard: true } }
  expect(names({ ...trl, hardware: zero, lora: {} })).toBe(
    'trl torch transformers peft deepspeed vllm websockets tensorboard',
  )
})

it('refuses versions from the first unsupported one on, with the remedy', () => {
  const told = listRequirements(parsed()).map((each) => versionTrouble(each, '99.0')?.[0] ?? '')
  expect(told.filter((words) => words !== '')).toHaveLength(6)
  const sdpa = parsed({ hardware: { nodes: 2, gpus_per_node: 8, attention: 'sdpa' } })
  expect(listRequirements(sdpa).map(({ name }) => name)).not.toContain('flash-attn')
  const nodes = [node('head', 8), node('two', 8, { python: '3.10.12' })]
  expect(failures(parsed(), cluster(...nodes))).toEqual([
    'Python: on two: Python is 3.10.12, not Python>=3.11,<3.13. Make the environment of ' +
      'launch.python with another: uv venv --python 3.12.',
  ])
})

it('accepts every version in the files of constraints', () => {
  const { hardware: _, ...plain } = BASE
  const runs = {
    verl: [{}, { method: 'sft' }],
    trl: ['sft', 'grpo'].map((method) => ({
      ...{ ...plain, engine: 'trl', method, hardware: { gpus_per_node: 8, generation_gpus: 1 } },
      ...{ lora: {}, logging: { tensorboard: true } },
    })),
  }
  for (const [engine, all] of Object.entries(runs)) {
    const file = new URL(`../../python/constraints/${engine}.txt`, import.meta.url)
    const lines = readFileSync(file, 'utf8').split('\n')
    const held = Object.fromEntries(lines.map((line) => line.split('==')))
    const needed = all.flatMap((changes) => listRequirements(parsed(changes)))
    const troubles = needed
      .filter(({ name }) => name !== 'flash-attn')
      .map((each) => versionTrouble(each, held[each.name.toLowerCase()])?.[0])
    expect([engine, troubles.filter((each) => each !== undefined)]).toEqual([engine, []])
  }
})

describe('incompatible packages', () => {
  const withPackages = (packages: Record<string, string>) =>
    cluster(node('head', 8, { packages: { ...node('x', 8).packages, ...packages } }))
  const alone = { hardware: { gpus_per_node: 8 } }

  it('include verl, and a TRL without the class that verl imports', () => {
    expect(failures(parsed(alone), withPackages({ trl: '1.12.0' }))).toEqual([])
    expect(failures(parsed(alone), withPackages({ trl: '1.16.0' }))).toEqual([
      'package trl: trl is 1.16.0, not trl<1.13. verl fails to build models beside it: ' +
        'uv pip uninstall trl. Give each engine a virtual environment of its own, with its file ' +
        'of constraints: docs/training.md.',
    ])
  })

  it('include TRL, and the vLLM of verl, which TRL imports even if unused', () => {
    const trl = { ...alone, engine: 'trl', method: 'grpo' }
    const probe = withPackages({ trl: '1.16.0', vllm: '0.18.0' })
    expect(failures(parsed(trl), probe)[0]).toMatch(
      /^package vllm: vllm is 0\.18\.0, not vllm>=0\.22,<0\.31\.1\. Give each engine/,
    )
    const { vllm: _, ...without } = probe.nodes[0]?.packages ?? {}
    expect(failures(parsed(trl), cluster(node('head', 8, { packages: without })))).toEqual([])
    expect(failures(parsed({ ...trl, method: 'sft' }), probe)).toEqual([])
    const used = { ...trl, options: { use_vllm: true, vllm_mode: 'colocate' } }
    expect(failures(parsed(used), cluster(node('head', 8, { packages: without })))[0]).toContain(
      'vllm is not installed',
    )
  })

  it('include packages that declare a conflict themselves', () => {
    const conflicts = [{ package: 'vllm 0.24.0', wants: 'torch==2.11.0', installed: '2.15.0' }]
    expect(failures(parsed(alone), cluster(node('head', 8, { conflicts })))).toEqual([
      'packages together: vllm 0.24.0 wants torch==2.11.0, and 2.15.0 is installed. Install them ' +
        'together in an environment of their own, with -c ' +
        'src/train-bridge/python/constraints/verl.txt.',
    ])
    const [told] = machineChecks(parsed(alone), cluster(node('head', 8, { conflicts }))).filter(
      ({ status }) => status === 'failed',
    )
    expect(told?.code).toBe('preflight/package')
  })
})

it('requires the model of the earlier run, and a key for the tracker', () => {
  const found = (changes: object, environment = {}): string[] =>
    settingChecks(parsed(changes), environment).map(({ message }) => message)
  expect(found({ model: 'hub/base', after: 'sft.yaml' })[0]).toContain('the model of sft.yaml')
  expect(found({ model: './out/sft/model', after: 'sft.yaml' })).toEqual([])
  const logging = { wandb: { project: 'p' } }
  expect(found({ logging })[0]).toContain('WANDB_API_KEY is not')
  expect(found({ logging }, { WANDB_API_KEY: 'k' })).toEqual([])
  expect(found({ logging }, { WANDB_MODE: 'offline' })).toEqual([])
})

describe('a cluster', () => {
  it('passes if every node passes', () => {
    const checks = machineChecks(parsed(), cluster(node('head', 8), node('two', 8)))
    expect(checks.every(({ status }) => status === 'fine')).toBe(true)
    const packages = checks.find(({ what }) => what === 'package verl')
    expect(packages?.message).toBe('0.9.0, on 2 nodes')
  })

  it('fails with the name of the node', () => {
    const gone = node('two', 8, { server: { status: 0, error: 'timed out' } })
    expect(failures(parsed(), cluster(node('head', 8), gone))).toEqual([
      'the server, from the workers: on two: http://server:8000 is not reached from where the ' +
        'run trains: timed out. Set server.url to an address that the workers reach, and serve ' +
        'with --host 0.0.0.0 and a token.',
    ])
    const full = node('two', 8, { free_gib: 1, server: { status: 401 } })
    expect(failures(parsed(), cluster(node('head', 8), full)).join('\n')).toMatch(
      /on two: .* refused the token \(401\)[\s\S]*disk: on two: only 1\.0 GiB free/,
    )
  })

  it('must have the GPUs of the plan', () => {
    const probe = cluster(node('head', 0), node('two', 8), node('three', 4))
    expect(failures(parsed(), probe)).toEqual([
      'GPUs: the run needs 2 nodes with 8 GPUs each; the cluster has head 0, two 8, three 4. ' +
        'Lower hardware.nodes or hardware.gpus_per_node, or add nodes ("ray status").',
    ])
    expect(failures(parsed({ hardware: { gpus_per_node: 8 } }), probe)).toEqual([])
  })

  it('is checked for TRL only on nodes that can run it', () => {
    const bare = node('head', 0, { packages: {} })
    const trl = { engine: 'trl', method: 'grpo', hardware: { gpus_per_node: 4 } }
    const packages = { ...node('two', 8).packages, trl: '1.16.0', vllm: null }
    expect(failures(parsed(trl), cluster(bare, node('two', 8, { packages })))).toEqual([])
    expect(failures(parsed(trl), cluster(bare)).at(-1)).toMatch(/^GPUs: the run needs 1 node with/)
  })

  it('fails if its nodes do not answer', () => {
    const probe = { nodes: [node('head', 8)], cluster_error: 'No module named ray' }
    expect(failures(parsed(), probe)).toEqual([
      'the cluster: its nodes did not answer: No module named ray. Set launch.python to the ' +
        'Python that the cluster was started with, ray installed.',
    ])
  })

  it('must have the model, if it is a folder', () => {
    const nodes = [node('head', 8, { has_model: true }), node('two', 8, { has_model: false })]
    expect(failures(parsed({ model: '/shared/sft' }), cluster(...nodes))[0]).toMatch(
      /^model: on two: there is no model in \/shared\/sft/,
    )
  })

  it('must have data that fit', () => {
    const trouble = (file: ProbedNode['files'][string], checksum = 'abc'): string | undefined =>
      probedDataTrouble(parsed(), path, checksum, node('two', 8, { files: { [path]: file } }))?.[0]
    expect(trouble({ exists: true, kinds: [kind] })).toBeUndefined()
    expect(trouble({ exists: false })).toBe(`${path} is not there`)
    expect(trouble({ exists: true, error: 'row 3 cannot be read' })).toContain('row 3 cannot')
    expect(trouble({ exists: true, kinds: [] })).toContain('holds no rows')
    expect(trouble({ exists: true, kinds: [kind] }, 'def')).toContain('(abc, not def)')
    const lacks = { ...kind, columns: ['prompt'] }
    expect(trouble({ exists: true, kinds: [kind, lacks] })).toContain('no column data_source')
    expect(trouble({ exists: true, kinds: [{ ...kind, reference: null }] })).toContain(
      'has a row that names no task',
    )
  })
})

describe('data of this machine', () => {
  const rows = join(folder, 'rows.jsonl')
  const write = (...all: object[]): void =>
    writeFileSync(rows, all.map((row) => `${JSON.stringify(row)}\n`).join(''))

  it('has columns, environment and checksum', async () => {
    const row = (env: object): object => ({
      prompt: [{ role: 'user', content: 'x' }],
      data_source: 'mock-v1',
      extra_info: { env: JSON.stringify(env) },
    })
    const config = parsed()
    write(row(task))
    expect(await dataTrouble(config, rows, 'abc')).toBeUndefined()
    expect(await dataTrouble(config, rows, 'def')).toMatchObject([
      expect.stringContaining('was made from other tasks than the server has (abc, not def)'),
      expect.stringContaining('Export it again'),
    ])
    write(row({ env: 'phone-call-v2' }))
    expect((await dataTrouble(config, rows, null))?.[0]).toContain('is for phone-call-v2')
    write({ prompt: 'x' })
    expect((await dataTrouble(config, rows, null))?.[0]).toContain('has no column data_source')
    expect((await dataTrouble(config, join(folder, 'none'), null))?.[0]).toContain('there is no')
  })

  it('has the kind of prompts that TRL plays', async () => {
    const reference = JSON.stringify(task)
    const trl = (play: string): RunConfig =>
      parsed({ engine: 'trl', method: 'grpo', hardware: {}, environment: { id: 'mock-v1', play } })
    write({ prompt: [{ role: 'user', content: reference }], reference })
    expect(await dataTrouble(trl('rollout'), rows, 'abc')).toBeUndefined()
    expect((await dataTrouble(trl('tools'), rows, 'abc'))?.[0]).toContain('has no openings')
    write({ prompt: [{ role: 'user', content: 'Open the box.' }], reference })
    expect(await dataTrouble(trl('tools'), rows, 'abc')).toBeUndefined()
    expect((await dataTrouble(trl('rollout'), rows, 'abc'))?.[0]).toContain('cannot tell the tasks')
  })

  it('has pairs, for DPO', async () => {
    writeFileSync(rows, '')
    const pairs = parsed({ engine: 'trl', method: 'dpo', hardware: {} })
    expect(await dataTrouble(pairs, rows, null)).toEqual([
      `${rows} has no usable pair`,
      'Lower --min-gap, or play more rollouts of each task before exporting pairs.',
    ])
  })
})
