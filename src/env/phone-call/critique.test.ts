// Guards critiques: they name what was said, in field names, and nothing that was not said.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { solutionOf, TASKS, taskOfLevel } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { FIELD_PHRASES, FIELDS } from '../../sim/phone/tables/fields.ts'
import { lineOf } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import { sampledTurns } from '../usual-players.ts'
import { phoneCallEnvironment } from './index.ts'
import { type Lesson, readLessons, sayLesson } from './lessons.ts'
import { solvePhoneCall, toolTurn } from './solve.ts'
import { wantsIn } from './state.ts'
import { readEpisode } from './transcript.ts'

describe('a critique', () => {
  it('names the refusing department and each field it named, with what would replace it', () => {
    for (const task of TASKS) {
      const [first = ''] = task.required_calls
      const { department } = lineOf(WORLD, first)
      const rollout = playOut(setupOf(task, WORLD), (episode, { step }) => {
        if (step > 0) return { content: 'I give up.' }
        const seen = readEpisode(episode.transcript)
        const args = {
          phone_number: department.phone_number,
          request: solutionOf(task).request(department.id),
          auth_info: {},
        }
        return toolTurn('phone_call', args, seen)
      })
      const wants = readLessons(rollout.critique).find(({ kind }) => kind === 'wants')
      const { required, alternatives } = wantsIn(task, WORLD, first)
      expect(wants).toEqual({
        kind: 'wants',
        department: department.name,
        fields: required.map((field) => {
          const alternative = alternatives[field]
          return alternative === undefined ? { field } : { field, alternative }
        }),
      })
    }
  })

  it('tells the order, what is unavailable, and a form that was too long', () => {
    const chained = taskOfLevel(3)
    const [first = '', second = ''] = chained.required_calls
    const { department } = lineOf(WORLD, second)
    const wrongOrder = playOut(setupOf(chained, WORLD), (episode, { step }) =>
      step > 0
        ? undefined
        : toolTurn(
            'phone_call',
            {
              phone_number: department.phone_number,
              request: solutionOf(chained).request(second),
              auth_info: {},
            },
            readEpisode(episode.transcript),
          ),
    )
    const name = lineOf(WORLD, first).department.name
    expect(wrongOrder.critique).toContain(`${department.name} only acts after: ${name}.`)

    const lacking = taskOfLevel(4)
    const asked = playOut(setupOf(lacking, WORLD), (episode, { step }) =>
      step > 0
        ? undefined
        : toolTurn(
            'auth_info_form',
            { fields: lacking.customer.missing },
            readEpisode(episode.transcript),
          ),
    )
    expect(asked.critique).toContain(`does not have: ${lacking.customer.missing[0]}`)

    const long = playOut(setupOf(chained, WORLD), (episode, { step }) =>
      step > 0
        ? undefined
        : toolTurn('auth_info_form', { fields: FIELDS }, readEpisode(episode.transcript)),
    )
    expect(long.critique).toContain('gave up on a form of 14 fields')
  })

  it('never names a field that the conversation did not', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TASKS), fc.nat(), (task, seed) => {
        const { transcript, critique } = playOut(setupOf(task, WORLD), (seen, { step }) => {
          const random = stream(seed, step + 1, 'critique')
          return random.pick(sampledTurns(phoneCallEnvironment, seen, random))
        })
        const text = JSON.stringify(transcript)
        for (const field of FIELDS) {
          if (!new RegExp(`\\b${field}\\b`).test(critique)) continue
          const said = [field, ...FIELD_PHRASES[field]].some((words) => text.includes(words))
          expect([field, said]).toEqual([field, true])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('reads turns that were raw text like structured ones', () => {
    const task = taskOfLevel(2)
    const setup = setupOf(task, WORLD)
    const asText = playOut(setup, (_, { step }) => {
      if (step > 0) return undefined
      const call = { name: 'auth_info_form', arguments: { fields: FIELDS } }
      return { text: `<think>hm</think><tool_call>${JSON.stringify(call)}</tool_call>` }
    })
    expect(asText.critique).toContain('gave up on a form of 14 fields')
  })

  it('is empty after a flawless success and not after a wasteful one', () => {
    const task = taskOfLevel(1)
    const setup = setupOf(task, WORLD)
    expect(playOut(setup, oraclePlayer(setup)).critique).toBe('')
    const wasteful = playOut(setup, (episode, { step }) => {
      const seen = readEpisode(episode.transcript)
      if (step !== 1) return solvePhoneCall(task, WORLD, episode.transcript)
      return toolTurn('phone_call', { phone_number: '1', request: 'x', auth_info: {} }, seen)
    })
    expect(wasteful.success).toBe(true)
    expect(wasteful.critique).toContain('take numbers from the directory')
  })
})

describe('lessons', () => {
  it('are read back as they were said', () => {
    const lessons: Lesson[] = [
      {
        kind: 'wants',
        department: 'Loans and Mortgages',
        fields: [{ field: 'email' }, { field: 'last_4_ssn', alternative: 'date_of_birth' }],
      },
      { kind: 'accepted', department: 'Billing', fields: ['email', 'billing_zip'] },
      { kind: 'asked', by: 'form', fields: ['full_name', 'email'] },
      { kind: 'asked', by: 'messages', fields: ['billing_zip'] },
      { kind: 'lacks', fields: ['member_id'] },
      { kind: 'too_long', count: 9 },
      { kind: 'first', department: 'Claims', first: 'Billing and Policy Desk' },
      { kind: 'reference', department: 'Claims', first: 'Billing' },
    ]
    expect(readLessons(lessons.map((lesson) => `- ${sayLesson(lesson)}`).join('\n'))).toEqual(
      lessons,
    )
    expect(readLessons('Nothing of the kind.')).toEqual([])
  })
})
