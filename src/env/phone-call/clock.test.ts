// Guards the course of calls by the clock: closed desks, queues, minutes, and the rules about them.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPlayer, finish, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS, talk } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut, type Rollout } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { businessOf } from '../../sim/phone/businesses.ts'
import { isBusyLevel, nowOf } from '../../sim/phone/clock/now.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { queueAt } from '../../sim/phone/clock/queues.ts'
import { type Moment, readMoment, sayMoment, WEEK } from '../../sim/phone/clock/time.ts'
import { hasMenu, tellsNext } from '../../sim/phone/clock/transfers.ts'
import { deskOf } from '../../sim/phone/desks.ts'
import { understand } from '../../sim/phone/hear/request.ts'
import { neverTold, pageOf, type Rule } from '../../sim/phone/house/page.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { generateStreamTask } from '../../sim/phone/tasks.ts'
import { type Company, type Department, lineOf } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import { openEpisode, stepEpisode } from '../episode.ts'
import { toolSchemasIn } from '../settings.ts'
import { sampledTurns } from '../usual-players.ts'
import { phoneCallEnvironment } from './index.ts'
import type { PhoneState } from './state.ts'

const WHOLE: JsonObject = JSON.parse(
  readFileSync(new URL('../../../presets/phone-whole.json', import.meta.url), 'utf8'),
)
const TALK = { conversation: 'on', customer: 'dialogue', clock: 'on' } as const
const FORM = { clock: 'on' } as const

const BUSY = [...Array(900).keys()]
  .map((index) => generateStreamTask(WORLD, index))
  .filter(isBusyLevel)

const desksOf = (task: PhoneTask): Department[] =>
  task.required_calls.map((id) => lineOf(WORLD, id).department)

/** A task with a desk of this kind when it begins, and that desk. */
function found(fits: (department: Department, now: Moment) => boolean) {
  for (const task of BUSY) {
    const now = nowOf(task, WORLD)
    const department = desksOf(task).find((one) => fits(one, now))
    if (department !== undefined) return { task, department, now }
  }
  throw new Error('no such task')
}

const isOpen = (department: Department, now: Moment): boolean =>
  isOpenAt(department.opening_hours, now)
const waitAt = (department: Department, now: Moment): number => queueAt(WORLD, department, now)

const CLOSED = found((department, now) => !isOpen(department, now))
const QUEUED = found(
  (department, now) => isOpen(department, now) && waitAt(department, now + 1) > 3,
)
/** Whether nothing about the time stands in the way of a call, nor a menu. */
const isFree = (department: Department, now: Moment): boolean =>
  !hasMenu(WORLD, department) &&
  [now, now + 30].every((moment) => isOpen(department, moment) && waitAt(department, moment) === 0)

const FREE = found(isFree)

const call = ({ department }: { department: Department }, more: JsonObject = {}): JsonObject => ({
  phone_number: department.phone_number,
  request: 'Good morning.',
  auth_info: {},
  ...more,
})

/** What is answered to some tool calls, each with its arguments. */
function answers(
  { task }: { task: PhoneTask },
  settings: JsonObject,
  ...calls: readonly (readonly [name: string, args: JsonObject])[]
): string[] {
  const { say } = talk(task, settings)
  return calls.map(([name, args]) => say(name, args))
}

describe('a call', () => {
  it('to a closed desk is told its hours, and counts as refused', () => {
    for (const settings of [TALK, FORM]) {
      const { say, close } = talk(CLOSED.task, settings)
      const heard = say('phone_call', call(CLOSED))
      const { name, opening_hours: hours } = CLOSED.department
      expect(heard).toContain(`(It is ${sayMoment(CLOSED.now)}.)`)
      expect(heard).toContain(`${name} at `)
      expect(heard).toContain(`closed now. Opening hours: ${hours}.)`)
      expect(heard).not.toContain('Connected')
      const { metrics } = close()
      expect([metrics?.phone_calls, metrics?.rejected_calls]).toEqual([1, 1])
    }
  })

  it('into a queue is told how long it is, and may be waited out or left for nothing', () => {
    const [queue = '', still, waited = '', none] = answers(
      QUEUED,
      TALK,
      ['phone_call', call(QUEUED)],
      ['say', { text: 'Hello?' }],
      ['wait', {}],
      ['wait', {}],
    )
    const minutes = waitAt(QUEUED.department, QUEUED.now)
    expect(queue).toContain(`in the queue, about ${minutes} minutes.)\n(The line is open.)`)
    expect(queue).not.toContain('Connected')
    expect(still).toContain('still in the queue')
    expect(waited).toContain(`(It is ${sayMoment(QUEUED.now + 1 + minutes)}.)\nConnected to `)
    expect(none).toBe('You are in no queue.')

    const { say, close } = talk(QUEUED.task, TALK)
    say('phone_call', call(QUEUED))
    expect(say('hang_up', {})).toBe('(The call is over.)')
    expect(say('hang_up', {})).toContain('Nobody is on the line')
    say('phone_call', call(QUEUED))
    say('phone_call', call(QUEUED))
    const { metrics } = close()
    expect([metrics?.phone_calls, metrics?.rejected_calls]).toEqual([2, 0])
  })

  it('takes the time of its queue where each call is one word', () => {
    const [heard] = answers(QUEUED, FORM, ['phone_call', call(QUEUED)])
    const minutes = waitAt(QUEUED.department, QUEUED.now)
    expect(heard).toMatch(new RegExp(`in the queue, ${minutes} minutes?\\.\\)\nConnected to `))
  })

  it('may be put off until somebody answers', () => {
    const [early, wrong, later] = answers(
      CLOSED,
      TALK,
      ['phone_call', call(CLOSED, { when: sayMoment(CLOSED.now) })],
      ['phone_call', call(CLOSED, { when: 'soon' })],
      ['phone_call', call(CLOSED, { when: openingOf(CLOSED.department, CLOSED.now) })],
    )
    expect(early).toContain('closed now')
    expect(wrong).toContain('when: a time such as')
    expect(later).toMatch(/Connected|in the queue/)
  })

  it('takes no `when` where there is no clock', () => {
    const [heard] = answers(FREE, { conversation: 'on' }, [
      'phone_call',
      call(FREE, { when: '9:00' }),
    ])
    expect(heard).toContain('Connected to ')
    const listed = [TALK, { conversation: 'on' }].map((settings) =>
      JSON.stringify(toolSchemasIn(setupOf(FREE.task, WORLD, settings))),
    )
    expect(listed.map((tools) => tools.includes('"when"'))).toEqual([true, false])
    expect(listed.map((tools) => tools.includes('"wait"'))).toEqual([true, false])
  })
})

/** A task, the desk of its wish, and another desk of the company; both are free, or have a menu. */
function misdialled(fits: (wrong: Department, company: Company, task: PhoneTask) => boolean) {
  for (const task of BUSY) {
    const now = nowOf(task, WORLD)
    const [goal] = task.goals
    const { company, department: right } = lineOf(WORLD, goal?.department ?? '')
    const isThere = (one: Department): boolean => isOpen(one, now) && waitAt(one, now) === 0
    const request = `My customer wants to ${businessOf(goal?.business ?? '').phrases[0]}.`
    const wrong = company.departments.find(
      (one) =>
        isThere(one) &&
        understand(request, deskOf({ company, department: one })).status === 'elsewhere' &&
        fits(one, company, task),
    )
    if (wrong !== undefined && isThere(right)) return { task, department: wrong, right, request }
  }
  throw new Error('no such task')
}

describe('a call to the wrong desk', () => {
  const isTold = (company: Company): boolean => tellsNext(WORLD, company)

  it('is put through to the right one, which is told who calls or asks again', () => {
    for (const tells of [true, false]) {
      const wrong = misdialled((one, company) => !hasMenu(WORLD, one) && isTold(company) === tells)
      const { task, department, right, request } = wrong
      const name = task.customer.values.full_name
      const episode = talk(task, TALK)
      episode.say('ask_customer', { fields: ['full_name'] })
      const more = { request, auth_info: { full_name: name } }
      const heard = episode.say('phone_call', call(wrong, more))
      const told = tells ? '' : ', who knows none of the details'
      expect(heard).toContain(
        `${department.name} at ${lineOf(WORLD, right.id).company.name} puts you through to ` +
          `${right.name}, number ${right.phone_number}${told}.)\nConnected to ${right.name} at `,
      )
      const asks = /full name|name on|name of the/.test(heard.split('\n').slice(3).join(' '))
      if (heard.includes('(The line is open.)')) expect(asks).toBe(!tells)
      const { metrics } = episode.close()
      expect([metrics?.transfers, metrics?.phone_calls]).toEqual([1, 1])
    }
  })

  it('is sent there by name where nobody is', () => {
    let sent = 0
    for (const task of BUSY) {
      const now = nowOf(task, WORLD)
      const [goal] = task.goals
      const { company, department: right } = lineOf(WORLD, goal?.department ?? '')
      if (isOpen(right, now)) continue
      const request = `My customer wants to ${businessOf(goal?.business ?? '').phrases[0]}.`
      const wrong = company.departments.find(
        (department) =>
          isFree(department, now) &&
          understand(request, deskOf({ company, department })).status === 'elsewhere',
      )
      if (wrong === undefined) continue
      const [heard] = answers({ task }, TALK, [
        'phone_call',
        call({ department: wrong }, { request }),
      ])
      expect(heard).toContain(`Connected to ${wrong.name} at `)
      expect(heard).toContain('(The call is over.)')
      sent += 1
    }
    expect(sent).toBeGreaterThan(3)
  })

  it('is led there by a menu, which leads what it does not understand to whom one dialled', () => {
    const wrong = misdialled((one) => hasMenu(WORLD, one))
    const { task, department, right, request } = wrong
    const [led, unclear] = answers(
      { task },
      TALK,
      ['phone_call', call(wrong, { request })],
      ['phone_call', call(wrong)],
    )
    const menu = `(A menu at ${lineOf(WORLD, right.id).company.name} puts you through to `
    expect(led).toContain(`${menu}${right.name}, number ${right.phone_number}.)`)
    expect(unclear).toContain(`${menu}${department.name}, number ${department.phone_number}.)`)
  })

  it('tells what must not be told also where it is not passed on', () => {
    const told = misdialled(
      (one, company, task) =>
        !hasMenu(WORLD, one) && !isTold(company) && neverTold(task, WORLD) !== null,
    )
    const { task, request } = told
    const secret = neverTold(task, WORLD) ?? 'full_name'
    const episode = talk(task, { ...TALK, page: 'on' })
    for (const _ of [1, 2]) episode.say('ask_customer', { fields: [secret] })
    const auth_info = { [secret]: task.customer.values[secret] }
    episode.say('phone_call', call(told, { request, auth_info }))
    expect(episode.close().metrics?.hard_breaches).toBeGreaterThan(0)
  })
})

/** The next moment at which a desk is open. */
function openingOf(department: Department, now: Moment): string {
  for (let moment = now; moment < now + WEEK; moment += 5) {
    if (isOpen(department, moment)) return sayMoment(moment)
  }
  throw new Error(`${department.name} never opens`)
}

describe('minutes', () => {
  it('pass with everything that is done, and with nothing else', () => {
    const setup = setupOf(FREE.task, WORLD, TALK)
    const steps: readonly (readonly [string, JsonObject, minutes: number])[] = [
      ['company_directory', { query: 'billing' }, 1],
      ['company_directory', {}, 0],
      ['ask_customer', { fields: ['full_name'] }, 3],
      ['hang_up', {}, 0],
      ['say', { text: 'Hello?' }, 0],
      ['wait', {}, 0],
      ['phone_call', call(FREE), 1],
      ['say', { text: 'Well.' }, 1],
      ['ask_customer', { fields: ['email'] }, 3],
      ['phone_call', { phone_number: '1', request: 'Hm.', auth_info: {} }, 1],
    ]
    let { state } = finish(openEpisode(setup))
    for (const [name, args, minutes] of steps) {
      const action = { content: null, tool_calls: [toolCall(name, args)] }
      const before = (state.worldState as unknown as PhoneState).minutes
      state = finish(stepEpisode(setup, state, action)).state
      const { minutes: after } = state.worldState as unknown as PhoneState
      expect([name, after - before]).toEqual([name, minutes])
    }
  })

  it('are told by the directory, in either form', () => {
    const search = ['company_directory', { query: 'billing' }] as const
    const now = sayMoment(FREE.now + 1)
    expect(answers(FREE, TALK, search)[0]).toMatch(new RegExp(`^{"now":"${now}","results":\\[`))
    const compact = { ...TALK, directory: 'compact' }
    expect(answers(FREE, compact, search)[0]).toMatch(new RegExp(`^now: ${now}\n`))
  })

  it('do not pass where there is no clock', () => {
    const setup = setupOf(FREE.task, WORLD, { ...TALK, clock: 'off' })
    const { state, metrics, transcript } = playOut(setup, oraclePlayer(setup))
    expect((state.worldState as unknown as PhoneState).minutes).toBe(0)
    expect(metrics).not.toHaveProperty('minutes')
    expect(JSON.stringify(transcript)).not.toContain('It is ')
  })

  it('that are lost cost two thousandths each, where the business is done', () => {
    const { task } = found(
      (department, now) =>
        isOpen(department, now) && isOpen(department, now + 90) && waitAt(department, now) === 0,
    )
    const setup = setupOf(task, WORLD, TALK)
    const solve = oraclePlayer(setup)
    const { answers: steps, metrics } = playOut(setup, (episode, state) => {
      const action = solve(episode, state)
      const later = sayMoment(nowOf(task, WORLD) + 50)
      return JSON.parse(
        JSON.stringify(action).replace('"auth_info"', `"when":"${later}","auth_info"`),
      )
    })
    const over = metrics.minutes_over ?? 0
    expect(over).toBeGreaterThan(0)
    expect(steps.at(-1)?.parts.waiting).toBe(-Math.min(2 * over, 60))
  })
})

const toolCall = (name: string, args: JsonObject) => ({
  id: 'call_1',
  type: 'function' as const,
  function: { name, arguments: JSON.stringify(args) },
})

describe('a rule about time', () => {
  const page = { customer: 'dialogue', conversation: 'on', clock: 'on' } as const
  const ruleIn = (task: PhoneTask, form: Rule['form']): number =>
    pageOf(task, WORLD, page).rules.findIndex((rule) => rule.form === form) + 1

  it.each(['hours', 'wait_at_most'] as const)('takes all from who does not read it: %s', (form) => {
    const breaking: string[] = []
    for (const task of BUSY.filter((one) => ruleIn(one, form) > 0).slice(0, 40)) {
      const setup = setupOf(task, WORLD, { ...TALK, page: 'on' })
      expect([task.id, playOut(setup, oraclePlayer(setup)).total]).toEqual([task.id, 1000])
      const rule = new RegExp(`^${ruleIn(task, form)}\\. .*$`, 'm')
      const habit = makePolicy('habit')
      const player = asPlayer(habit, task, WORLD)
      const { critique, total, state } = playOut(setup, (episode, at) => {
        const blind = episode.transcript.map((message) =>
          message.role === 'system'
            ? { ...message, content: message.content.replace(rule, '') }
            : message,
        )
        return player({ ...episode, transcript: blind }, at)
      })
      const { broken } = state.worldState as unknown as PhoneState
      const says = `Rule ${ruleIn(task, form)} of the house was broken`
      expect([task.id, critique.includes(says)]).toEqual([task.id, broken.includes(form)])
      if (broken.includes(form)) expect([task.id, total]).toEqual([task.id, 0])
      if (broken.includes(form)) breaking.push(task.id)
    }
    expect(breaking.length).toBeGreaterThan(5)
  })

  it('is on no page without a clock, and none on waiting where one cannot leave', () => {
    for (const task of BUSY) {
      const off = pageOf(task, WORLD, { customer: 'dialogue', conversation: 'on' })
      const form = pageOf(task, WORLD, { customer: 'form', conversation: 'off', clock: 'on' })
      expect(off.rules.filter((rule) => /hours|wait/.test(rule.form))).toEqual([])
      expect(form.rules.filter((rule) => rule.form === 'wait_at_most')).toEqual([])
    }
  })
})

describe('what is told of time', () => {
  it('is true: hours and queues of a critique are those of the world', () => {
    const told = { closed: 0, queue: 0 }
    for (const task of BUSY.slice(0, 120)) {
      const departments = lineOf(WORLD, task.required_calls[0] ?? '').company.departments
      for (const line of wanderings(task).critique.split('\n')) {
        const [, shut, on = '', hours] =
          /^- (.+) was closed on (.+)\. Its .*: (.+)\.$/.exec(line) ?? []
        const [, busy, minutes, when = ''] =
          /^- (.+) had a queue of (\d+) minutes on (.+)\.$/.exec(line) ?? []
        const department = departments.find(({ name }) => name === (shut ?? busy))
        if (department === undefined) continue
        if (shut !== undefined) {
          told.closed += 1
          expect(isOpen(department, readMoment(on, 0) ?? 0)).toBe(false)
          expect(hours).toBe(department.opening_hours)
        } else {
          told.queue += 1
          expect(waitAt(department, readMoment(when, 0) ?? 0)).toBe(Number(minutes))
        }
      }
    }
    expect(Math.min(told.closed, told.queue)).toBeGreaterThan(10)
  })

  it('holds no queue before a call: all else is alike in a world with other queues', () => {
    const other = { ...WORLD, seed: WORLD.seed + 1, companies: WORLD.companies.map(copied) }
    for (const task of BUSY.slice(0, 30)) {
      const [here, there] = [WORLD, other].map((world) => {
        const setup = setupOf(task, world, TALK)
        return playOut(setup, (seen, { step }) => {
          const random = stream(task.seed, step, 'quiet')
          const action = random.pick(sampledTurns(phoneCallEnvironment, seen, random))
          return JSON.stringify(action).includes('phone_call') ? undefined : action
        }).transcript
      })
      expect(here).toEqual(there)
    }
  })
})

/** Departments that nothing is remembered of. */
const copied = (company: (typeof WORLD)['companies'][number]) => ({
  ...company,
  departments: company.departments.map((department) => ({ ...department })),
})

function wanderings(task: PhoneTask): Rollout {
  return playOut(setupOf(task, WORLD, TALK), (seen, { step }) => {
    const random = stream(task.seed, step, 'wandering')
    return random.pick(sampledTurns(phoneCallEnvironment, seen, random))
  })
}

describe('honest play with a clock', () => {
  it('is never worse than stopping, whatever was done before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TASKS, ...BUSY),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        (task, seed, steps) => {
          const setup = setupOf(task, WORLD, WHOLE)
          const solve = oraclePlayer(setup)
          const totals = [true, false].map((stops) => {
            const { total } = playOut(setup, (seen, state) => {
              if (state.step >= steps) return stops ? undefined : solve(seen, state)
              const random = stream(seed, state.step, 'clumsy')
              return random.pick(sampledTurns(phoneCallEnvironment, seen, random))
            })
            return total
          })
          expect(totals[0]).toBeLessThanOrEqual(totals[1] ?? 0)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has the full score in every task, whatever the settings', () => {
    for (const settings of [WHOLE, TALK, FORM, { ...TALK, page: 'on', records: 'strict' }]) {
      for (const task of [...TASKS, ...BUSY.slice(0, 60)]) {
        const setup = setupOf(task, WORLD, settings)
        const { total, metrics } = playOut(setup, oraclePlayer(setup))
        expect([task.id, total, metrics.minutes_over]).toEqual([task.id, 1000, 0])
      }
    }
  })
})
