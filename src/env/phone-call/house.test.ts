// Guards the rules of the house: a page that can be kept, whose breaches are found and paid for.
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { leaveAsked } from '../../sim/phone/dialogue/consent.ts'
import { tellsDigits } from '../../sim/phone/hear/digits.ts'
import { blockOf, offerIn } from '../../sim/phone/house/blocks.ts'
import { forbids } from '../../sim/phone/house/breaches.ts'
import { neverTold, pageOf, type Rule } from '../../sim/phone/house/page.ts'
import { hearReport, isNamed } from '../../sim/phone/house/report.ts'
import { readPage, sayPage } from '../../sim/phone/house/wording.ts'
import { BUSINESSES } from '../../sim/phone/tables/businesses.ts'
import { isAbout } from '../../sim/phone/tables/consents.ts'
import { INDUSTRIES } from '../../sim/phone/tables/industries.ts'
import { OBSTACLES, obstaclesTo } from '../../sim/phone/tables/obstacles.ts'
import { generateSplit } from '../../sim/phone/tasks.ts'
import { companyOf } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import { toolTurn } from './solve.ts'
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
  return playOut(setup, (episode, state) => {
    const action = solve(episode, state) as Action & {
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
  return playOut(setup, (episode, state) => {
    const read = episode.transcript.map((message) =>
      message.role === 'system'
        ? { ...message, content: message.content.replace(rule, '') }
        : message,
    )
    return solve({ ...episode, transcript: read }, state)
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
    ["They won't do it without your approval. Shall I close the account?", ['close_account']],
    ['May I close your account?', ['close_account']],
    ['Can I proceed with all of it?', ['close_account', 'cancel_contract']],
    ['May I have your PIN to get all of it done?', []],
    ["I don't want all of it done without your consent. Do you want tea?", []],
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

describe('a rule to report all numbers', () => {
  it('costs whoever reports without them, and says so by its number', () => {
    for (const task of TASKS.filter(hasRule('write_down')).slice(0, 12)) {
      if (blockOf(task, WORLD, HOUSE) !== null) continue
      const { total, success, critique } = reportedAs(task, () => 'It is done.')
      expect([task.id, success, total]).toEqual([task.id, true, 940])
      const at = rulesOf(task).findIndex(({ form }) => form === 'write_down') + 1
      expect(critique).toContain(`Rule ${at} of the house was broken`)
    }
  })
})

/** Plays as the oracle does, who reports something else. */
function reportedAs(task: (typeof TASKS)[number], instead: (report: string) => string | undefined) {
  const setup = setupOf(task, WORLD, HOUSE)
  const solve = oraclePlayer(setup)
  return playOut(setup, (episode, state) => {
    const action = solve(episode, state)
    const isReport = action !== undefined && 'content' in action && !('tool_calls' in action)
    if (!isReport) return action
    const content = instead(action.content ?? '')
    return content === undefined ? undefined : { content }
  })
}

describe('a report', () => {
  it.each([
    ['It is done. The reference numbers: R123456.', 'done'],
    ['Your flight was moved to March 3. I declined the fee.', 'done'],
    ['The new address has been recorded, free of charge.', 'done'],
    ['I did not accept the new term. Your plan is changed all the same.', 'done'],
    ['It could not be done, because the deadline for it has passed.', 'not_done'],
    ["Billing cleared the file, but the limit wasn't raised.", 'not_done'],
    ['I was unable to get that through.', 'not_done'],
    ['Nothing was changed: they only do it for $75.', 'not_done'],
    ['I stopped, since Billing asks for a fee that you would not accept.', 'not_done'],
    ['I had to stop because of the fee.', 'not_done'],
    ['They would not do it without a fee.', 'not_done'],
    ["I didn't go ahead, since the wait is too long.", 'not_done'],
    ["Your order was cancelled. Please don't hesitate to ask.", 'done'],
    ["Your plan was upgraded. You won't be charged, and it did not require a contract.", 'done'],
    ['It is cancelled. If you have not heard of it by Friday, call me.', 'done'],
    ['Your appointment has been rescheduled to March 3.', 'done'],
    ['It is done. It could not be done.', 'none'],
    ['asdf qwer 0', 'none'],
    ['Thank you for your patience.', 'none'],
    ['', 'none'],
  ])('is heard for how it came out: %s', (text, claim) => {
    expect(hearReport(text, []).claim).toBe(claim)
  })

  it('is a part of success: neither silence nor a wrong one will do', () => {
    for (const task of TASKS.slice(0, 40)) {
      const isBlocked = blockOf(task, WORLD, HOUSE) !== null
      const wrong = isBlocked ? 'It is done.' : 'It could not be done, because of the deadline.'
      for (const said of [undefined, 'Goodbye.', wrong]) {
        const { success, metrics, total } = reportedAs(task, () => said)
        expect([task.id, success, total]).toEqual([task.id, false, 500])
        expect([metrics.file_right, metrics.report_right]).toEqual([1, 0])
      }
    }
  })
})

describe('a business that cannot be done', () => {
  const tasks = generateSplit(WORLD, 'train', 500)
  const blocked = tasks.filter((task) => blockOf(task, WORLD, HOUSE) !== null)
  const reasonOf = (task: (typeof TASKS)[number]): string =>
    blockOf(task, WORLD, HOUSE)?.reason ?? ''

  it('is one in twelve or so, at every level, for every kind of reason', () => {
    expect(blocked.length / tasks.length).toBeGreaterThan(0.05)
    expect(blocked.length / tasks.length).toBeLessThan(0.11)
    expect(new Set(blocked.map(({ difficulty }) => difficulty)).size).toBe(5)
    const reasons = new Set(blocked.map(reasonOf))
    for (const reason of ['fee', 'term', 'wait', 'deadline', 'balance', 'review', 'case']) {
      expect([reason, reasons.has(reason)]).toEqual([reason, true])
    }
  })

  it('is blocked for every wish by something that its report can name', () => {
    for (const { id: business } of BUSINESSES) {
      expect([business, obstaclesTo(business).length > 0]).toEqual([business, true])
    }
    for (const [name, { says }] of Object.entries(OBSTACLES)) {
      const { reasons } = hearReport(`It could not be done, because ${says}.`, [])
      expect([name, reasons]).toEqual([name, [name]])
    }
  })

  it('is won by who hears why, leaves it alone and says so, and by nobody else', () => {
    for (const task of blocked) {
      const setup = setupOf(task, WORLD, HOUSE)
      const { total, critique, metrics } = playOut(setup, oraclePlayer(setup))
      expect([task.id, total]).toEqual([task.id, 1000])
      expect(critique).not.toMatch(/Rule \d|report|still wanted/)
      expect(metrics.units_done).toBe(metrics.units)
      const others = ['fee', 'the contract', 'the review', 'the deadline', 'an open case']
      const all = `It could not be done, because of ${others.join(', ')}, ${others.join(', ')}.`
      expect([task.id, reportedAs(task, () => all).success]).toEqual([task.id, false])
    }
  })

  it('may be reported with the names of the wish and the departments', () => {
    const text =
      'It could not be done, because Shipping and Delivery only does it with a fee of $20.'
    const heard = hearReport(text, [])
    expect(isNamed(heard, 'fee', 'have a delivery sent to my office, Shipping and Delivery')).toBe(
      true,
    )
    expect(isNamed(heard, 'fee', 'close my account, Accounts Desk')).toBe(false)
  })

  it('is not won by who gives up before they have heard why', () => {
    for (const task of blocked) {
      const because = OBSTACLES[reasonOf(task)]?.says ?? `it takes a ${reasonOf(task)}`
      const content = `It could not be done, because ${because}.`
      const setup = setupOf(task, WORLD, HOUSE)
      const solve = oraclePlayer(setup)
      const { success, metrics } = playOut(setup, (episode, state) => {
        const { calls, line } = readEpisode(episode.transcript)
        const last = task.required_calls.length
        const isNear = calls.filter(({ isMore }) => !isMore).length >= last
        if (line !== undefined && isNear)
          return toolTurn('hang_up', {}, readEpisode(episode.transcript))
        return isNear ? { content } : solve(episode, state)
      })
      const wasTold = metrics.units_done === metrics.units
      expect([task.id, success]).toEqual([task.id, wasTold])
    }
  })

  it('by the customer is theirs to say: who has not asked them does not know it', () => {
    const theirs = blocked.filter((task) => {
      const offer = task.goals.flatMap(({ department }) => {
        const block = blockOf(task, WORLD, HOUSE)
        return block?.department === department
          ? (offerIn(task, department, block, HOUSE) ?? [])
          : []
      })
      return offer.some((one) => !forbids(rulesOf(task), one))
    })
    expect(theirs.length).toBeGreaterThan(3)
    for (const task of theirs) {
      const { success, metrics } = changed(task, (args, name) => {
        const message = String(args.message ?? '').replace(/How (?:high|long) .*/, '')
        return name === 'ask_customer' ? { ...args, message } : args
      })
      expect([task.id, success, metrics.file_right]).toEqual([task.id, false, 0])
    }
  })

  it('takes everything from who accepts what is forbidden', () => {
    const offered = blocked.filter((task) => ['fee', 'term', 'wait'].includes(reasonOf(task)))
    expect(offered.length).toBeGreaterThan(5)
    for (const task of offered) {
      const setup = setupOf(task, WORLD, HOUSE)
      const solve = oraclePlayer(setup)
      const { total, success, metrics } = playOut(setup, (episode, state) => {
        const seen = readEpisode(episode.transcript)
        const isOffered = seen.line?.kind === 'offer' || seen.line?.kind === 'firm'
        return isOffered ? toolTurn('say', { text: 'Yes.' }, seen) : solve(episode, state)
      })
      expect([task.id, total, success]).toEqual([task.id, 0, false])
      expect(metrics.hard_breaches).toBeGreaterThan(0)
      expect(metrics.unwanted_offers).toBeGreaterThan(0)
    }
  })

  it('is heard of nothing but the wish that is meant', () => {
    const strict = { ...HOUSE, records: 'strict' } as const
    const spoilt: string[] = []
    // What is read back of another wish would be put right there.
    for (const task of blocked.filter(({ goals }) => goals.length === 1)) {
      const setup = setupOf(task, WORLD, strict)
      const solve = oraclePlayer(setup)
      let isSpoilt = false
      const { success } = playOut(setup, (episode, state) => {
        const right = JSON.stringify(solve(episode, state))
        const wrong = right.replace(/"(?:request|text)":"[^"]*"/, (request) =>
          request.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
        )
        isSpoilt ||= wrong !== right
        return JSON.parse(wrong) as Action
      })
      if (isSpoilt) spoilt.push(task.id)
      if (isSpoilt) expect([task.id, success]).toEqual([task.id, false])
    }
    expect(spoilt.length).toBeGreaterThan(3)
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
