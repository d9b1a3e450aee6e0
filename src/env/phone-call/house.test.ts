// Guards the rules of the house: a page that can be kept, whose breaches are found and paid for.
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { leaveAsked } from '../../sim/phone/dialogue/consent.ts'
import { tellsDigits } from '../../sim/phone/hear/digits.ts'
import { neverTold, pageOf, type Rule } from '../../sim/phone/house/page.ts'
import { readPage, sayPage } from '../../sim/phone/house/wording.ts'
import { isAbout } from '../../sim/phone/tables/consents.ts'
import { INDUSTRIES } from '../../sim/phone/tables/industries.ts'
import { companyOf } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import { neededFields } from './state.ts'
import { readEpisode } from './transcript.ts'

const HOUSE = { customer: 'dialogue', conversation: 'on', page: 'on' } as const

const rulesOf = (task: (typeof TASKS)[number]): readonly Rule[] => pageOf(task, WORLD, HOUSE).rules
const matterOf = (rule: Rule): string => (rule.form === 'ask_before' ? rule.matter : '')
const hasRule = (form: Rule['form']) => (task: (typeof TASKS)[number]) =>
  rulesOf(task).some((rule) => rule.form === form)

/** Tasks of which the plain solution tells what must never be told. */
const BINDING = TASKS.filter((task) => {
  const secret = neverTold(task, WORLD)
  return secret !== null && neededFields(task, WORLD).includes(secret)
})

/** Plays as the oracle, but for what is changed in its turns. */
function changed(task: (typeof TASKS)[number], change: (args: JsonObject, name: string) => object) {
  const setup = setupOf(task, WORLD, HOUSE)
  const solve = oraclePlayer(setup)
  return playOut(setup, (transcript, state) => {
    const action = solve(transcript, state) as Action & {
      readonly tool_calls?: readonly { function: { name: string; arguments: JsonObject } }[]
    }
    const [call] = action.tool_calls ?? []
    if (call === undefined) return action
    const { name, arguments: args } = call.function
    const told = { ...call, function: { name, arguments: change(args, name) } }
    return { ...action, tool_calls: [told] } as unknown as Action
  })
}

/** Plays as the oracle does who has not read one of the rules. */
function playedBlindTo(task: (typeof TASKS)[number], number: number) {
  const setup = setupOf(task, WORLD, HOUSE)
  const solve = oraclePlayer(setup)
  const rule = new RegExp(`^${number}\\. .*$`, 'm')
  return playOut(setup, (transcript, state) => {
    const read = transcript.map((message) =>
      message.role === 'system'
        ? { ...message, content: message.content.replace(rule, '') }
        : message,
    )
    return solve(read, state)
  })
}

describe('a page', () => {
  it('is read back as it was said, and can be kept in every task', () => {
    for (const task of TASKS) {
      const page = pageOf(task, WORLD, HOUSE)
      expect(readPage(sayPage(page))).toEqual(page.rules)
      const setup = setupOf(task, WORLD, HOUSE)
      expect([task.id, playOut(setup, oraclePlayer(setup)).total]).toEqual([task.id, 1000])
    }
  })

  it('forbids what the plain solution tells, in most tasks', () => {
    expect(BINDING.length).toBeGreaterThan(TASKS.length / 3)
  })

  it('has no rule for what an episode does not have', () => {
    for (const task of TASKS) {
      const { rules } = pageOf(task, WORLD, { customer: 'form', conversation: 'off' })
      const forms = rules.map(({ form }) => form)
      expect(forms).not.toContain('messages_at_most')
      expect(forms).not.toContain('only_if_asked')
    }
  })
})

describe('a rule that nothing makes good', () => {
  it('takes everything from who does not read the page, and success with it', () => {
    for (const task of BINDING) {
      const setup = setupOf(task, WORLD, HOUSE)
      const blind = playOut(setup, asPlayer(makePolicy('rule-blind'), task, WORLD))
      const told = blind.critique.includes(`was told ${neverTold(task, WORLD)}`)
      if (told) expect([task.id, blind.total, blind.success]).toEqual([task.id, 0, false])
    }
  })

  it.each(['0409', '0-4-0-9', 'It is zero four oh nine.', 'zero, 4, 0, nine', 'oh four 0 9'])(
    'hears digits however they are said: %s',
    (text) => expect(tellsDigits(text, '0409')).toBe(true),
  )

  it.each(['10409', '04 and 09', '4090', 'one two three', ''])('and no others: %s', (text) =>
    expect(tellsDigits(text, '0409')).toBe(false),
  )

  it('finds the secret in words, under another name, and as a reference number', () => {
    const [task] = BINDING
    if (task === undefined) throw new Error('no binding task')
    const secret = task.customer.values[neverTold(task, WORLD) ?? 'full_name']
    const spelled = [...secret].join(' ')
    const places: ((args: JsonObject) => object)[] = [
      (args) => ({ ...args, request: `${args.request} ${spelled}.` }),
      (args) => ({ ...args, reference_number: secret }),
      (args) => ({ ...args, auth_info: { ...(args.auth_info as object), email: spelled } }),
    ]
    for (const place of places) {
      const { total } = changed(task, (args, name) => {
        if (name === 'ask_customer') {
          const fields = [neverTold(task, WORLD), ...((args.fields as string[]) ?? [])]
          return { ...args, fields: fields.slice(0, 2) }
        }
        return name === 'phone_call' ? place(args) : args
      })
      expect(total).toBe(0)
    }
  })
})

describe('a rule to ask the customer before', () => {
  const asks = TASKS.filter((task) => {
    const rule = rulesOf(task).find(({ form }) => form === 'ask_before')
    return (
      rule !== undefined && task.goals.some(({ business }) => isAbout(matterOf(rule), business))
    )
  })

  it('binds in every industry, and takes everything from who does not ask', () => {
    const industries = new Set(asks.map((task) => companyOf(WORLD, task.company).industry))
    expect(industries.size).toBe(INDUSTRIES.length)
    for (const task of asks) {
      const at = rulesOf(task).findIndex(({ form }) => form === 'ask_before') + 1
      const { total, success, critique } = playedBlindTo(task, at)
      expect([task.id, success, total]).toEqual([task.id, false, 0])
      expect(critique).toContain(`Rule ${at} of the house was broken`)
    }
  })

  it.each([
    ['Do you really want to close your account?', ['close_account']],
    ['Before I call them: are you sure you want your account closed?', ['close_account']],
    ['Is it all right if I cancel the contract now?', ['cancel_contract']],
    ['Shall I go ahead with all of it?', ['close_account', 'cancel_contract']],
    ['Please confirm that I may go ahead with everything.', ['close_account', 'cancel_contract']],
    ['Shall I go ahead?', []],
    ['Shall I get your warranty extended?', []],
    ['I am going ahead with all of it.', []],
    ['Shall I not close your account?', []],
    ['What is your account number?', []],
    ['Can I have your PIN?', []],
  ])('hears for what leave is asked: %s', (message, wishes) => {
    expect(leaveAsked(message, ['close_account', 'cancel_contract'])).toEqual(wishes)
  })
})

describe('a rule to report', () => {
  it('costs whoever leaves without having told the numbers', () => {
    for (const task of TASKS.filter(hasRule('write_down')).slice(0, 12)) {
      const setup = setupOf(task, WORLD, HOUSE)
      const solve = oraclePlayer(setup)
      const { total, success, critique, transcript } = playOut(setup, (before, state) => {
        const isDone = readEpisode(before).calls.filter(({ kind }) => kind === 'done').length
        return isDone === task.required_calls.length ? undefined : solve(before, state)
      })
      expect([task.id, success, total]).toEqual([task.id, true, 940])
      const at = rulesOf(task).findIndex(({ form }) => form === 'write_down') + 1
      expect(critique).toContain(`Rule ${at} of the house was broken`)
      expect(transcript.at(-1)?.role).toBe('tool')
    }
  })
})

describe('a rule whose breach is waste', () => {
  it('costs once for each call that begins without the name', () => {
    for (const task of TASKS.filter(hasRule('on_behalf')).slice(0, 10)) {
      const { answers, total } = changed(task, (args, name) =>
        name === 'phone_call'
          ? { ...args, request: String(args.request).replace(/^I am calling[^.]*\. /, '') }
          : args,
      )
      const calls = task.required_calls.length
      expect(answers.at(-1)?.parts.rules).toBe(-Math.min(60 * calls, 240))
      expect(total).toBe(1000 - Math.min(60 * calls, 240))
    }
  })

  it('costs what is told before it was asked for, and says so by its number', () => {
    const task = TASKS.filter(hasRule('only_if_asked')).find(
      ({ required_calls: calls, customer }) => calls.length === 1 && customer.tells === null,
    )
    if (task === undefined) throw new Error('no such task')
    const at = rulesOf(task).findIndex(({ form }) => form === 'only_if_asked') + 1
    const early: Record<string, string> = {}
    for (const field of neededFields(task, WORLD)) {
      if (field !== neverTold(task, WORLD)) early[field] = task.customer.values[field]
    }
    const { answers, critique } = changed(task, (args, name) =>
      name === 'phone_call' ? { ...args, auth_info: early } : args,
    )
    expect(answers.at(-1)?.parts.rules).toBeLessThanOrEqual(-60)
    expect(critique).toContain(`Rule ${at} of the house was broken`)
  })

  it('tells nothing before the close', () => {
    for (const task of TASKS.slice(0, 20)) {
      const setup = setupOf(task, WORLD, HOUSE)
      const { answers } = playOut(setup, asPlayer(makePolicy('rule-blind'), task, WORLD))
      for (const { parts, end } of answers) {
        if (end !== undefined) continue
        expect(Math.abs(parts.rules ?? 1) + Math.abs(parts.breach ?? 1)).toBe(0)
      }
    }
  })
})
