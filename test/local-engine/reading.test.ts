// Guards the reader: what a conversation and its critiques say arrives as features, whoever asks.

import { describe, expect, it } from 'vitest'
import { featureHash } from '../../src/env/learner/rows.ts'
import { splitAttempts } from '../../src/env/learner/split-attempts.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { habitPlayer } from '../../src/env/phone-call/players/habit.ts'
import {
  CUES,
  fieldsNamedIn,
  readAttempts,
} from '../../src/env/phone-call/players/learner/attempts.ts'
import { PhoneDialogue } from '../../src/env/phone-call/players/learner/dialogue.ts'
import { phoneLearner } from '../../src/env/phone-call/players/learner/index.ts'
import { serviceWanted } from '../../src/env/phone-call/state.ts'
import { playthrough } from '../../src/env/playthrough.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { findLine } from '../../src/sim/phone/world.ts'
import { stream } from '../../src/sim/random.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import type { OpenedRollout } from '../../src/train-bridge/local/rollouts/playground.ts'
import { setupOf, WORLD } from '../phone-call/talk.ts'
import { oraclePlayer, type Player, policyPlayer } from '../support/rollout.ts'
import { groupRequests, inProcess, play, streamTask } from './fixtures.ts'

const tasks = Array.from({ length: 150 }, (_, index) => streamTask(index))

const habit = (task: PhoneTask): Player =>
  policyPlayer({ name: 'habit', ...habitPlayer() }, setupOf(task), (step) =>
    stream(1 + task.index, step + 1, 'policy'),
  )

/** What a player sees of an episode until its end. */
function seenBy(task: PhoneTask, player: Player) {
  const { transcript, events } = playthrough(setupOf(task), player)
  return { transcript, events: events as readonly PhoneEvent[] }
}

const taken = (...given: Parameters<PhoneDialogue['take']>): PhoneDialogue => {
  const conversation = new PhoneDialogue()
  conversation.take(...given)
  return conversation
}

describe('a conversation', () => {
  it.each([
    ['of a player who fails now and then', habit],
    ['of one who never fails', (task: PhoneTask) => oraclePlayer(setupOf(task))],
  ])('%s is known by its events', (_, playerOn) => {
    for (const task of tasks) {
      const { transcript, events } = seenBy(task, playerOn(task))
      const read = taken(transcript, events)
      const told = new Map<string, string>()
      const numbers: string[] = []
      for (const event of events) {
        if (event.kind === 'message' && event.tells !== null) {
          told.set(event.tells.field, event.tells.value)
        }
        if (event.kind === 'form_completed') {
          for (const [field, value] of Object.entries(event.values)) told.set(field, value)
        }
        if ('call' in event) numbers.push(event.call.phone_number)
      }
      expect(read.known).toEqual(Object.fromEntries(told))
      expect(read.calls.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers)
      expect(read.searches).toBe(events.filter(({ kind }) => kind === 'listed').length)
      const listed = events.flatMap((event) =>
        event.kind === 'listed' ? event.departments.map((one) => one.phone_number) : [],
      )
      expect(read.departments.map(({ phoneNumber }) => phoneNumber)).toEqual([...new Set(listed)])
    }
  })

  it('reads the same step by step as all at once', () => {
    const task = tasks[3] as PhoneTask
    const { transcript, events } = seenBy(task, habit(task))
    const whole = taken(transcript, events)
    const pieces = new PhoneDialogue()
    for (const message of transcript) pieces.take([message], [])
    for (const event of events) pieces.take([], [event])
    expect(pieces.survey).toEqual(whole.survey)
    expect(pieces.departments).toEqual(whole.departments)
    expect([pieces.known, pieces.calls, pieces.turns]).toEqual([
      ...[whole.known, whole.calls, whole.turns],
    ])
  })

  it('weighs departments anew when the opening comes after them', () => {
    const task = tasks[3] as PhoneTask
    const { transcript, events } = seenBy(task, habit(task))
    const [opening, ...rest] = events
    const late = taken([], rest)
    expect(late.survey.isFound).toBe(false)
    late.take(transcript, opening === undefined ? [] : [opening])
    expect(late.survey.isFound).toBe(true)
    const { number: _, ...whole } = taken(transcript, events).survey
    expect(late.survey).toMatchObject(whole)
  })

  it('survives events that it does not know', () => {
    for (const kind of ['nudged', 'malformed_call', '__proto__']) {
      expect(() => taken([], [{ kind }]).survey).not.toThrow()
    }
  })

  it('finds department and service of a goal by the words of both', () => {
    let [found, right] = [0, 0]
    for (const task of tasks) {
      const { transcript, events } = seenBy(task, habit(task))
      const { targets, candidates } = taken(transcript, events).survey
      const wanted = task.goals.map(({ department }) =>
        [
          findLine(WORLD, department).department.phone_number,
          serviceWanted(task, department),
        ].join(),
      )
      for (const { candidate, service } of targets) {
        if (candidate < 0) continue
        found += 1
        const number = candidates[candidate]?.department.phoneNumber
        if (wanted.includes([number, service].join())) right += 1
      }
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
        '- Billing did its part (refund) with: member_id.',
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
    for (const { messages, events } of shown) {
      const { attempts, company } = taken(messages, events)
      expect(company).not.toBe('')
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
