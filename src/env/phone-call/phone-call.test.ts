// Guards the rules of the phone world as an agent meets them: form, calls, holds, made-up values.
import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { solutionOf, TASKS, talk, taskOfLevel } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { hearAnswer } from '../../sim/phone/hear-call.ts'
import { BUSINESSES } from '../../sim/phone/tables/businesses.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { lineOf } from '../../sim/phone/world.ts'
import { toolSchema } from '../../tools/tool.ts'
import { phoneCallEnvironment } from './index.ts'

describe('phone-call-v1', () => {
  it('lets the oracle win a task of every level with the full score', () => {
    for (const level of [1, 2, 3, 4, 5]) {
      const setup = setupOf(taskOfLevel(level), WORLD)
      const rollout = playOut(setup, oraclePlayer(setup))
      expect(rollout.total).toBe(1000)
      expect(rollout.state.end).toEqual({ kind: 'terminated', reason: 'completed' })
      expect(rollout.critique).toBe('')
    }
  })

  it('publishes the closed list of fields', () => {
    const form = phoneCallEnvironment.tools.find(({ name }) => name === 'auth_info_form')
    expect(form).toBeDefined()
    const text = JSON.stringify(form === undefined ? {} : toolSchema(form))
    expect(text).toContain(JSON.stringify([...FIELDS]))
    expect(text).not.toContain('$schema')
  })
})

describe('the form', () => {
  const task = taskOfLevel(1)

  it('understands aliases and explains unknown names without being used up', () => {
    const episode = talk(task)
    expect(episode.form(['shoe size', 'Email'])).toContain('no field named \\"shoe size\\"')
    expect(episode.form(['Full Name', 'DOB'])).toContain('"completed"')
    expect(episode.form(['email'])).toContain('refused')
    expect(episode.close().parts.refused_form).toBe(-100)
  })

  it('is refused after the first call', () => {
    const episode = talk(task)
    episode.call(task.required_calls[0] ?? '', 'Hm?', {})
    expect(episode.form(['email'])).toContain('The customer left')
  })

  it('is abandoned and used up when it is longer than the patience', () => {
    const episode = talk(task)
    expect(episode.form(FIELDS.slice(0, task.customer.patience + 1))).toContain('abandoned')
    expect(episode.form(['email'])).toContain('refused')
  })

  it('is filled in when it is as long as the patience', () => {
    const episode = talk(task)
    expect(episode.form(FIELDS.slice(0, task.customer.patience))).toContain('completed')
  })

  it('books over-asking at the close only', () => {
    const { fields } = solutionOf(task)
    const needless = FIELDS.filter((field) => !fields.includes(field))[0] ?? 'email'
    const episode = talk(task)
    episode.form([...fields, needless])
    expect(episode.total()).toBe(0)
    expect(episode.parts().over_asked).toBe(0)
    expect(episode.close().parts.over_asked).toBe(-20)
  })
})

describe('a call', () => {
  it('asks one free clarifying question, then rejects', () => {
    const task = taskOfLevel(2)
    const episode = talk(task)
    const department = task.required_calls[0] ?? ''
    episode.call(department, 'Hm?', {})
    expect(episode.parts().rejected_calls).toBe(0)
    episode.call(department, 'Hm?', {})
    expect(episode.parts().rejected_calls).toBe(-50)
  })

  it('checks request, prerequisite, then details, which may be lacking repeatedly', () => {
    const task = taskOfLevel(3)
    const [first = '', second = ''] = task.required_calls
    const name = lineOf(WORLD, first).department.name
    const episode = talk(task)
    const { request } = solutionOf(task)
    expect(episode.call(second, request(second), {})).toContain(name)
    const lacking = episode.call(first, request(second), {})
    expect(lacking).not.toMatch(/security hold/i)
    expect(hearAnswer(lacking).heard?.kind).toBe('missing')
    expect(hearAnswer(episode.call(first, request(first), {})).heard?.kind).toBe('missing')
    expect(episode.close().parts.rejected_calls).toBe(-150)
  })

  it('is put on hold by the second wrong value at a department, not by the first', () => {
    const task = taskOfLevel(1)
    const [department = ''] = task.required_calls
    const { fields, request } = solutionOf(task)
    const [wrong = 'email'] = fields
    const right = (): { episode: ReturnType<typeof talk>; given: Record<string, string> } => {
      const episode = talk(task)
      episode.form(fields.filter((field) => field !== task.customer.tells))
      const given = Object.fromEntries(fields.map((field) => [field, task.customer.values[field]]))
      return { episode, given }
    }
    const once = right()
    const odd = { ...once.given, [wrong]: 'nonsense' }
    expect(once.episode.call(department, request(department), odd)).not.toMatch(/security hold/i)
    once.episode.call(department, request(department), once.given)
    expect(once.episode.close().reward).toBeGreaterThanOrEqual(0)
    expect(once.episode.total()).toBe(950)
    const twice = right()
    twice.episode.call(department, request(department), odd)
    expect(twice.episode.call(department, request(department), odd)).toMatch(/security hold/i)
    twice.episode.call(department, request(department), twice.given)
    expect(twice.episode.total()).toBe(0)
  })

  it('wants the wish of the customer: another of the same department is not on file', () => {
    for (const task of TASKS.filter(({ difficulty }) => difficulty < 3).slice(0, 30)) {
      const [goal] = task.goals
      const { kind } = lineOf(WORLD, goal?.department ?? '').department
      const other = BUSINESSES.find(
        (business) =>
          business.kind === kind && business.id !== goal?.business && !business.industries,
      )
      if (goal === undefined || other === undefined) continue
      const episode = talk(task)
      const { fields, request } = solutionOf(task)
      episode.form(fields.filter((field) => field !== task.customer.tells))
      const given = Object.fromEntries(
        fields
          .filter((field) => !task.customer.missing.includes(field))
          .map((field) => [field, task.customer.values[field]]),
      )
      const answer = episode.call(goal.department, `Please ${other.phrases[0]}.`, given)
      expect(['other_matter', 'missing']).toContain(hearAnswer(answer).heard?.kind)
      expect(episode.total()).toBe(0)
      expect(
        hearAnswer(episode.call(goal.department, request(goal.department), given)).heard?.kind,
      ).toBe('done')
    }
  })

  it('takes one reference number, the exact one, and no list of numbers', () => {
    const task = TASKS.find(
      ({ difficulty, required_calls: calls }) =>
        difficulty === 3 && lineOf(WORLD, calls[1] ?? '').department.hidden.reference_from !== null,
    )
    if (task === undefined) throw new Error('no task wants a reference number')
    const [first = '', second = ''] = task.required_calls
    const { fields, request } = solutionOf(task)
    const episode = talk(task)
    episode.form(fields.filter((field) => field !== task.customer.tells))
    const given = Object.fromEntries(fields.map((field) => [field, task.customer.values[field]]))
    const told = hearAnswer(episode.call(first, request(first), given)).heard?.reference ?? ''
    const ask = (reference: string): string | undefined =>
      hearAnswer(episode.call(second, request(second), given, reference)).heard?.kind
    expect(told).toMatch(/^R\d{6}$/)
    expect(ask(`R000001, ${told}`)).toBe('one_number')
    expect(ask('R000001')).toBe('reference')
    expect(ask(`The reference number is ${told}.`)).toBe('done')
    expect(episode.parts().rejected_calls).toBe(-100)
  })

  it('takes a right guess for a mismatch, for the customer never said it', () => {
    const task = taskOfLevel(1)
    const { fields, request } = solutionOf(task)
    const [guessed, ...asked] = fields.filter((field) => field !== task.customer.tells)
    const episode = talk(task)
    if (asked.length > 0) episode.form(asked)
    const given = Object.fromEntries(fields.map((field) => [field, task.customer.values[field]]))
    expect(guessed).toBeDefined()
    const answer = episode.call(
      task.required_calls[0] ?? '',
      request(task.required_calls[0]),
      given,
    )
    expect(hearAnswer(answer).heard).toMatchObject({ kind: 'mismatch', mismatched: [guessed] })
  })

  it('lets an alternative do only for what the customer lacks', () => {
    const task = taskOfLevel(4)
    const department = task.required_calls[0] ?? ''
    const { request, fields } = solutionOf(task)
    const given = Object.fromEntries(fields.map((field) => [field, task.customer.values[field]]))
    const lacking = talk(task)
    lacking.form(fields)
    const done = hearAnswer(lacking.call(department, request(department), given)).heard
    expect(done?.kind).toBe('done')
    const having = talk({ ...task, customer: { ...task.customer, missing: [], patience: 9 } })
    having.form(fields)
    const refused = hearAnswer(having.call(department, request(department), given)).heard
    expect(refused?.kind).toBe('missing')
  })

  it('cuts an episode short after too many', () => {
    const task = taskOfLevel(1)
    const episode = talk(task)
    for (let count = 0; count < 6; count++) episode.call(task.required_calls[0] ?? '', 'Hm?', {})
    expect(episode.end()).toEqual({ kind: 'truncated', reason: 'call_limit' })
  })

  it('tells numbers that are not in service', () => {
    const episode = talk(taskOfLevel(1))
    expect(episode.say('phone_call', { phone_number: '1', request: 'x', auth_info: {} })).toContain(
      'not in service',
    )
    expect(episode.parts().rejected_calls).toBe(-50)
  })

  it('counts malformed calls', () => {
    const episode = talk(taskOfLevel(1))
    episode.say('phone_call', { phone_number: 5 })
    episode.say('no_such_tool', {})
    expect(episode.parts().malformed_calls).toBe(-40)
    expect(episode.total()).toBe(0)
  })
})

describe('the ladder profile', () => {
  it('pays per stage', () => {
    const task = taskOfLevel(1)
    const episode = talk(task, { reward_profile: 'ladder' })
    episode.say('company_directory', { query: 'billing' })
    expect(episode.total()).toBe(200)
    episode.form(['email'])
    expect(episode.total()).toBe(300)
    episode.call(task.required_calls[0] ?? '', solutionOf(task).request(task.required_calls[0]), {})
    expect(episode.total()).toBe(500)
  })

  it('refuses settings it does not know', () => {
    expect(phoneCallEnvironment.settings.schema.safeParse({ reward: 'x' }).success).toBe(false)
  })
})
