/** Guards that evaluate measures, is repeatable, stops cleanly, and compares two models. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { after, call, hang, say, startOpenaiServer } from '../../test/openai-server.ts'
import { startInProcess } from '../../test/support/in-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { Resources } from '../client/resources.ts'
import { phoneLearner } from '../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../train-bridge/local/policy/policy.ts'
import { freshCheckpoint, writeCheckpoint } from '../train-bridge/local/training/checkpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const evaluate = (...words: string[]) => runCommand('evaluate', ...words)
const phone = ['--env', 'phone-call-v2']
const path = (name: string): string => join(folder, name)

/** Serves a model that answers everything with a greeting, and records when it stops. */
const CHAT_SERVER = `
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [model, port, end] = process.argv.slice(2)
if (model === 'broken') { console.error('no such weights'); process.exit(3) }
process.on('SIGTERM', () => { writeFileSync(end, model); process.exit(0) })
createServer((request, response) => {
  const message = { role: 'assistant', content: 'hello' }
  const answer = request.url.endsWith('/models')
    ? { data: [{ id: model }] }
    : { choices: [{ index: 0, finish_reason: 'stop', message }], usage: {} }
  response.end(JSON.stringify(answer))
}).listen(Number(port), '127.0.0.1')
`

describe('evaluate', () => {
  it('keeps clean, first-try and with-feedback success apart, by split and level', async () => {
    const words = [...phone, '--policy', 'habit+memory', '--tasks', '30', '--critiques', '2']
    const { out, code } = await evaluate(...words, '--split', 'val', '--split', 'test', '--json')
    expect(code).toBe(0)
    const report = JSON.parse(out)
    expect(report).toMatchObject({
      policy: 'habit+memory',
      partial: false,
      rollouts_planned: 60,
      rollouts_played: 60,
      infrastructure_failures: 0,
    })
    const { segments, ceilings } = report
    expect(segments.map((one: { split: string }) => one.split).slice(0, 1)).toEqual(['val'])
    const val = segments.find((one: { split: string; level: null }) => one.level === null)
    expect(val.clean.trials).toBe(30)
    const [first, second] = val.with_feedback
    expect(first.shown.trials).toBe(30 - val.first_try.successes)
    expect(first.solved_by.rate).toBeGreaterThan(val.first_try.rate)
    expect(second.solved_by.rate).toBeGreaterThanOrEqual(first.solved_by.rate)
    expect(val.metrics).toHaveProperty('fields_asked')
    expect(ceilings.length).toBeGreaterThan(2)
  })

  it('plays with other settings, and says them', async () => {
    const words = [...phone, '--policy', 'oracle', '--tasks', '4', '--json']
    const { out, err } = await evaluate(...words, '--settings', '{"stage": "curriculum"}')
    expect(err).not.toContain('not played')
    const report = JSON.parse(out)
    expect(report).toMatchObject({ settings: { stage: 'curriculum' }, rollouts_played: 4 })
    expect(report.ceilings).toEqual([])
    expect(report.segments[0].clean.rate).toBe(1)
    const wrong = await evaluate(...words, '--settings', '{"stage": "all"}')
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('stage')
  })

  it('starts the chat server of a model, and ends it', async () => {
    writeFileSync(path('serve.mjs'), CHAT_SERVER)
    const served = `${process.execPath} ${path('serve.mjs')} {model} {port} ${path('ended')}`
    const words = [...phone, '--policy', 'openai', '--tasks', '2', '--serve-with', served, '--json']
    const { out, code } = await evaluate(...words, '--serve', 'some/model')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ policy: 'openai:some/model', rollouts_played: 2 })
    expect(readFileSync(path('ended'), 'utf8')).toBe('some/model')
    const broken = await evaluate(...words, '--serve', 'broken')
    expect(broken.code).toBe(2)
    expect(broken.err).toContain('ended with code 3')
    expect(broken.err).toContain('no such weights')
    const twice = await evaluate(...words, '--serve', 'one', '--model', 'other')
    expect(twice.err).toContain('--serve already sets the model')
  })

  it('gives the same report with the same seed, however many are played at once', async () => {
    const words = [...phone, '--policy', 'random', '--tasks', '6', '--rollouts', '3', '--json']
    const first = await evaluate(...words, '--concurrency', '1')
    const second = await evaluate(...words, '--concurrency', '16')
    const other = await evaluate(...words, '--seed', '5')
    expect(first.out).toBe(second.out)
    expect(first.out).not.toBe(other.out)
    const [segment] = JSON.parse(first.out).segments
    expect(segment.pass_at_k.map(({ k }: { k: number }) => k)).toEqual([1, 2, 3])
    expect(segment.diversity.distinct_share).toBeGreaterThan(0.9)
  })

  it('chooses levels, and writes its report', async () => {
    const words = [...phone, '--policy', 'oracle', '--level', '3', '--level', '5', '--tasks', '5']
    const { out, code } = await evaluate(...words, '--output-dir', path('oracle'))
    expect(code).toBe(0)
    expect(out).toContain('| val, level 3 |')
    expect(out).not.toContain('| val, level 1 |')
    expect(readdirSync(path('oracle')).sort()).toEqual([
      'failures.jsonl',
      'report.json',
      'report.md',
      'rollouts.jsonl',
      'success-val.svg',
    ])
    const rows = readFileSync(join(path('oracle'), 'rollouts.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(rows).toHaveLength(5)
    expect(JSON.parse(rows[0] ?? '')).toMatchObject({ success: true, reward: 1, critiques: 0 })
    expect(readFileSync(join(path('oracle'), 'report.md'), 'utf8')).toContain('](success-val.svg)')
  })

  it('plays a checkpoint, as the policy that was saved', async () => {
    const file = path('start.ckpt')
    const local = new LocalPolicy(phoneLearner, 'linear', 1)
    writeCheckpoint(file, freshCheckpoint(local))
    const words = [...phone, '--policy', `checkpoint:${file}`, '--tasks', '12', '--json']
    const { out, code } = await evaluate(...words)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ policy: `checkpoint:${file}`, rollouts_played: 12 })
    expect((await evaluate(...words, '--concurrency', '1')).out).toBe(out)
    local.weights.fill(0.5)
    writeCheckpoint(file, freshCheckpoint(local))
    expect((await evaluate(...words)).out).not.toBe(out)
  })

  it('lets the server show the critiques, and labels its episodes by run', async () => {
    const server = await startInProcess({})
    try {
      const words = ['--env', 'mock-v1', '--policy', 'random', '--tasks', '8', '--critiques', '1']
      const { out, err } = await evaluate(...words, '--url', server.url, '--run', 'r1', '--json')
      expect(err).toBe('')
      const { segments } = JSON.parse(out)
      const resources = new Resources({ url: server.url })
      const { episodes } = await resources.episodes({ run: 'r1' })
      const logs = await Promise.all(episodes.map(({ episode_id: id }) => resources.log(id)))
      const guided = logs.filter(([opened]) => opened?.payload?.includes('<previous_attempts>'))
      expect(guided).toHaveLength(segments[0].with_feedback[0].shown.trials)
      expect(guided.length).toBeGreaterThan(0)
      expect(episodes.length - guided.length).toBe(8)
    } finally {
      await server.stop()
    }
  })

  it('counts failures of the model server apart, by reason', async () => {
    const model = ['--policy', 'openai', '--model', 'm', '--base-url', 'http://127.0.0.1:1/v1']
    const words = ['--env', 'mock-v1', ...model, '--model-timeout', '1s', '--tasks', '2', '--json']
    const { out, err, code } = await evaluate(...words)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      rollouts_played: 0,
      segments: [],
      infrastructure_failures: 2,
      failure_reasons: { 'policy/unavailable': 2 },
    })
    expect(err).toMatch(/task 0 of val was not played: /)
  })

  it('reports what was played when it is interrupted', async () => {
    const model = await startOpenaiServer()
    const answer = call('read_code', '{}')
    model.script(answer, say('stop'), say('stop'), (response, request) => {
      process.emit('SIGINT')
      return hang(response, request)
    })
    const flags = ['--policy', 'openai', '--model', 'm', '--base-url', model.baseUrl]
    const words = ['--env', 'mock-v1', ...flags, '--tasks', '4', '--concurrency', '1']
    const { out, err, code } = await evaluate(...words)
    await model.close()
    expect(code).toBe(1)
    expect(err).toContain('stopping; the rollouts played so far are reported')
    expect(out).toContain('**Stopped early: 1 of 4 rollouts were played.**')
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it.each([
    [['--policy', 'oracle'], /required option '--env'/],
    [phone, /required option '--policy'/],
    [[...phone, '--policy', 'oracel'], /there is no policy "oracel"/],
    [[...phone, '--policy', 'checkpoint:nowhere'], /nowhere: there is no such file/],
    [[...phone, '--policy', 'checkpoint:package.json'], /package\.json: is no checkpoint/],
    [[...phone, '--policy', 'habit', '--split', 'vla'], /there is no split "?vla/],
    [[...phone, '--policy', 'habit', '--level', '9'], /split val .* has no tasks of level 9/],
    [[...phone, '--policy', 'habit', '--rollouts', '0'], /Give a whole number from 1/],
  ])('refuses %j with a remedy', async (words, message) => {
    const { out, err, code } = await evaluate(...words)
    expect({ out, code }).toEqual({ out: '', code: 2 })
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n {4}at /)
  })
})

describe('evaluate compare', () => {
  const prompts = path('prompts.jsonl')
  const answers = path('answers.jsonl')
  const lines = (...rows: readonly object[]): string =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileSync(prompts, lines({ prompt: 'One?' }, { prompt: 'Two?' }, { prompt: 'Three?' }))
  writeFileSync(
    answers,
    lines({ prompt: 'One?', answer: 'old' }, { prompt: 'Two?', answer: 'old' }),
  )

  it('asks a model, takes stored answers of another, and writes every row', async () => {
    vi.stubEnv('BACKCHANNEL_TEST_REWARD_KEY', 'sk-reward')
    const model = await startOpenaiServer(say('new'))
    const judge = await startOpenaiServer((response, request) => {
      const isNew = JSON.stringify(request.body.messages).includes('"new"')
      return say(isNew ? 'reward:-1.5' : 'reward:-12.3')(response, request)
    })
    const words = ['--prompts', prompts, '--model-a', 'fresh', '--base-url-a', model.baseUrl]
    const reward = ['--reward-model', 'judge', '--reward-base-url', judge.baseUrl]
    const key = ['--reward-api-key-env', 'BACKCHANNEL_TEST_REWARD_KEY']
    const { out, err, code } = await evaluate(
      ...['compare', ...words, '--answers-b', answers, ...reward, ...key],
      ...['--json', '--output-dir', path('comparison')],
    )
    await Promise.all([model.close(), judge.close()])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      model_a: 'fresh',
      n_scored: 2,
      wins: 2,
      mean_reward: -1.5,
      mean_reference_reward: -12.3,
      improvement: { mean: 10.8 },
      errors: { 'answer_b/none': 1 },
    })
    expect(err).toMatch(/missing: line-3, answer_b: .* has no answer to prompt line-3/)
    expect(judge.requests[0]?.headers.authorization).toBe('Bearer sk-reward')
    expect(model.requests[0]?.body).toMatchObject({ temperature: 0.7, top_p: 0.9, max_tokens: 256 })
    const files = readdirSync(path('comparison')).sort()
    expect(files).toEqual(['differences.svg', 'report.json', 'report.md', 'rows.jsonl'])
    const texts = files.map((name) => readFileSync(join(path('comparison'), name), 'utf8'))
    expect(texts.join('')).not.toContain('sk-reward')
  })

  it('reports what was compared when it is interrupted', async () => {
    const judge = await startOpenaiServer()
    const stop = after(20, (response, request) => {
      process.emit('SIGTERM')
      return hang(response, request)
    })
    judge.script(say('reward:1'), say('reward:0'), stop)
    const reward = ['--reward-model', 'judge', '--reward-base-url', judge.baseUrl]
    const both = ['--answers-a', answers, '--answers-b', answers]
    const words = ['compare', '--prompts', prompts, ...both, ...reward, '--concurrency', '1']
    const { out, code } = await evaluate(...words)
    await judge.close()
    expect(code).toBe(1)
    expect(out).toContain('**Stopped early: not all prompts were compared.**')
    expect(out).toContain('| scored for both | 1 |')
  })

  const reward = ['--reward-model', 'j', '--reward-base-url', 'http://127.0.0.1:1/v1']
  it.each([
    [['--prompts', prompts], /required option '--reward-model/],
    [['--prompts', prompts, ...reward], /model a needs a server or stored answers/],
    [
      ['--prompts', prompts, ...reward, '--answers-a', answers, '--base-url-a', 'http://a/v1'],
      /model a needs a server or stored answers, one of them/,
    ],
    [
      ['--prompts', path('no.jsonl'), ...reward, '--answers-a', answers, '--answers-b', answers],
      /no\.jsonl: there is no such file/,
    ],
    [
      ['--prompts', prompts, ...reward, '--reward-api-key-env', 'BACKCHANNEL_TEST_NO_KEY'],
      /variable BACKCHANNEL_TEST_NO_KEY is not set/,
    ],
    [
      ['--prompts', prompts, '--reward-model', 'j', '--reward-base-url', 'nowhere'],
      /no usable base URL/,
    ],
  ])('refuses %j with a remedy', async (words, message) => {
    const { out, err, code } = await evaluate('compare', ...words)
    expect({ out, code }).toEqual({ out: '', code: 2 })
    expect(err).toMatch(message)
  })
})
