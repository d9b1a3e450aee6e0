/** Guards that failed answers and scores are missing and counted, never 0. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Behaviour,
  hang,
  type OpenaiServer,
  refuse,
  reply,
  reset,
  say,
  startOpenaiServer,
} from '../../../../test/openai-server.ts'
import { writeRows } from '../../../datasets/rows/write.ts'
import { askedModel, storedModel } from './answers.ts'
import { type ComparisonPlan, comparePrompts } from './compare.ts'
import { comparisonMarkdown, comparisonPlots } from './present.ts'
import { readAnswers, readPrompts } from './prompts.ts'
import { summariseComparison } from './report.ts'
import { readReward, rewardModel } from './reward.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-comparison-'))
const file = (name: string, ...rows: readonly unknown[]): string => {
  const path = join(folder, name)
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
let judge: OpenaiServer
beforeAll(async () => {
  judge = await startOpenaiServer()
})
afterEach(() => judge.script())
afterAll(async () => {
  await judge.close()
  rmSync(folder, { recursive: true })
})

describe('a score', () => {
  it.each([
    ['reward:-25.625', -25.625],
    [' Reward : 3\n', 3],
    ['-0.5', -0.5],
    ['reward:+.5', 0.5],
    ['reward:1e-3', 0.001],
    ['reward:0', 0],
    ['', undefined],
    ['reward:', undefined],
    ['reward:NaN', undefined],
    ['reward:1e999', undefined],
    ['reward:-1.5 because', undefined],
    ['helpfulness:4,correctness:3', undefined],
    ['I would give 7', undefined],
    ['1,5', undefined],
  ])('of %j is %j', (content, expected) => {
    expect(readReward(content)).toBe(expected)
  })
})

describe('prompts', () => {
  it('are read in the form of preference data sets, with errors for bad rows', async () => {
    const path = file(
      'prompts.jsonl',
      { prompt: 'One?', prompt_id: 'p1', chosen: [{ role: 'user', content: 'One?' }] },
      {
        prompt: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'Two?' },
        ],
      },
      '{"prompt": ',
      { messages: [{ role: 'user', content: 'Four?' }] },
      { text: 'no prompt' },
      { prompt: 'Six?' },
    )
    const { prompts, unreadable } = await readPrompts(path, 5)
    expect(prompts).toEqual([
      { id: 'p1', text: 'One?' },
      { id: 'line-2', text: 'Two?' },
      { id: 'line-4', text: 'Four?' },
    ])
    expect(unreadable.map(({ number }) => number)).toEqual([3, 5])
  })

  it('are read from Parquet', async () => {
    const path = join(folder, 'prompts.parquet')
    await writeRows(path, [{ prompt: 'One?', prompt_id: 'p1' }, { prompt: 'Two?' }])
    const { prompts } = await readPrompts(path, 10)
    expect(prompts).toEqual([
      { id: 'p1', text: 'One?' },
      { id: 'row-2', text: 'Two?' },
    ])
  })
})

describe('stored answers', () => {
  it('are found by id or by text; the first one counts, even if it is empty', async () => {
    const path = file(
      'answers.jsonl',
      { prompt_id: 'p1', answer: 'first' },
      { prompt_id: 'p1', answer: 'second' },
      { prompt: 'Two?', response: '' },
      { answer: 'to nothing' },
    )
    const answers = await readAnswers(path)
    expect(answers.find({ id: 'p1', text: 'One?' })).toMatchObject({ text: 'first' })
    expect(answers.find({ id: 'line-2', text: 'Two?' })).toMatchObject({ text: '' })
    expect(answers.find({ id: 'line-3', text: 'Three?' })).toBeUndefined()
    expect(answers.unreadable).toHaveLength(1)
  })

  it('are scored without thoughts, as those of a live model', async () => {
    const model = stored('a', { p1: '<think>\nHm.\n</think>\n\nYes.', p2: 'No.' })
    const texts = PROMPTS.slice(0, 2).map(async (prompt) => model.answer(prompt, undefined))
    expect((await Promise.all(texts)).map(({ text }) => text)).toEqual(['Yes.', 'No.'])
  })

  it('are refused if there are none', async () => {
    const path = file('none.jsonl', { prompt: 'One?' })
    await expect(readAnswers(path)).rejects.toThrow(/none\.jsonl: holds no answers.*answer/)
  })
})

const PROMPTS = ['One?', 'Two?', 'Three?', 'Four?'].map((text, at) => ({ id: `p${at + 1}`, text }))

const stored = (name: string, answers: Readonly<Record<string, string>>) =>
  storedModel(name, {
    find({ id }) {
      const text = answers[id]
      return text === undefined ? undefined : { text, cut: false }
    },
    unreadable: [],
  })

const judging = () =>
  rewardModel({ baseUrls: [judge.baseUrl], model: 'judge', deadlineMs: 500, retries: 0 })

/** A reward server that scores by the answer's text. */
const byAnswer =
  (behaviours: Readonly<Record<string, Behaviour>>): Behaviour =>
  (response, request) => {
    const messages = request.body.messages as readonly { content: string }[]
    const behave = behaviours[messages[1]?.content ?? ''] ?? say('what?')
    return behave(response, request)
  }

async function compare(more: Partial<ComparisonPlan> = {}) {
  const data = await comparePrompts({
    prompts: PROMPTS,
    a: stored('a', { p1: 'a1', p2: 'a2', p3: 'a3', p4: 'a4' }),
    b: stored('b', { p1: 'b1', p2: 'b2', p3: 'b3', p4: 'b4' }),
    reward: judging(),
    tieWithin: 0,
    concurrency: 2,
    ...more,
  })
  const names = { modelA: 'a', modelB: 'b', rewardModel: 'judge' }
  const setup = { ...names, seed: 1, tieWithin: 0, prompts: PROMPTS.length, unreadable: 0 }
  return { ...data, report: summariseComparison(data, setup) }
}

describe('a comparison', () => {
  it('counts only scored prompts, and a tie as half a win', async () => {
    judge.script(
      byAnswer({
        a1: say('reward:-12.3'),
        b1: say('reward:-20'),
        a2: say('reward:-5'),
        b2: say('reward:-5'),
        a3: say('reward:1.5'),
        b3: say('reward:2'),
        a4: say('3'),
        b4: say('reward:-1'),
      }),
    )
    const { rows, report } = await compare()
    expect(rows.map(({ outcome, difference }) => [outcome, difference])).toEqual([
      ['win', 7.7],
      ['tie', 0],
      ['loss', -0.5],
      ['win', 4],
    ])
    expect(report).toMatchObject({
      n_scored: 4,
      wins: 2,
      ties: 1,
      losses: 1,
      win_rate: { mean: 0.625 },
      mean_reward: -3.2,
      mean_reference_reward: -6,
      length_ratio: 1,
      errors: {},
      partial: false,
    })
    expect(report.improvement.mean).toBeCloseTo(2.8, 12)
    expect(report.improvement.low).toBeLessThan(2.8)
    const [request] = judge.requests.filter(({ body }) => JSON.stringify(body).includes('a1'))
    expect(request?.body).toMatchObject({
      model: 'judge',
      messages: [
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'a1' },
      ],
    })
    const [plot] = comparisonPlots(report, rows)
    expect(plot?.svg).toContain('differences of reward')
    expect(comparisonMarkdown(report)).toContain('| win rate | 62.5 % (')
  })

  it('never counts a failed score as 0', async () => {
    judge.script(
      byAnswer({
        a1: refuse(400, { error: { message: 'too long' } }),
        b1: say('reward:-20'),
        a2: hang,
        b2: say('reward:-20'),
        a3: say('I like it'),
        b3: reset,
        a4: say('reward:-2'),
        b4: say('reward:-3'),
      }),
    )
    const messages: string[] = []
    const { rows, report } = await compare({ onFailure: (message) => messages.push(message) })
    expect(rows.map(({ errors }) => errors)).toEqual([
      ['reward_a/refused'],
      ['reward_a/timeout'],
      ['reward_a/unreadable', 'reward_b/unavailable'],
      [],
    ])
    expect(rows.slice(0, 3).every(({ outcome }) => outcome === null)).toBe(true)
    expect(report).toMatchObject({
      n_scored: 1,
      wins: 1,
      mean_reward: -2,
      mean_reference_reward: -3,
      errors: {
        'reward_a/refused': 1,
        'reward_a/timeout': 1,
        'reward_a/unreadable': 1,
        'reward_b/unavailable': 1,
      },
    })
    expect(messages.join('\n')).toMatch(/p3, reward_a: .*"I like it", which is no score/)
  })

  it.each([0.002, 0.31, 0.6, 14])(
    'plots differences up to %d in bins of different names',
    (reach) => {
      const rows = [-reach / 3, 0, reach].map((difference) => ({ difference }))
      const [plot] = comparisonPlots({ model_a: 'a', model_b: 'b' } as never, rows as never)
      const names = plot?.svg.match(/(?<=y="362"[^>]*>)[^<]+/g) ?? []
      expect(new Set(names).size).toBe(12)
      expect(Number(names[0])).toBeLessThan(0)
    },
  )

  it('has no numbers if nothing was scored', async () => {
    judge.script(reply({ choices: [] }))
    const { rows, report } = await compare()
    expect(report).toMatchObject({
      n_scored: 0,
      win_rate: { mean: null, low: null, high: null },
      mean_reward: null,
      improvement: { mean: null, low: null, high: null },
      errors: { 'reward_a/invalid': 4, 'reward_b/invalid': 4 },
    })
    expect(comparisonPlots(report, rows)).toEqual([])
  })

  it('requests no score if an answer is missing, and scores empty answers', async () => {
    judge.script(say('reward:1'))
    const { report } = await compare({ a: stored('a', { p1: 'twice as long', p2: '' }) })
    expect(report).toMatchObject({
      n_scored: 2,
      ties: 2,
      empty_answers_a: 1,
      mean_length_a: 6.5,
      mean_length_b: 2,
      length_ratio: 3.25,
      errors: { 'answer_a/none': 2 },
    })
    expect(judge.requests).toHaveLength(4)
  })

  it('counts stored answers that were cut off, and none if a file does not say', async () => {
    judge.script(say('reward:1'))
    const rows = [
      { prompt: 'One?', answer: 'a', cut: true },
      { prompt: 'Two?', answer: 'b', cut: false },
    ]
    const prompts = PROMPTS.slice(0, 2)
    const a = storedModel('a', await readAnswers(file('cut.jsonl', ...rows)))
    const silent = rows.map(({ cut: _, ...row }) => row)
    const b = storedModel('b', await readAnswers(file('silent.jsonl', ...silent)))
    const { report } = await compare({ prompts, a, b })
    expect(report).toMatchObject({ cut_answers_a: 1, cut_answers_b: null })
    expect(comparisonMarkdown(report)).toContain('| answers cut at the limit | 1 and – |')
  })

  it('counts scores within the given difference as ties', async () => {
    judge.script(
      byAnswer({ a1: say('-12.3'), b1: say('-12.4'), a2: say('-12.3'), b2: say('-12.5') }),
    )
    const { rows } = await compare({ prompts: PROMPTS.slice(0, 2), tieWithin: 0.1 })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['tie', 'win'])
  })

  it('returns its finished rows if it is stopped', async () => {
    const controller = new AbortController()
    let asked = 0
    judge.script((response, request) => {
      asked += 1
      if (asked <= 2) return say('reward:1')(response, request)
      controller.abort()
    })
    const { signal } = controller
    const { rows, partial } = await compare({ signal, concurrency: 1 })
    expect({ rows: rows.length, partial }).toEqual({ rows: 1, partial: true })
  })
})

describe('a live model', () => {
  it('gets only the prompt and its seed, and is scored without thoughts', async () => {
    const model = await startOpenaiServer(say('<think>hm</think>\nFour.'))
    const ask = () =>
      askedModel(
        {
          baseUrls: [model.baseUrl],
          model: 'm',
          temperature: 0.7,
          maxTokens: 9,
          extraBody: { top_p: 0.9 },
        },
        5,
      ).answer({ id: 'p1', text: 'Two and two?' }, undefined)
    expect(await ask()).toEqual({ text: 'Four.', cut: false })
    await ask()
    await model.close()
    const [first, second] = model.requests.map(({ body }) => body)
    expect(first).toEqual(second)
    expect(first).toMatchObject({
      messages: [{ role: 'user', content: 'Two and two?' }],
      ...{ temperature: 0.7, max_tokens: 9, top_p: 0.9 },
    })
  })
})
