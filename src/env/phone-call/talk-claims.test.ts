// Guards odd arguments: what is claimed twice, does not exist, or comes after one call too many.
import { describe, expect, it } from 'vitest'
import { playAs, setupOf, stagedTasks, talk, WORLD } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import { findLine } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import { accountOfTalk, critiqueTalk } from './talk-critique.ts'
import type { TalkEvent } from './talk-events.ts'
import { findSecret } from './talk-state.ts'

/** Tasks that no other test plays. */
const PLAYS = stagedTasks(73_000, 40, (at) => (at % 2 === 0 ? 4 : 5))
const EASY = stagedTasks(73_000, 40, () => 2)

/** A detail that no wish of a task needs. */
const unneeded = ({ phoneCase: { goals } }: (typeof EASY)[number]): JsonObject =>
  goals.every(({ details }) => details.count === undefined) ? { count: 3 } : { time: '09:00' }

const turn = (name: string, args: JsonObject): Action => ({
  tool_calls: [{ id: 'extra', type: 'function', function: { name, arguments: args } }],
})

describe('a value that says that there is none', () => {
  it('discloses nothing, and breaks no rule', () => {
    let secrets = 0
    for (const play of PLAYS) {
      const secret = findSecret(play.phoneCase)
      const none = { security_pin: '', ...(secret === null ? {} : { [secret]: 'unavailable' }) }
      const { success, metrics } = playAs(play, (name, args) =>
        name === 'phone_call'
          ? { ...args, auth_info: { ...none, ...Object(args.auth_info) } }
          : args,
      )
      const { hard_breaches, soft_breaches, details_over_told } = metrics
      expect([play.task.id, success, hard_breaches, soft_breaches, details_over_told]).toEqual([
        play.task.id,
        true,
        0,
        0,
        0,
      ])
      if (secret !== null) secrets += 1
    }
    expect(secrets).toBeGreaterThan(5)
  })
})

describe('a report', () => {
  it('earns nothing for a wish that it calls done and gives a reason against', () => {
    let changes = 0
    for (const play of PLAYS) {
      const undone = play.phoneCase.goals.filter(({ right }) => right !== 'done').length
      const { metrics } = playAs(play, (name, args) => {
        if (name !== 'report') return args
        const items = args.items as readonly JsonObject[]
        return { ...args, items: items.map((item) => ({ ...item, outcome: 'done' })) }
      })
      const { units = 0, units_done } = metrics
      expect([play.task.id, units_done]).toEqual([play.task.id, units - undone])
      changes += undone
    }
    expect(changes).toBeGreaterThan(0)
  })
})

describe('a detail that does not exist', () => {
  it.each([
    ['option', 'constructor'],
    ['date', '2199-02-30'],
    ['date', '2199-13-01'],
  ] as const)('is not possible: %s %s', (name, value) => {
    let questions = 0
    for (const play of EASY) {
      const { events } = playAs(play, (_, args) => {
        const details = args.details as JsonObject | undefined
        return details?.[name] === undefined
          ? args
          : { ...args, details: { ...details, [name]: value } }
      })
      for (const event of events as readonly TalkEvent[]) {
        if (event.kind === 'asked' && event.for === 'read_back')
          expect(event.details[name]).not.toBe(value)
        if (event.kind === 'asked' && event.for === 'possible_detail') questions += 1
      }
    }
    expect(questions).toBeGreaterThan(1)
  })
})

describe('a yes', () => {
  it('still counts if it comes with a detail that the service does not need', () => {
    for (const play of EASY) {
      const { success, metrics } = playAs(play, (_, args) =>
        args.answer === 'yes' ? { ...args, details: unneeded(play) } : args,
      )
      expect([play.task.id, success, metrics.rejected_calls]).toEqual([play.task.id, true, 0])
    }
  })
})

describe('one call too many', () => {
  const none = { items: [{ service: 'none', outcome: 'done' }], references: [], fees_cents: 0 }

  it.each(['report', 'hang_up', 'phone_call'])('ends the work without a report at %s', (tool) => {
    let played = 0
    for (const { stage, task, phoneCase } of PLAYS) {
      const [goal] = phoneCase.goals
      if (goal === undefined || goal.waits_for !== undefined) continue
      const { department } = findLine(WORLD, goal.department)
      if (department.hidden.after.length > 0) continue
      const { service } = goal
      const call = { phone_number: department.phone_number, service, when: 'open' }
      const episode = talk(task, { stage })
      for (let count = 0; count <= phoneCase.calls_max; count++) episode.say('phone_call', call)
      expect(episode.end()).toBeUndefined()
      episode.say(tool, tool === 'report' ? none : tool === 'hang_up' ? {} : call)
      expect([task.id, episode.end()]).toEqual([
        task.id,
        { kind: 'truncated', reason: 'call_limit' },
      ])
      expect(episode.last().metrics?.phone_calls).toBe(phoneCase.calls_max + 1)
      played += 1
    }
    expect(played).toBeGreaterThan(2)
  })
})

describe('a call with `open`', () => {
  it('is answered although the department closes within the minute', () => {
    let played = 0
    for (const { stage, task, phoneCase } of PLAYS) {
      const [goal] = phoneCase.goals
      if (goal === undefined) continue
      const { phone_number, opening_hours } = findLine(WORLD, goal.department).department
      const [, hour] = /^Mon-Fri [0-9:]+-(\d+):00$/.exec(opening_hours) ?? []
      if (hour === undefined) continue
      const episode = talk(task, { stage })
      const call = { phone_number, service: goal.service }
      episode.say('phone_call', { ...call, when: `Wed ${Number(hour) - 1}:58` })
      expect([task.id, episode.text().split(' ')[3]]).toEqual([
        task.id,
        `${Number(hour) - 1}:59.)\nConnected`,
      ])
      episode.say('phone_call', { ...call, when: 'open' })
      expect([task.id, episode.text()]).toEqual([task.id, expect.stringContaining('Connected to')])
      played += 1
    }
    expect(played).toBeGreaterThan(2)
  })
})

describe('a service that is done again', () => {
  it('costs if the customer had corrected it before it was done the last time', () => {
    let repairs = 0
    for (const play of PLAYS) {
      const { correction, goals } = play.phoneCase
      const goal = goals.find(({ service }) => service === correction?.service)
      if (correction === undefined || goal === undefined) continue
      const { department } = findLine(WORLD, goal.department)
      const setup = setupOf(play.task, { stage: play.stage })
      const oracle = oraclePlayer(setup)
      const { answers, success } = playOut(setup, (seen, state) => {
        const events = seen.events as readonly TalkEvent[]
        const action = oracle(seen, state)
        const [call] = (action !== undefined && 'tool_calls' in action && action.tool_calls) || []
        const rows = events.filter(
          (event) => event.kind === 'done' && event.said.service === goal.service,
        ).length
        if (call?.function.name !== 'report' || rows > 2) return action
        const last = events.at(-1)
        if (last?.kind === 'asked' && last.for === 'read_back')
          return turn('say', { answer: 'yes' })
        return turn('phone_call', {
          ...{ phone_number: department.phone_number, service: goal.service, when: 'open' },
          details: { ...goal.details, ...(rows === 2 ? correction.details : {}) } as JsonObject,
        })
      })
      if (!success) continue
      expect([play.task.id, answers.at(-1)?.parts?.misuse]).toEqual([play.task.id, -150])
      repairs += 1
    }
    expect(repairs).toBeGreaterThan(1)
  })
})

describe('what is said of an attempt', () => {
  const at = { company: 'A', department: 'B', said: { service: 'clearance' } }
  const cleared = { kind: 'done', reference: 'R1', takes_effect: null, ...at }
  const reported = { kind: 'reported', report: { items: [], references: [], fees_cents: 0 } }
  const asEvents = (...events: readonly object[]) => events as unknown as readonly TalkEvent[]

  it('names calls that nobody answered', () => {
    const events = asEvents(
      { kind: 'not_in_service', phone_number: '555' },
      { kind: 'closed', department: 'C', hours: 'Mon 9-10' },
    )
    expect(accountOfTalk(events).did).toContain('calls to 555, then C;')
  })

  it('says why a service is impossible, as the department does', () => {
    let blocks = 0
    for (const play of PLAYS) {
      const { events, transcript } = playAs(play, (_, args) => args)
      for (const event of events as readonly TalkEvent[]) {
        if (event.kind !== 'refused' || event.reason !== 'blocked') continue
        const outcome = { success: false, metrics: {}, end: { reason: 'answered' } }
        expect(critiqueTalk([event], outcome as never)).toContain(`: ${event.fact}.`)
        expect(JSON.stringify(transcript)).toContain(event.fact)
        blocks += 1
      }
    }
    expect(blocks).toBeGreaterThan(0)
  })

  it('names what was carried out unless a mistake for good explains the failure', () => {
    const outcome = { success: false, metrics: {}, end: { reason: 'answered' } }
    const row = { ...cleared, said: { service: 'close_account' } }
    const slip = {
      kind: 'asked',
      for: 'right_details',
      wrong: ['email'],
      not_unavailable: [],
      ...at,
    }
    const critiqueAfter = (held: boolean) =>
      critiqueTalk(asEvents({ ...slip, held }, row, reported), outcome as never)
    const line =
      'One of these, or the report, was not what the customer asked for: close_account (B).'
    expect(critiqueAfter(false)).toContain(line)
    expect(critiqueAfter(true)).not.toContain(line)
  })

  it('does not say that a clearance was not what the customer asked for', () => {
    const outcome = { success: false, metrics: {}, end: { kind: 'terminated', reason: 'answered' } }
    const critique = critiqueTalk(asEvents(cleared, reported), outcome as never)
    expect(critique).toContain('The report was not right.')
  })

  it('says that one call too many was the end', () => {
    const outcome = { success: false, metrics: {}, end: { reason: 'call_limit' } }
    const critique = critiqueTalk(asEvents(cleared), outcome as never)
    expect(critique).toContain('one phone call too many')
  })

  it('tells how a success wasted a call that ended with nothing done', () => {
    const play = EASY[0]
    if (play === undefined) throw new Error('no task')
    const setup = setupOf(play.task, { stage: play.stage })
    const oracle = oraclePlayer(setup)
    let isHungUp = false
    const { success, critique } = playOut(setup, (seen, state) => {
      const last = seen.events.at(-1) as TalkEvent | undefined
      if (isHungUp || last?.kind !== 'asked') return oracle(seen, state)
      isHungUp = true
      return turn('hang_up', {})
    })
    expect([success, critique.split('\n')[0]]).toEqual([
      true,
      'It came out right, but not without waste.',
    ])
  })
})
