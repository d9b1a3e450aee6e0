// Guards strict records: what is said is done, what is missing is named, wrong changes cost.
import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { solutionOf, TASKS, talk } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, type Player, playOut } from '../../../test/support/rollout.ts'
import { businessOf, setWith } from '../../sim/phone/businesses.ts'
import { generateWorld } from '../../sim/phone/companies.ts'
import { hearAnswer } from '../../sim/phone/hear-call.ts'
import { hearOpening } from '../../sim/phone/opening.ts'
import { drawSlots } from '../../sim/phone/records/draw.ts'
import type { SlotValues } from '../../sim/phone/records/rows.ts'
import { sayWish } from '../../sim/phone/records/wording.ts'
import { WISH_RECORDS } from '../../sim/phone/tables/wish-records.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { generateStreamTask } from '../../sim/phone/tasks.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'

const STRICT = { records: 'strict' }
const ALL = generateWorld(7, 100, undefined, 'all')
const MANY = [...TASKS, ...Array.from({ length: 200 }, (_, at) => generateStreamTask(WORLD, at))]

/** The world that has a wish. */
const worldWith = (business: string): PhoneWorld => (setWith([business]) === 'all' ? ALL : WORLD)

/** A task of one call whose wish has slots. */
const taskOf = (business: string): PhoneTask => {
  for (let index = 0; index < 20_000; index++) {
    const task = generateStreamTask(worldWith(business), index)
    if (task.required_calls.length === 1 && task.goals[0]?.business === business) return task
  }
  throw new Error(`no task of ${business}`)
}

/** An episode whose form is filled in, and calls with all details to its one department. */
function rehearsed(task: PhoneTask) {
  const world = worldWith(task.goals[0]?.business ?? '')
  const episode = talk(task, STRICT, world)
  const { fields } = solutionOf(task, world)
  const asked = fields.filter((field) => field !== task.customer.tells)
  if (asked.length > 0) episode.form(asked)
  const given = Object.fromEntries(
    fields
      .filter((field) => !task.customer.missing.includes(field))
      .map((field) => [field, task.customer.values[field]]),
  )
  const ask = (request: string) =>
    hearAnswer(episode.call(task.required_calls[0] ?? '', request, given)).heard
  return { ...episode, ask }
}

const whole = ({ goals: [goal] }: PhoneTask, slots = goal?.slots ?? {}): string =>
  `My customer wants to ${sayWish(goal?.business ?? '', slots, stream(1, 0, 'test'))}.`

describe('which record is meant', () => {
  const ofTwo = MANY.filter(
    ({ goals, required_calls: calls }) =>
      calls.length === 1 && goals[0]?.business === 'dispute_charge',
  )

  it('may be said by its amount as well as by the shop', () => {
    expect(ofTwo.length).toBeGreaterThan(0)
    for (const task of ofTwo) {
      const { merchant } = task.goals[0]?.slots ?? {}
      const rows = task.file.transactions ?? []
      const amountOf = (isMeant: boolean): number =>
        Number(rows.find((row) => (row.merchant === merchant) === isMeant)?.amount) / 100
      const { ask, end } = rehearsed(task)
      const vague = ask(`Please dispute a charge of $${amountOf(false)} from ${merchant}.`)
      expect([task.id, vague?.kind]).toEqual([task.id, 'unsaid'])
      expect(ask(`Please dispute a charge of $${amountOf(true)}.`)?.kind).toBe('done')
      expect(end()?.reason).toBe('completed')
    }
  })
})

/** Other values than the customer means, such as the file allows. */
function otherSlots({ goals: [goal], file }: PhoneTask): SlotValues {
  const { business = '', slots = {} } = goal ?? {}
  const { table, which, op } = WISH_RECORDS[business] ?? {}
  const [name = ''] = Object.keys(slots)
  if (which !== undefined && table !== undefined) {
    const other = (file[table] ?? []).find((row) => row[which] !== slots[which])
    return { ...slots, [which]: other?.[which] as string }
  }
  if (op === 'remove' && table !== undefined) {
    const items = (file[table]?.[0]?.[name] ?? []) as readonly string[]
    return { [name]: items.find((item) => item !== slots[name]) ?? '' }
  }
  for (let draw = 0; ; draw++) {
    const drawn = drawSlots(business, stream(draw, 0, 'other'))
    if (drawn[name] !== slots[name]) return { ...slots, [name]: drawn[name] ?? '' }
  }
}

describe('with strict records', () => {
  it('the oracle wins every task with the full score, and nothing is damaged', () => {
    for (const task of MANY) {
      const setup = setupOf(task, WORLD, STRICT)
      const { total, critique } = playOut(setup, oraclePlayer(setup))
      expect([task.id, total, critique]).toEqual([task.id, 1000, ''])
    }
  })

  it('the customer says each value, and the opening is heard as before', () => {
    for (const task of MANY) {
      const [, message] = playOut(setupOf(task, WORLD, STRICT), () => undefined).transcript
      const heard = hearOpening(message?.content ?? '')
      expect(heard.goals.map(({ business }) => business?.id)).toEqual(
        task.goals.map(({ business }) => business),
      )
    }
  })

  it('without strict records the same tasks say and want nothing of it', () => {
    for (const task of MANY.slice(0, 60)) {
      const [, message] = playOut(setupOf(task, WORLD), () => undefined).transcript
      const goals = hearOpening(message?.content ?? '').goals
      for (const { text, business } of goals) expect(business?.phrases).toContain(text)
    }
  })
})

describe.each(Object.keys(WISH_RECORDS))('a wish: %s', (business) => {
  const task = taskOf(business)
  const bare = `My customer wants to ${businessOf(business).phrases[0]}.`

  it('is done as it was said; a wrong value damages a row and can be put right', () => {
    const episode = rehearsed(task)
    expect(episode.ask(whole(task, otherSlots(task)))?.kind).toBe('done')
    expect(episode.end()).toBeUndefined()
    expect(episode.total()).toBe(0)
    expect(episode.ask(whole(task, otherSlots(task)))?.kind).toBe('already_done')
    expect(episode.ask(whole(task))?.kind).toBe('done')
    expect(episode.end()).toEqual({ kind: 'terminated', reason: 'completed' })
    // A row, or two where one is made besides; and the refused repetition.
    const rows = WISH_RECORDS[business]?.op === 'replace' ? [1, 2] : [1]
    expect(rows.map((count) => 950 - 75 * count)).toContain(episode.total())
  })

  it('is not done, and nothing won, where the wrong value stays', () => {
    const episode = rehearsed(task)
    episode.ask(whole(task, otherSlots(task)))
    const { parts } = episode.close()
    expect(parts.misuse).toBeLessThanOrEqual(-150)
    expect(episode.total()).toBe(0)
  })

  it('is not done before all is said, and what is missing is named', () => {
    const episode = rehearsed(task)
    const answer = episode.ask(bare)
    // "Letters in Spanish" is a whole wish even without the sentence of the table.
    if (answer?.kind === 'done') return
    expect(answer?.kind).toBe('unsaid')
    for (const label of (answer?.named ?? '').split(' and ')) {
      expect(Object.values(WISH_RECORDS[business]?.slots ?? {})).toContain(label)
    }
    expect(episode.ask(whole(task))?.kind).toBe('done')
    expect(episode.total()).toBe(950)
  })
})

describe('a critique', () => {
  const copying =
    (task: PhoneTask, request: string): Player =>
    (transcript, state) => {
      const setup = setupOf(task, WORLD, STRICT)
      const action = oraclePlayer(setup)(transcript, state)
      return JSON.parse(
        JSON.stringify(action).replace(/My customer wants to [^"]*?\."/, () => `${request}"`),
      )
    }

  it('says what was told otherwise and what was left open, by name and never by value', () => {
    const task = taskOf('card_limit')
    const setup = setupOf(task, WORLD, STRICT)
    const wrong = playOut(setup, copying(task, whole(task, { limit: 111_100 })))
    expect(wrong.critique).toContain('was told otherwise than the customer wrote: the new limit.')
    const open = playOut(setup, copying(task, 'Please raise the limit of my card.'))
    expect(open.critique).toContain('had to be told with the request: the new limit.')
    for (const { critique } of [wrong, open]) {
      expect(critique.replace(/"[^"]*"/g, '')).not.toMatch(/\d,\d{3}|dollars/)
    }
  })
})
