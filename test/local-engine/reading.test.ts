// Guards the reader: what a conversation and its critiques say arrives as features, whoever asks.

import { describe, expect, it } from 'vitest'
import { featureHash } from '../../src/env/learner/rows.ts'
import { splitAttempts } from '../../src/env/learner/split-attempts.ts'
import { phoneLearner } from '../../src/env/phone-call/players/learner/index.ts'
import {
  CUES,
  fieldsNamedIn,
  readAttempts,
} from '../../src/env/phone-call/players/learner/reading/attempts.ts'
import { Dialogue } from '../../src/env/phone-call/players/learner/reading/dialogue.ts'
import { readEpisode } from '../../src/env/phone-call/transcript.ts'
import { makePolicy } from '../../src/policies/index.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import { generateStreamTask } from '../../src/sim/phone/tasks.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import type { OpenedRollout } from '../../src/train-bridge/local/rollouts/playground.ts'
import { asPlayer, setupOf, WORLD } from '../phone-call/driver.ts'
import { oraclePlayer, playOut } from '../support/rollout.ts'
import { groupRequests, inProcess, play } from './fixtures.ts'

const tasks = Array.from({ length: 150 }, (_, index) => generateStreamTask(WORLD, index))
const habit = makePolicy('habit')

describe('a dialogue', () => {
  it.each([
    [
      'of a player who fails now and then',
      (task: (typeof tasks)[0]) => asPlayer(habit, task, WORLD),
    ],
    ['of one who never fails', (task: (typeof tasks)[0]) => oraclePlayer(setupOf(task, WORLD))],
  ])('%s reads as the environment reads it', (_, playerOf) => {
    for (const task of tasks) {
      const { transcript } = playOut(setupOf(task, WORLD), playerOf(task))
      const dialogue = new Dialogue().take(transcript)
      const seen = readEpisode(transcript)
      expect(dialogue.opening).toEqual(seen.opening)
      expect(dialogue.searches).toBe(seen.searches.length)
      expect(dialogue.departments.map(({ phoneNumber }) => phoneNumber)).toEqual(
        seen.departments.map(({ phoneNumber }) => phoneNumber),
      )
      const heard = dialogue.calls.map(({ phoneNumber, occasion }) => [phoneNumber, occasion])
      expect(heard).toEqual(seen.calls.map(({ phoneNumber, kind }) => [phoneNumber, kind]))
      expect(dialogue.known).toMatchObject(seen.forms[0]?.values ?? {})
    }
  })

  it('reads the same message by message as all at once', async () => {
    const task = tasks[3] as (typeof tasks)[0]
    const { transcript } = playOut(setupOf(task, WORLD), asPlayer(habit, task, WORLD))
    const whole = new Dialogue().take(transcript)
    const pieces = new Dialogue()
    for (const message of transcript) pieces.take([message])
    expect(pieces).toEqual(whole)
    expect(pieces.departments).toEqual(whole.departments)
    expect(pieces.survey).toEqual(whole.survey)
  })

  it('reads answers of the directory anew when the opening goes on', () => {
    const [system, opening, ...rest] = playOut(
      setupOf(tasks[3] as (typeof tasks)[0], WORLD),
      asPlayer(habit, tasks[3] as (typeof tasks)[0], WORLD),
    ).transcript
    const answers = rest.filter(({ role }) => role === 'tool')
    const late = new Dialogue().take(answers)
    expect(late.survey.isFound).toBe(false)
    late.take([opening as (typeof rest)[0]])
    const whole = new Dialogue().take([system as never, opening as never, ...answers])
    expect(whole.survey.isFound).toBe(true)
    expect(late.survey).toEqual(whole.survey)
  })

  it('survives any answer', () => {
    const odd = ['', '{', '[]', '{"results":[{}]}', '{"results":3}', 'Connected to X at Y.\n?']
    for (const content of odd) {
      for (const name of ['company_directory', 'auth_info_form', 'phone_call', undefined]) {
        const message = { role: 'tool', content, ...(name === undefined ? {} : { name }) } as const
        expect(() => new Dialogue().take([message]).survey).not.toThrow()
      }
    }
  })

  it('finds the department of a goal by the words of both', () => {
    let right = 0
    let found = 0
    for (const task of tasks) {
      const { transcript } = playOut(setupOf(task, WORLD), asPlayer(habit, task, WORLD))
      const { targets, candidates } = new Dialogue().take(transcript).survey
      task.goals.forEach(({ department }, at) => {
        const target = candidates[targets[at]?.candidate ?? -1]
        if (target === undefined) return
        found += 1
        const company = WORLD.companies.find(({ id }) => id === task.company)
        const line = company?.departments.find(({ id }) => id === department)
        if (line?.phone_number === target.department.phoneNumber) right += 1
      })
    }
    // By the words alone; whose business the rest is, the policy must learn.
    expect(found).toBeGreaterThan(100)
    expect(right / found).toBeGreaterThan(0.8)
  })
})

describe('previous attempts', () => {
  it('are cut out of the opening', () => {
    const text = 'Hello.\n<previous_attempts>\nAttempt 1\n</previous_attempts>\nBye.'
    expect(splitAttempts(text)).toEqual({ rest: 'Hello.\n\nBye.', block: '\nAttempt 1\n' })
    expect(splitAttempts('Hello.').block).toBeUndefined()
    expect(splitAttempts('a<previous_attempts>b')).toEqual({ rest: 'a', block: 'b' })
  })

  it('speak of fields by name and in natural words', () => {
    const attempts = readAttempts(
      [
        '- The form asked for: full_name, email.',
        '- Billing also wanted: last_4_cc (or billing_zip instead).',
        '- Billing did its part with: member_id.',
        '- The customer does not have: date_of_birth. Ask for what replaces it.',
        '- They were missing the policy number.',
        '- The customer gave up on a form of 6 fields. Ask for fewer.',
      ].join('\n'),
    )
    const named = Object.fromEntries(
      FIELDS.flatMap((field, at) => (attempts.cues[at] ? [[field, attempts.cues[at]]] : [])),
    )
    expect(named).toEqual({
      full_name: CUES.asked,
      email: CUES.asked,
      last_4_cc: CUES.wanted,
      billing_zip: CUES.alternative,
      member_id: CUES.accepted,
      date_of_birth: CUES.lacked,
      policy_number: CUES.wanted,
    })
    expect(attempts.formLimit).toBe(6)
    expect(fieldsNamedIn('the last four of the SSN').map((at) => FIELDS[at])).toEqual([
      'last_4_ssn',
    ])
  })

  it('of real critiques tell every field that a department wanted', async () => {
    const playground = inProcess()
    const opened: OpenedRollout[] = []
    const open = playground.open.bind(playground)
    playground.open = async (request) => {
      const rollout = await open(request)
      opened.push(rollout)
      return rollout
    }
    await play(new LocalPolicy(phoneLearner, 'linear', 1), groupRequests(12, 4, 'feedback'), {
      playground,
    })
    const shown = opened.filter(({ attemptsShown }) => attemptsShown > 0)
    expect(shown.length).toBeGreaterThan(12)
    for (const { messages } of shown) {
      const { attempts, opening } = new Dialogue().take(messages)
      expect(opening.company).toBeDefined()
      const text = messages.map(({ content }) => content).join('\n')
      for (const [, fields = ''] of text.matchAll(/also wanted: (\w+)/g)) {
        const cues = attempts?.cues[FIELDS.indexOf(fields as never)] ?? 0
        expect(cues & CUES.wanted).toBeGreaterThan(0)
      }
    }
  })
})

it('hashes names to the same numbers everywhere', () => {
  expect([
    featureHash(''),
    featureHash('kind billing'),
    featureHash('word bill'),
  ]).toMatchInlineSnapshot(`
    [
      1287686224,
      2451374675,
      1568926107,
    ]
  `)
  const buckets = new Set(Array.from({ length: 1_000 }, (_, at) => featureHash(`f ${at}`) % 2_048))
  // As many as a fair draw of 1,000 out of 2,048 would hit, 791 on average.
  expect(buckets.size).toBeGreaterThan(740)
})
