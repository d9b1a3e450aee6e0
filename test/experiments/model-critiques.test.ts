// Guards how critiques of models are judged: names, leaks, the server's checks, and second tries.

import { beforeAll, expect, it } from 'vitest'
import {
  createStage,
  type FailedTry,
  findFailedTries,
  playSecondTries,
  SECOND_TRIES,
  type Stage,
} from '../../experiments/model-critiques/attempts.ts'
import { writeCritique } from '../../experiments/model-critiques/critics.ts'
import { judge } from '../../experiments/model-critiques/judge.ts'
import type { CritiqueRecord } from '../../experiments/model-critiques/records.ts'
import { reportMarkdown } from '../../experiments/model-critiques/report.ts'
import { createChatClient } from '../../src/effects/chat-client.ts'
import { say, startOpenaiServer } from '../openai-server.ts'

let stage: Stage
let failures: FailedTry[]
beforeAll(async () => {
  stage = await createStage(3)
  failures = (await findFailedTries(stage, 12)).slice(0, 6)
})

it('finds failed tries whose rule critique names all that was missing', () => {
  expect(failures).toHaveLength(6)
  for (const failed of failures) {
    const judgement = judge(failed.attempt.critique, failed)
    expect(judgement.missing.length).toBeGreaterThan(0)
    expect(judgement.missing_named).toEqual(judgement.missing)
    expect(judgement.departments_named).toEqual(judgement.departments)
    expect([judgement.invented, judgement.leaks]).toEqual([[], 0])
  }
})

it('judges names and values, and no other words', () => {
  const failed: FailedTry = {
    index: 0,
    attempt: { episode: '', index: 0, outcome: 'failed', did: '', critique: '' },
    transcript: [{ role: 'user', content: 'I am Ada Byron.' }],
    customerValues: ['Ada Byron', '90210', 'no'],
    events: [
      {
        ...{ kind: 'refused', reason: 'details', company: 'Ferry', department: 'Billing Office' },
        ...{ missing: [{ field: 'full_name' }, { field: 'email' }], wrong: [], held: false },
        not_unavailable: [],
        call: {
          ...{ phone_number: '1', service: 'refund', unavailable: [], reference_number: '' },
          auth_info: { account_number: '12345' },
        },
      },
    ],
  }
  const text = 'The billing office needs the Full Name, not the account-number. Try billing_zip.'
  expect(judge(text, failed)).toEqual({
    ...{ missing: ['full_name', 'email'], missing_named: ['full_name'] },
    ...{ departments: ['Billing Office'], departments_named: ['Billing Office'] },
    ...{ invented: ['billing_zip'], leaks: 0, copies: 0 },
  })
  expect(judge('Ada Byron lives at 90210, no?', failed)).toMatchObject({ leaks: 1, copies: 1 })
})

it('measures what a critique adds to second tries with the same draws', async () => {
  const [nobody, rule] = [0, 0].map(() => [] as number[]) as [number[], number[]]
  for (const failed of failures) {
    nobody.push(await playSecondTries(stage, failed, undefined))
    rule.push(await playSecondTries(stage, failed, (attempt) => attempt))
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  expect(sum(rule)).toBeGreaterThan(sum(nobody) + 6)
  expect(Math.max(...rule)).toBeLessThanOrEqual(SECOND_TRIES)
})

it('asks the model as the server does, with and without the critique by rule', async () => {
  const [failed] = failures as [FailedTry]
  const server = await startOpenaiServer(say(failed.attempt.critique))
  try {
    const client = createChatClient({ baseUrls: [server.baseUrl], model: 'm' })
    expect(await writeCritique(client, 'model', failed)).toMatchObject({ passes_checks: true })
    expect(await writeCritique(client, 'model_alone', failed)).toMatchObject({
      ...{ passes_checks: null, text: failed.attempt.critique, completion_tokens: 1 },
    })
    const prompts = server.requests.map(({ body }) => JSON.stringify(body))
    const rule = JSON.stringify(failed.attempt.critique).slice(1, -1)
    expect(prompts.map((prompt) => prompt.includes(rule))).toEqual([true, false])
    server.script(say('Ask for the shoe_size.'))
    expect(await writeCritique(client, 'model', failed)).toMatchObject({ passes_checks: false })
  } finally {
    await server.close()
  }
})

it('compares writers on the tasks that both have', () => {
  const record = (writer: CritiqueRecord['writer'], index: number, successes: number) => ({
    ...{ seed: 1, index, writer, model: null, max_tokens: null, text: '', passes_checks: null },
    ...{ prompt_tokens: null, completion_tokens: null, judgement: null },
    ...{ second_tries: 16, successes },
  })
  const text = reportMarkdown([
    ...[1, 2].map((index) => record('nobody', index, 4)),
    ...[1, 2, 3].map((index) => record('rule', index, 8)),
    ...[1, 2, 3].map((index) => record('outcome', index, 0)),
  ])
  expect(text).toContain('| rule | 3 | 48 | 50.0 | 25.0 | – |')
  // The server shows the rule's critique, 8 of 16, where the model's fails the checks.
  const ofModel = { ...record('model', 1, 2), model: 'm' }
  const checks = [false, true].map((passes_checks) =>
    reportMarkdown([record('rule', 1, 8), { ...ofModel, passes_checks }]),
  )
  expect(checks[0]).toContain('| model\\_checked: m | 1 | 16 | 50.0 |')
  expect(checks[1]).toContain('| model\\_checked: m | 1 | 16 | 12.5 |')
  // No success in three tasks is no proof: Wilson's upper bound.
  expect(text).toContain('| outcome | 3 | 48 | 0.0 (0.0 to 56.1) | -25.0 | -50.0 |')
})
