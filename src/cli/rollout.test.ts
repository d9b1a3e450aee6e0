/** Guards that rollouts are played and summed up, and that failures never count as scores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, hang, say, startOpenaiServer } from '../../test/openai-server.ts'
import { type InProcessServer, startInProcess } from '../../test/support/in-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { Resources } from '../client/resources.ts'

const CLIENT = 'a-token-of-a-client'
const ADMIN = 'a-token-of-an-admin'
const data = mkdtempSync(join(tmpdir(), 'backchannel-no-data-'))
let server: InProcessServer

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'learner', role: 'client', token: CLIENT },
      { principal: 'boss', role: 'admin', token: ADMIN },
    ],
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(data, { recursive: true })
})

const rollout = (...words: string[]) => runCommand('rollout', '--env', 'mock-v1', ...words)
const local = ['--data', data]

it('plays on a server in this process and prints a table', async () => {
  const { out, code } = await rollout(...local, '--policy', 'oracle', '--count', '5')
  expect(code).toBe(0)
  expect(out).toMatch(/\nall +5 +100\.0 % +56\.6 % to 100\.0 % +1\.000\n/)
  expect(out).toMatch(/end reasons: completed 5/)
})

it('repeats itself with the same seed', async () => {
  const words = [...local, '--policy', 'random', '--indices', '3-12', '--json']
  const [first, second, other] = await Promise.resolve().then(async () => [
    await rollout(...words, '--seed', '1', '--concurrency', '1'),
    await rollout(...words, '--seed', '1', '--concurrency', '8'),
    await rollout(...words, '--seed', '2'),
  ])
  expect(first?.out).toBe(second?.out)
  expect(first?.out).not.toBe(other?.out)
  expect(JSON.parse(first?.out ?? '')).toMatchObject({ policy: 'random', episodes: 10 })
})

it('plays with settings, and says which are wrong', async () => {
  const words = ['--env', 'phone-call-v2', '--policy', 'random', '--count', '2', '--json']
  const played = await runCommand('rollout', ...words, '--settings', '{"reward_profile": "ladder"}')
  expect({ code: played.code, ...JSON.parse(played.out) }).toMatchObject({
    code: 0,
    mean_metrics: { required_calls: expect.any(Number) },
  })
  const file = new URL('../../presets/phone-seed-compact.json', import.meta.url).pathname
  expect((await runCommand('rollout', ...words, '--settings', file)).code).toBe(0)
  const wrong = [
    [
      '/nowhere/at-all.json',
      /^error: \/nowhere\/at-all\.json: there is no such file; check the path\n/,
    ],
    ['{"reward_profile": "x"}', /settings\.reward_profile/],
    ['{"csr_source": "model"}', /no chat profile "csr"; this server has none/],
    ['ladder', /--settings is ladder, not a JSON object/],
  ] as const
  for (const [settings, message] of wrong) {
    const { err, code } = await runCommand('rollout', ...words, '--settings', settings)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  }
})

it('plays on a running server under a label', async () => {
  const there = ['--url', server.url, '--token', ADMIN]
  const words = ['--policy', 'oracle', '--count', '3', '--run', 'first', '--json']
  const { out, code } = await rollout(...there, ...words)
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, episodes: 3, success_rate: 1 })
  const resources = new Resources({ url: server.url, token: ADMIN })
  const { episodes } = await resources.episodes({ run: 'first', success: true })
  expect(episodes.map(({ task }) => task).sort()).toEqual([
    'val-000000',
    'val-000001',
    'val-000002',
  ])
})

it('says plainly that a client token does not show hidden facts', async () => {
  const there = ['--url', server.url, '--token', CLIENT]
  const { err, out, code } = await rollout(...there, '--policy', 'oracle', '--count', '2')
  expect({ out, code }).toEqual({ out: '', code: 2 })
  expect(err).toMatch(
    /must see the hidden side of tasks, which the token does not allow .*\n.*admin/,
  )
  expect((await rollout(...there, '--policy', 'random', '--count', '2')).code).toBe(0)
  const denied = await rollout('--url', server.url, '--token', 'nonsense', '--policy', 'random')
  expect({ err: denied.err, code: denied.code }).toMatchObject({
    err: expect.stringMatching(/auth\/denied/),
    code: 2,
  })
})

it('lets a model play, which sees the conversation and the tools', async () => {
  // A model that reads the label, then enters the code from the conversation.
  const model = await startOpenaiServer((response, request) => {
    const told = /label says (\d+)/.exec(JSON.stringify(request.body.messages))?.[1]
    const answer = told === undefined ? call('read_code', '{}') : call('enter_code', { code: told })
    return answer(response, request)
  })
  const flags = ['--policy', 'openai', '--model', 'm', '--base-url', model.baseUrl]
  const sampling = ['--temperature', '0.5', '--max-tokens', '99']
  const { out, code } = await rollout(...local, ...flags, ...sampling, '--count', '4', '--json')
  await model.close()
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ policy: 'openai:m', success_rate: 1, mean_turns: 2 })
  expect(model.requests).toHaveLength(8)
  expect(model.requests[0]?.body).toMatchObject({ model: 'm', temperature: 0.5, max_tokens: 99 })
})

it('counts failures of the model server apart, as no score', async () => {
  const model = ['--policy', 'openai', '--model', 'm', '--base-url', 'http://127.0.0.1:1/v1']
  const few = ['--count', '5', '--model-timeout', '1s', '--json']
  const there = ['--url', server.url, '--token', ADMIN, '--run', 'broken']
  const { out, err, code } = await rollout(...there, ...model, ...few)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    episodes: 0,
    success_rate: null,
    infrastructure_failures: 5,
    failure_reasons: { 'policy/unavailable': 5 },
  })
  expect(err).toMatch(/^(task \d was not played: .*\n){3}and 2 more\n$/)
  const resources = new Resources({ url: server.url, token: ADMIN })
  const { episodes } = await resources.episodes({ run: 'broken' })
  expect(episodes.map(({ end_reason: reason }) => reason)).toEqual(
    new Array(5).fill('client_fault'),
  )
})

it.each([
  [['--policy', 'oracel'], /there is no policy "oracel"\nDid you mean oracle\?/],
  [['--policy', 'openai'], /needs a model and where it is served\nGive --model/],
  [['--policy', 'random', '--model', 'm'], /not for the policy "random"/],
  [['--policy', 'random', '--split', 'vla'], /no split "vla"\nIts splits: train, val, stream/],
  [['--policy', 'random', '--count', '101'], /split val of mock-v1 has the tasks 0 to 99\n/],
  [
    ['--policy', 'random', '--split', 'stream', '--count', '5000000000'],
    /5000000000 tasks are too many\nAsk for at most 1000000\./,
  ],
  [['--policy', 'random', '--count', '0'], /Give a whole number from 1 on/],
  [['--policy', 'random', '--indices', '9-3'], /Give a number, or two such as 0-99/],
  [['--policy', 'random', '--indices', '1-3', '--count', '3'], /contradict each other/],
  [['--policy', 'random', '--url', 'nowhere'], /"nowhere" is not the address of a server/],
])('refuses %j with a remedy', async (words, message) => {
  const { out, err, code } = await rollout(...local, ...words)
  expect({ out, code }).toEqual({ out: '', code: 2 })
  expect(err).toMatch(message)
  expect(err).not.toMatch(/\n {4}at /)
})

it('refuses a label that the server would refuse before it plays a task', async () => {
  for (const label of ['a\nb', '', 'x'.repeat(201)]) {
    const words = [...local, '--policy', 'oracle', '--run', label]
    const { err, code } = await rollout(...words)
    expect([code, err]).toEqual([2, expect.stringMatching(/--run.* run: must be .*characters/s)])
    expect(err).not.toContain('was not played')
  }
})

it('says which environments a policy plays, and plays nothing else', async () => {
  for (const [policy, env] of [
    ['student', 'phone-call-v2'],
    ['habit', 'math-feedback-v1'],
    ['call-everyone', 'q-code-v1'],
  ] as const) {
    const { err, code } = await runCommand('rollout', '--policy', policy, '--env', env)
    expect([code, err]).toEqual([2, expect.stringMatching(`"${policy}" plays .* only`)])
  }
})

it('prints what there is when it is interrupted', async () => {
  const model = await startOpenaiServer()
  model.script(call('read_code', '{}'), say('stop'), say('stop'), (response, request) => {
    process.emit('SIGINT')
    return hang(response, request)
  })
  const flags = ['--policy', 'openai', '--model', 'm', '--base-url', model.baseUrl]
  const words = [...flags, '--count', '4', '--concurrency', '1', '--json']
  const { out, err, code } = await rollout(...local, ...words)
  await model.close()
  expect(code).toBe(1)
  expect(err).toContain('stopped: 3 of 4 were not played')
  expect(JSON.parse(out)).toMatchObject({ episodes: 1, infrastructure_failures: 0 })
  expect(process.listenerCount('SIGINT')).toBe(0)
})
