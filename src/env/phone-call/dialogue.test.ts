// Guards the open line and the customer who can be asked: who says what, and what it costs.
import { describe, expect, it } from 'vitest'
import { finish, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { solutionOf, TASKS, talk } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { askedTwice, memoryOf } from '../../sim/phone/dialogue/memory.ts'
import { fieldsAsked } from '../../sim/phone/dialogue/question.ts'
import { answersAtOnce, patienceOf } from '../../sim/phone/dialogue/reply.ts'
import { waitsAt } from '../../sim/phone/open-line.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { generateStreamTask } from '../../sim/phone/tasks.ts'
import { companyOf } from '../../sim/phone/world.ts'
import { type EpisodeState, openEpisode, stepEpisode } from '../episode.ts'
import type { Action, Transcript } from '../message.ts'
import { toolsIn } from '../settings.ts'
import { phoneCallEnvironment } from './index.ts'
import { settingsSchema } from './task.ts'

const DIALOGUE = { customer: 'dialogue', conversation: 'on' }
const OPEN = '(The line is open.)'
const OVER = '(The call is over.)'

const MORE = Array.from({ length: 400 }, (_, index) => generateStreamTask(WORLD, index))

/** A task of one department whose customer has all that they are asked for at once. */
const isPlain = (task: PhoneTask): boolean =>
  task.required_calls.length === 1 &&
  task.customer.missing.length === 0 &&
  askedTwice(memoryOf(task)) === null

const waits = (task: PhoneTask): boolean => waitsAt(WORLD, companyOf(WORLD, task.company))

function taskWith(fits: (task: PhoneTask) => boolean): PhoneTask {
  const task = TASKS.find(fits) ?? MORE.find(fits)
  if (task === undefined) throw new Error('no such task')
  return task
}

/** An episode of a plain task, and what its one department wants. */
function begun(fits: (task: PhoneTask) => boolean = isPlain) {
  const task = taskWith(fits)
  const [department = ''] = task.required_calls
  const { fields, request } = solutionOf(task)
  const asked = fields.filter((field) => field !== task.customer.tells)
  const opening = valuesOf(
    task,
    fields.filter((field) => field === task.customer.tells),
  )
  return { task, department, asked, opening, wish: request(department), ...talk(task, DIALOGUE) }
}

/** What the customer has, of these. */
const valuesOf = ({ customer }: PhoneTask, fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, customer.values[field]]))

describe('tools', () => {
  it.each([
    [{}, ['company_directory', 'auth_info_form', 'phone_call']],
    [DIALOGUE, ['company_directory', 'ask_customer', 'phone_call', 'say', 'hang_up']],
  ])('are those that the settings choose: %o', (settings, names) => {
    const chosen = settingsSchema.parse(settings) as never
    const tools = toolsIn({ environment: phoneCallEnvironment, settings: chosen })
    expect(tools.map(({ name }) => name)).toEqual(names)
  })

  it('that an episode does not have are unknown, and not named', () => {
    const answer = talk(taskWith(isPlain)).say('say', { text: 'Hello?' })
    expect(answer).toMatch(/no tool named "say".*company_directory, auth_info_form, phone_call\.$/)
  })
})

describe('a customer', () => {
  it('hears what is asked for, in a list or in words', () => {
    expect(fieldsAsked('Your birthday and PIN, please?', ['e-mail'])).toEqual([
      'email',
      'date_of_birth',
      'security_pin',
    ])
    expect(fieldsAsked('What is your full name and your address?', [])).toEqual([
      'full_name',
      'service_address',
    ])
    expect(fieldsAsked('How are you today?', ['shoe size'])).toEqual([])
  })

  it('tells no more than some details at a time', () => {
    const isPatient = (task: PhoneTask): boolean => patienceOf(task) > answersAtOnce(task)
    for (const task of TASKS.filter((one) => isPlain(one) && isPatient(one)).slice(0, 12)) {
      const most = answersAtOnce(task)
      const asked = FIELDS.slice(0, most + 1)
      const reply = talk(task, DIALOGUE).say('ask_customer', { message: '', fields: asked })
      const told = asked.filter((field) => reply.includes(task.customer.values[field]))
      expect([reply, told]).toEqual([reply, asked.slice(0, most)])
    }
  })

  it('leaves when asked for too much, and is gone', () => {
    const { task, say, close } = begun()
    const reply = say('ask_customer', { message: 'All of it.', fields: FIELDS })
    expect(patienceOf(task)).toBeLessThan(FIELDS.length)
    for (const value of Object.values(task.customer.values)) expect(reply).not.toContain(value)
    expect(say('ask_customer', { message: 'Your name?' })).toContain('has left')
    expect(close().metrics).toMatchObject({ form_abandoned: 1, forms_refused: 1 })
  })

  it('is worn out by messages that ask for nothing', () => {
    const { task, say } = begun()
    const hello = (): string => say('ask_customer', { message: 'Hello there!' })
    for (let message = 0; message < patienceOf(task); message++) {
      expect(hello()).not.toContain('has left')
    }
    hello()
    expect(hello()).toContain('has left')
  })

  it('tells what has to be looked up when asked again', () => {
    const { task, say } = begun((one) => memoryOf(one).unsure !== null)
    const field = memoryOf(task).unsure as Field
    const ask = (): string => say('ask_customer', { message: '', fields: [field] })
    expect(ask()).not.toContain(task.customer.values[field])
    expect(ask()).toContain(task.customer.values[field])
  })

  it('puts an old number right when asked again; till then it does not match', () => {
    const task = taskWith(
      (one) =>
        memoryOf(one).mistaken !== null &&
        one.required_calls.length === 1 &&
        solutionOf(one).fields.includes('phone_number'),
    )
    const old = memoryOf(task).mistaken?.value ?? ''
    const { say, call } = talk(task, DIALOGUE)
    const ask = (): string => say('ask_customer', { message: 'Your phone number?' })
    expect(ask()).toContain(old)
    const [department = ''] = task.required_calls
    call(department, solutionOf(task).request(department), { phone_number: old })
    const corrected = ask()
    expect(corrected).toContain(task.customer.values.phone_number)
    expect(old).not.toBe(task.customer.values.phone_number)
  })

  it('says what they lack, and answers in no words of the agent', () => {
    const task = taskWith(({ customer }) => customer.missing.length === 1)
    const [field] = task.customer.missing
    const { say } = talk(task, DIALOGUE)
    const reply = say('ask_customer', { message: 'zzqq', fields: [field ?? ''] })
    expect(reply).not.toContain(task.customer.values[field as Field])
    expect(reply).not.toContain('zzqq')
  })
})

describe('an open line', () => {
  it('takes details one by one, in words too, and remembers what was said', () => {
    const { task, department, asked, opening, wish, say, call, end } = begun()
    for (const field of asked) say('ask_customer', { message: '', fields: [field] })
    expect(call(department, wish, opening)).toContain(OPEN)
    const answers = asked.map((field, at) => {
      const value = task.customer.values[field]
      return at % 2 === 0
        ? say('say', { text: `It is ${value}.` })
        : say('say', { text: '', auth_info: { [field]: value } })
    })
    expect(answers.slice(0, -1).every((answer) => answer.endsWith(OPEN))).toBe(true)
    expect(answers.at(-1)).toContain(OVER)
    expect(end()?.reason).toBe('completed')
  })

  it('is not the place for details that nobody gave: the second closes it for good', () => {
    const { department, wish, say, call } = begun()
    call(department, wish, {})
    const guess = (pin: string): string => say('say', { text: '', auth_info: { full_name: pin } })
    expect(guess('Jo Doe')).toContain(OPEN)
    expect(guess('Mo Doe')).toContain(OVER)
    expect(call(department, wish, {})).toMatch(/security hold/i)
  })

  it('ends when nothing new is said, which is a call without success', () => {
    const { department, wish, say, call, parts } = begun()
    call(department, wish, {})
    const answers = Array.from({ length: 3 }, () => say('say', { text: 'Let me think.' }))
    expect(answers.map((answer) => answer.split('\n').at(-1))).toEqual([OPEN, OPEN, OVER])
    expect(parts().rejected_calls).toBe(-50)
    expect(say('say', { text: 'Hello?' })).toContain('Nobody is on the line')
    expect(parts().rejected_calls).toBe(-50)
  })

  it('closes when the agent hangs up, calls another, or the episode ends', () => {
    for (const close of ['hang_up', 'phone_call', 'end'] as const) {
      const { department, wish, say, call, parts, ...episode } = begun()
      call(department, wish, {})
      expect(parts().rejected_calls).toBe(0)
      if (close === 'hang_up') expect(say('hang_up', {})).toBe(OVER)
      if (close === 'phone_call') call(department, wish, {})
      const ended = close === 'end' ? episode.close().parts : parts()
      expect([close, ended.rejected_calls]).toEqual([close, -50])
    }
  })

  it('stays open while the customer is asked at a company that waits, and no other', () => {
    for (const isWaiting of [true, false]) {
      const fits = (task: PhoneTask): boolean => isPlain(task) && waits(task) === isWaiting
      const { department, wish, say, call, parts } = begun(fits)
      call(department, wish, {})
      const reply = say('ask_customer', { message: 'May I have your full name?' })
      expect(reply.split('\n').at(-1)).toBe(isWaiting ? OPEN : OVER)
      expect(parts().rejected_calls).toBe(isWaiting ? 0 : -50)
    }
  })

  it('goes on with what was meant after it was asked back', () => {
    const { department, wish, say, call } = begun()
    expect(call(department, 'Hello.', {})).toContain(OPEN)
    expect(say('say', { text: wish })).toContain(OPEN)
  })
})

describe('waste', () => {
  it('costs what is told that nobody wants, and messages while somebody waits', () => {
    const { task, department, asked, opening, wish, say, call, parts } = begun(
      (one) => isPlain(one) && waits(one) && one.customer.persona === 'cooperative',
    )
    const [more = ''] = FIELDS.filter((field) => ![...asked, task.customer.tells].includes(field))
    const [first, ...others] = asked as [Field, ...Field[]]
    for (const field of others) say('ask_customer', { message: '', fields: [field] })
    call(department, wish, { ...opening, ...valuesOf(task, others) })
    say('ask_customer', { message: '', fields: [first] })
    say('say', { text: '', auth_info: { ...valuesOf(task, [first]), [more]: 'n/a' } })
    expect(parts().over_told).toBe(-10)
    expect(parts().messages).toBeLessThanOrEqual(-20)
  })
})

describe('determinism', () => {
  it('goes on alike from every state that was stored, and from a fork with another seed', () => {
    for (const task of TASKS.slice(0, 8)) {
      const setup = setupOf(task, WORLD, DIALOGUE)
      const solve = oraclePlayer(setup)
      let { state } = finish(openEpisode(setup))
      const states: EpisodeState[] = [state]
      const actions: Action[] = []
      const transcript: Transcript[number][] = [...finish(openEpisode(setup)).messages]
      while (state.end === undefined) {
        const action = solve({ transcript, events: [] }, state) as Action
        const stepped = finish(stepEpisode(setup, state, action))
        const { content, tool_calls: calls = [] } = action as Extract<Action, { content?: unknown }>
        transcript.push({ role: 'assistant', content: content ?? '', tool_calls: calls })
        transcript.push(...stepped.answer.messages)
        state = stepped.state
        states.push(state)
        actions.push(action)
      }
      for (const [at, action] of actions.entries()) {
        const stored = JSON.parse(JSON.stringify(states[at])) as EpisodeState
        expect(finish(stepEpisode(setup, stored, action)).state).toEqual(states[at + 1])
        const forked = { ...setup, seeds: [...setup.seeds, { from_step: at + 1, seed: 99 }] }
        const { parts } = finish(stepEpisode(forked, stored, action)).state
        expect(parts).toEqual(states[at + 1]?.parts)
      }
    }
  })

  it('is won by the oracle with every word of every step', () => {
    for (const task of TASKS) {
      const setup = setupOf(task, WORLD, DIALOGUE)
      expect([task.id, playOut(setup, oraclePlayer(setup)).total]).toEqual([task.id, 1000])
    }
  })
})
