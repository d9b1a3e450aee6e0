/** Guards pipelines: models are passed on, finished work is not repeated, failures are reported. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { loadPipeline } from './config.ts'
import { runPipeline, summaryTable } from './run.ts'
import { type PipelineTools, runProgram } from './tools.ts'

let folder = ''
const made: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backchannel-pipeline-'))
  made.push(folder)
  writeProgram('python.sh', TRAINER)
  writeProgram('program.sh', COMPARER)
  writeFileSync(join(folder, 'rows.jsonl'), '{}\n')
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true })
})

function writeProgram(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}`)
  chmodSync(join(folder, name), 0o755)
}

/** Replaces the trainers and the generating script: records its calls and leaves a model. */
const TRAINER = `
here=$(dirname "$0")
case "$*" in
  *backchannel.results*) exit 0 ;;
  *backchannel.generate*)
    while [ $# -gt 0 ]; do
      if [ "$1" = --answers ]; then
        echo "generate $2" >> "$here/calls"
        echo '{"prompt": "x", "answer": "y"}' > "$3"
      fi
      shift
    done ;;
  *)
    model=$(sed -n 's/^model_name_or_path: //p' trl.yaml)
    echo "train $3 $model" >> "$here/calls"
    [ ! -e "$here/broken" ] || [ "$3" != "$(cat "$here/broken")" ] || exit 5
    output=$(sed -n 's/^output_dir: //p' trl.yaml)
    touch "$output/config.json" "$output/model.safetensors"
    echo '{"log_history": [{"step": 3, "loss": 0.25}]}' > "$output/trainer_state.json" ;;
esac
`
/** Replaces this program. */
const COMPARER = `
here=$(dirname "$0")
if [ "$2" = compare ]; then
  echo compare >> "$here/calls"; echo '{"win_rate": {"mean": 0.75}}'
else
  echo "$*" >> "$here/calls"
  echo '{"rollouts_played": 8, "infrastructure_failures": 1, "segments": [
    {"split": "val", "level": null, "clean": {"rate": 0.5}, "pass_at_k": [{"k": 4, "mean": 0.8}]},
    {"split": "val", "level": 2, "clean": {"rate": 0.25}, "pass_at_k": []}]}'
  exit 1
fi
`

const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n')

function writeRun(name: string, method: string, further: object = {}): void {
  const run = {
    ...{ engine: 'trl', method, run: name, model: 'base', output: `./out/${name}` },
    data: { train: './rows.jsonl' },
    training: { batch: 1 },
    launch: { python: join(folder, 'python.sh') },
    ...further,
  }
  writeFileSync(join(folder, `${name}.yaml`), stringify(run))
}

function pipeline(stages: readonly object[]): string {
  const path = join(folder, 'pipeline.yaml')
  writeFileSync(path, stringify({ name: 'p', folder: './state', stages }))
  return path
}

const compare = {
  models: ['sft', 'dpo'],
  reference: 'reference-model',
  prompts: './rows.jsonl',
  reward_model: 'judge',
  reward_base_url: 'http://127.0.0.1:9/v1',
}

const STAGES = [
  { name: 'sft', train: 'sft.yaml' },
  { name: 'dpo', train: 'dpo.yaml', from: 'sft' },
]

const tools = (changes: Partial<PipelineTools> = {}): PipelineTools => ({
  ...{ folder, runsFolder: join(folder, 'runs'), program: [join(folder, 'program.sh')] },
  ...{ version: '1.0.0', anew: false, preflight: false, signal: new AbortController().signal },
  ...{ write: () => undefined, nowMs: () => Date.now(), ...changes },
})

it('trains each stage from the model of an earlier one; repeats no finished stage', async () => {
  writeRun('sft', 'sft')
  writeRun('dpo', 'dpo')
  const python = join(folder, 'python.sh')
  const path = pipeline([...STAGES, { name: 'all', compare: { ...compare, python } }])
  const config = loadPipeline(path)
  const state = await runPipeline(config, tools())
  const sft = join(folder, 'out/sft/checkpoints')
  const expected = [
    'train sft base',
    `train dpo ${sft}`,
    'generate reference-model',
    `generate ${sft}`,
    `generate ${join(folder, 'out/dpo/checkpoints')}`,
    'compare',
    'compare',
  ]
  expect(calls()).toEqual(expected)
  expect(state.stages.sft).toMatchObject({ status: 'done', model: sft, numbers: { loss: 0.25 } })
  expect(state.stages.all?.numbers).toEqual({ 'sft win_rate': 0.75, 'dpo win_rate': 0.75 })
  await runPipeline(config, tools())
  expect(calls()).toHaveLength(expected.length)
  const table = summaryTable(config, state).split('\n')
  expect(table).toHaveLength(5)
  expect(table[4]).toMatch(/^\| all \| done \| \d+ s \| sft win_rate 0.75, dpo win_rate 0.75 \|/)
})

it('evaluates each model behind its own chat server', async () => {
  writeRun('sft', 'sft')
  const evaluate = { models: ['sft', 'hub/base'], environment: 'phone-call-v2', rollouts: 4 }
  const path = pipeline([STAGES[0] as object, { name: 'measured', evaluate }])
  const state = await runPipeline(loadPipeline(path), tools())
  const [, sft = '', base = ''] = calls()
  expect(sft).toContain(`--policy openai --serve ${join(folder, 'out/sft/checkpoints')} `)
  expect(sft).toContain('--serve-with python3 -m backchannel.serve_chat --model {model} --port')
  expect(sft).toContain('--split val --tasks 100 --rollouts 4 --critiques 0')
  expect(base).toContain('--serve hub/base ')
  expect(state.stages.measured).toMatchObject({
    status: 'done',
    message: '2 rollouts could not be played',
    numbers: { 'sft val clean': 0.5, 'sft val pass@4': 0.8, 'sft val level 2 clean': 0.25 },
  })
  await runPipeline(loadPipeline(path), tools())
  expect(calls()).toHaveLength(3)
})

it('evaluates with the settings of the stage, and again if they change', async () => {
  const evaluate = { models: ['hub/base'], environment: 'phone-call-v2' }
  const measure = (further: object) =>
    runPipeline(
      loadPipeline(pipeline([{ name: 'measured', evaluate: { ...evaluate, ...further } }])),
      tools(),
    )
  await measure({})
  await measure({ settings: { stage: 'full' } })
  await measure({ settings: { stage: 'full' } })
  const [usual, full, ...others] = calls()
  expect(usual).not.toContain('--settings')
  expect(full).toContain('--settings {"stage":"full"} ')
  expect(others).toEqual([])
})

it('evaluates a model without a run in the mode of the trained one', async () => {
  writeRun('sft', 'sft', { thinking: true })
  const evaluate = { models: ['hub/base', 'sft'], environment: 'phone-call-v2' }
  const path = pipeline([STAGES[0] as object, { name: 'measured', evaluate }])
  await runPipeline(loadPipeline(path), tools())
  for (const call of calls().slice(1)) expect(call).toContain('--thinking on --thoughts keep ')
})

it('ends at a failed stage, and continues there', async () => {
  writeRun('sft', 'sft')
  writeRun('dpo', 'dpo')
  writeFileSync(join(folder, 'broken'), 'dpo')
  const config = loadPipeline(pipeline(STAGES))
  const failed = await runPipeline(config, tools())
  expect(failed.stages.dpo).toMatchObject({
    status: 'failed',
    message: 'run dpo: it ended with code 5',
  })
  expect(summaryTable(config, failed)).toContain('it ended with code 5')
  rmSync(join(folder, 'broken'))
  const done = await runPipeline(config, tools())
  expect(done.stages.dpo?.status).toBe('done')
  expect(calls().filter((line) => line.startsWith('train sft '))).toHaveLength(1)
})

/** Runs the pipeline of both stages again, and returns what it repeated and reported. */
async function again(changes: Partial<PipelineTools> = {}): Promise<[string[], string]> {
  const before = calls().length
  let said = ''
  const write = (text: string): void => {
    said += text
  }
  const state = await runPipeline(loadPipeline(pipeline(STAGES)), tools({ write, ...changes }))
  expect(Object.values(state.stages).map(({ status }) => status)).toEqual(['done', 'done'])
  const trained = calls().slice(before)
  return [trained.map((line) => line.split(' ')[1] ?? ''), said]
}

async function bothDone(): Promise<void> {
  writeRun('sft', 'sft')
  writeRun('dpo', 'dpo')
  await runPipeline(loadPipeline(pipeline(STAGES)), tools())
}

const FIRST = (): string => join(folder, 'out/sft/checkpoints')

const BOTH = ['sft', 'dpo']

interface Change {
  readonly of: string
  readonly make?: () => void
  readonly tools?: Partial<PipelineTools>
  readonly ran: readonly string[]
  readonly said: string
}

const CHANGES: readonly Change[] = [
  { of: 'nothing', ran: [], said: 'its inputs are unchanged' },
  {
    of: 'what only watches',
    make: () => writeRun('sft', 'sft', { source: 'another', logging: { tensorboard: true } }),
    ...{ ran: [], said: 'sft: skipped: it is done' },
  },
  {
    of: 'a setting',
    make: () => writeRun('sft', 'sft', { training: { batch: 2 } }),
    ...{ ran: BOTH, said: 'sft: starts again, because its inputs changed: settings\n' },
  },
  {
    of: 'a row',
    make: () => writeFileSync(join(folder, 'rows.jsonl'), '{"a":1}\n'),
    ...{ ran: BOTH, said: 'sft: starts again, because its inputs changed: data\n' },
  },
  { of: 'the program', tools: { version: '1.0.1' }, ran: BOTH, said: 'changed: code\n' },
  {
    of: 'a later stage',
    make: () => writeRun('dpo', 'dpo', { training: { batch: 2 } }),
    ...{ ran: ['dpo'], said: 'sft: skipped: it is done' },
  },
  {
    of: 'a model that was made',
    make: () => writeFileSync(join(FIRST(), 'model.safetensors'), 'another'),
    ...{ ran: BOTH, said: 'sft: starts again, because the files of its model changed' },
  },
  { of: 'what is wished', tools: { anew: true }, ran: BOTH, said: 'because --anew was given' },
]

it.each(CHANGES)('repeats the stages that depend on a change of $of', async (change) => {
  await bothDone()
  change.make?.()
  const [trained, said] = await again(change.tools)
  expect(trained).toEqual(change.ran)
  expect(said).toContain(change.said)
  if (change.tools === undefined) expect(await again()).toEqual([[], UNCHANGED])
})

const UNCHANGED = ['sft', 'dpo']
  .map((name) => `=== ${name}: skipped: it is done, and its inputs are unchanged\n`)
  .join('')

it('uses no checkpoint and no model of other settings', async () => {
  await bothDone()
  writeFileSync(join(FIRST(), 'old'), '')
  writeRun('sft', 'sft', { training: { batch: 2 } })
  await again()
  expect(existsSync(join(FIRST(), 'old'))).toBe(false)
  expect(existsSync(join(folder, 'out/sft.before-1/checkpoints/old'))).toBe(true)
})

it('evaluates again if a file in a folder of the data sets changed', async () => {
  const tasks = join(folder, 'sets/phone-call/tasks')
  mkdirSync(tasks, { recursive: true })
  writeFileSync(join(tasks, 'val.json'), '[1]')
  const evaluate = { models: ['hub/base'], environment: 'phone-call-v2', data: './sets' }
  const config = loadPipeline(pipeline([{ name: 'measured', evaluate }]))
  await runPipeline(config, tools())
  await runPipeline(config, tools())
  expect(calls()).toHaveLength(1)
  writeFileSync(join(tasks, 'val.json'), '[2]')
  await runPipeline(config, tools())
  expect(calls()).toHaveLength(2)
})

it('uses no work of a run that it did not start', async () => {
  await bothDone()
  rmSync(join(folder, 'state'), { recursive: true })
  expect((await again())[0]).toEqual(BOTH)
})

it('stops before the next stage when it is interrupted', async () => {
  writeRun('sft', 'sft')
  writeRun('dpo', 'dpo')
  const state = await runPipeline(
    loadPipeline(pipeline(STAGES)),
    tools({ signal: AbortSignal.abort() }),
  )
  expect(state.stages).toEqual({})
})

it.each([
  [
    [{ name: 'dpo', train: 'x.yaml', from: 'sft' }],
    'stage dpo needs sft, which is no stage before',
  ],
  [[STAGES[0], STAGES[0]], 'two stages are called sft'],
  [[{ name: 'a b', train: 'x.yaml' }], 'stages.0'],
  [[], 'stages'],
])('refuses stages that do not fit: %j', (stages, message) => {
  expect(() => loadPipeline(pipeline(stages as object[]))).toThrow(message)
})

it('reads every shipped pipeline', () => {
  for (const name of ['chat', 'feedback', 'q']) {
    expect(loadPipeline(`presets/pipelines/${name}.yaml`).name).toBe(name)
  }
})

it('reports a program that a signal ended by another code than 1', async () => {
  const { signal } = new AbortController()
  const { code } = await runProgram(['bash', '-c', 'kill -9 $$'], { write: () => {}, signal })
  expect(code).toBe(137)
})
