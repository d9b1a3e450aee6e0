/** Guards the train command: it plays on a server, can be stopped, and resumes. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { say, startOpenaiServer } from '../../test/openai-server.ts'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { mathLearner } from '../env/math-feedback/players/learner/index.ts'
import { phoneLearner } from '../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../train-bridge/local/policy/policy.ts'
import {
  freshCheckpoint,
  readCheckpoint,
  writeCheckpoint,
} from '../train-bridge/local/training/checkpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-train-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const initial = join(folder, 'initial.bin')
const small = ['--groups', '3', '--group-size', '4', '--evaluate-tasks', '5', '--initial', initial]
const train = (out: string, ...words: string[]) =>
  runCommand('train', '--engine', 'local', '--out', join(folder, out), ...words)
const checkpointIn = (out: string) => readCheckpoint(join(folder, out, 'checkpoint.bin'))
const linesIn = (out: string): Record<string, unknown>[] =>
  readFileSync(join(folder, out, 'metrics.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

beforeAll(() =>
  writeCheckpoint(initial, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1))),
)

it('plays on a server, writes metrics, and goes on where it ended', async () => {
  const first = await train('one', ...small, '--batches', '2', '--evaluate-every', '2')
  expect(first.err).toMatch(/batch 0: clean success .* on 5 tasks of val/)
  expect(first.out).toMatch(/^2 of 2 batches; checkpoint: .*checkpoint\.bin\n$/)
  expect(checkpointIn('one').state).toMatchObject({ batch: 2, tasksDrawn: 6, episodes: 24 })
  expect(linesIn('one').map(({ kind, batch }) => [kind, batch])).toEqual([
    ['evaluation', 0],
    ['batch', 1],
    ['batch', 2],
    ['evaluation', 2],
  ])
  const second = await train('one', '--resume', '--batches', '3', '--evaluate-every', '0')
  expect(second.code).toBe(0)
  expect(checkpointIn('one').state).toMatchObject({ batch: 3, tasksDrawn: 9, generation: 2 })
  expect(linesIn('one').at(-1)).toMatchObject({ batch: 3, lost: 0 })
  const curves = await runCommand('evaluate', 'curves', join(folder, 'one'), '--threshold', '90')
  expect(curves.out).toMatch(/\| one \| 2 \| .* \| \\> 6 \|/)
  // Runs whose folders have the same name, such as that of a seed, are named by their paths.
  const [metrics, seed] = [join(folder, 'one', 'metrics.jsonl'), join(folder, 'arm', 'one')]
  mkdirSync(seed, { recursive: true })
  writeFileSync(join(seed, 'metrics.jsonl'), readFileSync(metrics))
  const alike = await runCommand('evaluate', 'curves', join(folder, 'one'), seed, '--json')
  const { runs } = JSON.parse(alike.out) as { runs: { name: string }[] }
  expect(runs.map(({ name }) => name)).toEqual([join(folder, 'one'), seed])
})

it('refuses other settings for a run that is resumed, as they would have no effect', async () => {
  const schedule = ['--mode', 'feedback', '--waves', '1,3', '--clean-share', '0.5']
  const own = [...schedule, '--loss', 'dapo', '--learning-rate', '0.01', '--seed', '4']
  const evaluation = ['--evaluate-split', 'test', '--evaluate-every', '1']
  const first = await train('own', ...small, ...own, ...evaluation, '--batches', '1')
  expect(first.code).toBe(0)
  const before = checkpointIn('own').options
  const others = [
    ['--learning-rate', '0.02', '0.01'],
    ['--method', 'grpo', 'dapo'],
    ['--seed', '5', '4'],
    ['--groups', '4', '3'],
    ['--env', 'math-feedback-v1', 'phone-call-v2'],
    ['--architecture', 'tanh', 'linear'],
    ['--waves', '2,2', '1,3'],
    ['--show', 'last', 'the default'],
  ]
  for (const [option = '', value = '', has] of others) {
    const { code, err } = await train('own', '--resume', '--batches', '2', option, value)
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`${option} ${value}: the run in ${join(folder, 'own')} has ${has}\n`),
    ])
  }
  const same = [...own, '--groups', '3', '--evaluate-every', '1', '--batches', '2']
  expect((await train('own', '--resume', ...same)).code).toBe(0)
  expect(checkpointIn('own').options).toEqual(before)
  // Its evaluations stay comparable, although neither split nor number of tasks was given again.
  expect(linesIn('own').at(-1)).toMatchObject({ kind: 'evaluation', split: 'test', tasks: 5 })
})

it('trains on another environment, and goes on there without being told', async () => {
  const file = join(folder, 'initial-math.bin')
  writeCheckpoint(file, freshCheckpoint(new LocalPolicy(mathLearner, 'linear', 1)))
  const where = ['--initial', file, '--groups', '2', '--group-size', '2', '--evaluate-tasks', '5']
  const feedback = ['--mode', 'feedback', '--train-prompt', 'clean', '--batches', '1']
  const wrong = await train('math', ...where)
  expect(wrong.err).toMatch(/its policy plays math-feedback-v1\nAdd --env math-feedback-v1\.\n$/)
  const first = await train('math', ...where, ...feedback, '--env', 'math-feedback-v1')
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('batch 1: clean success')])
  expect((await train('math', '--resume', '--batches', '2', '--evaluate-every', '0')).code).toBe(0)
  const { policy, state } = checkpointIn('math')
  expect([policy.learner, state.batch]).toEqual([mathLearner, 2])
})

it('trains with feedback on a server, by the schedule it is told', async () => {
  const schedule = ['--waves', '1,3', '--clean-share', '0.5', '--show', 'last', '--start-at', '2']
  const guided = ['--mode', 'feedback', '--train-prompt', 'clean', ...schedule]
  const { code, err } = await train('guided', ...small, ...guided, '--batches', '2')
  expect([code, err]).toEqual([0, expect.stringContaining('clean success')])
  expect(checkpointIn('guided').options).toMatchObject({
    mode: 'feedback',
    feedback: { waves: [1, 3], clean_share: 0.5, show: 'last', start_at: 2 },
  })
  const batches = linesIn('guided').filter(({ kind }) => kind === 'batch')
  expect(batches.map(({ lost, episodes }) => [lost, episodes])).toEqual([
    [0, 12],
    [0, 24],
  ])
  for (const { guided_success } of batches) expect(typeof guided_success).toBe('number')
})

it('trains with hints that shrink, shown where a whole first wave failed', async () => {
  const hints = ['--when', 'all_failed', '--show', 'hint', '--hint-steps', '2', '--waves', '1,3']
  const guided = ['--mode', 'feedback', '--train-prompt', 'clean', ...hints]
  const { code } = await train('hints', ...small, ...guided, '--batches', '1')
  expect(code).toBe(0)
  const feedback = { waves: [1, 3], when: 'all_failed', show: 'hint', hint_steps: 2 }
  expect(checkpointIn('hints').options?.feedback).toEqual(feedback)
  expect(linesIn('hints').filter(({ kind }) => kind === 'batch')).toMatchObject([{ lost: 0 }])
  const wrong = await train('wrong', '--when', 'failed', '--hint-steps', '0')
  expect(wrong.err).toMatch(/--when <condition>' argument 'failed' is invalid\. Allowed choices/)
  const idle = await train('wrong', '--hint-steps', '2')
  expect(idle.err).toMatch(/--hint-steps says how feedback goes, and there is none/)
})

it('trains on critiques that a model writes, where the server has one', async () => {
  const critic = await startOpenaiServer((response, request) => {
    const { content } = (request.body.messages as { content: string }[]).at(-1) ?? { content: '' }
    const facts = content.slice(content.lastIndexOf('Facts:\n') + 'Facts:\n'.length)
    return say(`Next time, mind this.\n${facts}`)(response, request)
  })
  const config = join(folder, 'critic.json')
  const profiles = { critic: { base_urls: [critic.baseUrl], model: 'any' } }
  writeFileSync(config, JSON.stringify({ profiles, groups: { critique_profile: 'critic' } }))
  const feedback = ['--mode', 'feedback', '--critique', 'model']
  const none = await train('written', ...small, ...feedback, '--batches', '1')
  expect(none.err).toMatch(/all 12 rollouts of a batch were lost: .*\nFix it/)
  expect(none.code).toBe(2)
  const mended = ['--config', config, '--db', join(folder, 'written.db')]
  const { code } = await train('written', '--resume', ...mended, '--batches', '1')
  await critic.close()
  expect(code).toBe(0)
  expect(linesIn('written').at(-1)).toMatchObject({ lost: 0 })
  expect(critic.requests.length).toBeGreaterThan(3)
  const rows = await runCommand('export', '--output', '-', '--db', join(folder, 'written.db'))
  expect(rows.out).toContain('Next time, mind this.')
})

it('says what is wrong', async () => {
  expect((await train('one', '--batches', '1')).err).toMatch(
    /already exists\nContinue with --resume/,
  )
  mkdirSync(join(folder, 'killed'))
  writeFileSync(join(folder, 'killed', 'metrics.jsonl'), '{"kind":"batch","batch":1}\n')
  const mixed = await train('killed', ...small, '--batches', '1')
  expect([mixed.code, mixed.err]).toEqual([
    2,
    expect.stringMatching(/metrics\.jsonl has the metrics of another run\nRemove it, or name/),
  ])
  expect((await train('two', '--resume')).err).toMatch(/checkpoint\.bin: there is no such file/)
  const both = await train('two', '--resume', '--initial', initial)
  expect(both.err).toMatch(/--resume and --initial contradict each other/)
  const idle = await train('two', '--waves', '1,3')
  expect(idle.err).toMatch(/--waves says how feedback goes, and there is none\nAdd --mode feedback/)
  expect((await train('two', '--waves', '1,x')).err).toMatch(/commas between: 2,3,3/)
  const pairs = await train('two', '--method', 'dpo')
  expect(pairs.err).toMatch(/the local engine has no method dpo\nIt has grpo, dapo, rloo/)
  const twice = await train('two', '--method', 'dapo', '--loss', 'rloo')
  expect(twice.err).toMatch(/--method and --loss contradict each other/)
  expect((await train('two', '--plan')).err).toMatch(/--plan is for the engines verl and trl/)
  const other = await train('two', '--env', 'mock-v1')
  expect(other.err).toMatch(/the local engine has no policy for mock-v1/)
  expect(other.code).toBe(2)
})

it('leaves a checkpoint of the last whole batch when it is interrupted', async () => {
  const words = ['train', '--engine', 'local', '--out', join(folder, 'three'), ...small]
  const child = spawnCommand([...words, '--evaluate-every', '1', '--batches', '100000'])
  let told = ''
  let isAsked = false
  child.stderr.on('data', (text) => {
    told += text
    if (isAsked || !/batch 2: /.test(told)) return
    isAsked = child.kill('SIGINT')
  })
  const { code, out } = await finished(child)
  expect(code).toBe(0)
  expect(out).toMatch(/the same command with --resume instead of --initial\.\n$/)
  const { state } = checkpointIn('three')
  expect(state.batch).toBeGreaterThanOrEqual(2)
  expect(existsSync(join(folder, 'three', 'checkpoint.bin.part'))).toBe(false)
})
