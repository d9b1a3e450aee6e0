// Guards that prompt, message and departments say the same, and that nothing is said too late.
import { describe, expect, it } from 'vitest'
import {
  type StagedTask,
  setupOf,
  stagedTasks,
  talk,
  WORLD,
} from '../../../test/phone-call/talk.ts'
import { oraclePlayer } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import { REPLIES } from '../../sim/phone/grammar/replies.ts'
import { findMatter } from '../../sim/phone/matters.ts'
import { concernsOther } from '../../sim/phone/side-effects.ts'
import { isQuestion } from '../../sim/phone/tables/effects.ts'
import { LOOKALIKES } from '../../sim/phone/tables/lookalikes.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'
import { findLine } from '../../sim/phone/world.ts'
import { playthrough } from '../playthrough.ts'
import type { TalkEvent } from './talk-events.ts'

/** Tasks of the higher levels that no other test plays. */
const PLAYS = stagedTasks(71_000, 80, (at) => (at % 4 === 0 ? 4 : 5))
const nameOf = ({ stage, task }: StagedTask): string => `${stage} ${task.id}`

const played = ({ stage, task }: StagedTask) => {
  const setup = setupOf(task, { stage })
  return playthrough(setup, oraclePlayer(setup))
}

describe('time', () => {
  const MINUTES = { company_directory: 1, phone_call: 1, say: 1, ask_customer: 3, hang_up: 0 }

  it('passes as the prompt says with every action', () => {
    const play = PLAYS.find(({ phoneCase: { goals, calls } }) => {
      const [goal] = goals
      const { after = [] } =
        goal === undefined ? {} : findLine(WORLD, goal.department).department.hidden
      return goal?.waits_for === undefined && !after.some((id) => calls.includes(id))
    })
    if (play === undefined) throw new Error('no task')
    const episode = talk(play.task, { stage: play.stage })
    const { opening } = playthrough(setupOf(play.task, { stage: play.stage }), () => undefined)
    const prompt = opening.map(({ content }) => content).join('\n')
    expect(prompt).toContain('a message to the customer takes three minutes')
    expect(prompt).toContain('a search, a call or an answer on the line takes one')
    expect(prompt).toContain('hanging up takes none')
    const [goal] = play.phoneCase.goals
    const department = findLine(WORLD, goal?.department ?? '').department
    const call = { phone_number: department.phone_number, service: goal?.service ?? '' }
    episode.say('phone_call', { ...call, when: 'open' })
    const moves: readonly (readonly [keyof typeof MINUTES, JsonObject])[] = [
      ['ask_customer', { fields: ['full_name'] }],
      ['say', {}],
      ['hang_up', {}],
      ['company_directory', { query: 'bills' }],
      ['phone_call', call],
      ['hang_up', {}],
    ]
    for (const [tool, args] of moves) {
      const before = episode.minutes()
      episode.say(tool, args)
      expect([tool, episode.minutes() - before]).toEqual([tool, MINUTES[tool]])
    }
  })
})

describe('what one service means for another one', () => {
  it('is said with the first question of yes or no about one of the two', () => {
    let ties = 0
    for (const play of PLAYS) {
      const { goals } = play.phoneCase
      for (const { service, ends, offer } of goals) {
        const said = goals.flatMap(({ notices = [], service: id }) =>
          notices.flatMap(({ about }) => (about === undefined ? [] : [`${id} ${about}`])),
        )
        const isNoted = offer !== undefined && 'note' in offer.offer
        if (ends !== undefined)
          expect([nameOf(play), isNoted || said]).toEqual(toldIn(`${ends} ${service}`))
        if (offer?.waived_by !== undefined) {
          expect([nameOf(play), said]).toEqual(toldIn(`${offer.waived_by} ${service}`))
        }
        if (ends !== undefined || offer?.waived_by !== undefined) ties += 1

        function toldIn(tie: string) {
          return [
            nameOf(play),
            isNoted && ends !== undefined ? true : expect.arrayContaining([tie]),
          ]
        }
      }
    }
    expect(ties).toBeGreaterThan(60)
  })

  it('is never among the side effects, which come last', () => {
    for (const play of PLAYS) {
      const { goals } = play.phoneCase
      for (const { service, consequence = '' } of goals) {
        const others = goals.filter((goal) => goal.service !== service)
        const named = others.map(nounFor).filter((noun) => consequence.includes(noun))
        expect([nameOf(play), named]).toEqual([nameOf(play), []])
      }
    }
  })

  it('is not said about a service that is done', () => {
    for (const play of PLAYS) {
      const done = new Set<string>()
      for (const event of played(play).events as readonly TalkEvent[]) {
        if (event.kind === 'done') done.add(event.said.service)
        if (event.kind !== 'asked' || !('notice' in event) || event.notice === null) continue
        const goal = play.phoneCase.goals.find(({ service }) => service === event.said.service)
        const late = (goal?.notices ?? []).filter(
          ({ about = '', says }) => done.has(about) && event.notice?.includes(says),
        )
        expect([nameOf(play), late]).toEqual([nameOf(play), []])
      }
    }
  })
})

describe('a service that waits for another one', () => {
  it('is put off before anything is asked for', () => {
    let waiting = 0
    for (const play of PLAYS) {
      for (const { department, service, waits_for, by } of play.phoneCase.goals) {
        if (waits_for === undefined || by !== undefined) continue
        const { phone_number } = findLine(WORLD, department).department
        const episode = talk(play.task, { stage: play.stage })
        episode.say('phone_call', { phone_number, service, when: 'open' })
        const refused = episode.last().events?.find(({ kind }) => kind === 'refused')
        expect([nameOf(play), refused]).toMatchObject([nameOf(play), { reason: 'too_early' }])
        waiting += 1
      }
    }
    expect(waiting).toBeGreaterThan(60)
  })
})

describe('a service that is wanted for its answer', () => {
  it('gets its answer when it is done', () => {
    let told = 0
    for (const play of PLAYS) {
      for (const event of played(play).events as readonly TalkEvent[]) {
        if (event.kind !== 'done' || !isQuestion(event.said.service)) continue
        expect([nameOf(play), event.takes_effect]).toEqual([nameOf(play), expect.any(String)])
        told += 1
      }
    }
    expect(told).toBeGreaterThan(2)
  })
})

describe('a message', () => {
  it('does not contradict itself', () => {
    for (const play of PLAYS) {
      const { goals, correction, remarks } = play.phoneCase
      for (const { service, consequence = '', twin } of goals) {
        const others = goals.filter((goal) => goal.service !== service)
        const both = others.filter((goal) => concernsOther(service, consequence, goal.service))
        if (twin === undefined) expect([nameOf(play), both]).toEqual([nameOf(play), []])
      }
      const isFixed = remarks.some((remark) => remark.includes('stays as it is'))
      expect([nameOf(play), isFixed && correction !== undefined]).toEqual([nameOf(play), false])
    }
  })
})

describe('words', () => {
  it('name a fee for the service itself, not for its look-alike', () => {
    for (const { service, id } of LOOKALIKES) {
      expect([id, findMatter(id).fee]).not.toEqual([id, findMatter(service).fee])
    }
  })

  it('agree in number with the fields', () => {
    const stiff = Object.values(REPLIES)
      .flatMap((voices) => Object.values(voices).flat())
      .filter((template) => /\bis \{field\}|\{field\} is\b|'s \{field\}/.test(template))
    expect(stiff).toEqual([])
  })
})
