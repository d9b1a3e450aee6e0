// Guards that a careful agent can know what is right: rules that never clash, answers to the point.
import { describe, expect, it } from 'vitest'
import { setupOf, TASKS, WORLD } from '../../../test/phone-call-v2/talk.ts'
import { oraclePlayer, type Player, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { Case } from '../../sim/phone-v2/case.ts'
import { caseOf, TALKING_STAGES, type TalkingStage } from '../../sim/phone-v2/draw-case.ts'
import { sideEffectOf } from '../../sim/phone-v2/line.ts'
import { MATTERS } from '../../sim/phone-v2/tables/matters.ts'
import type { Action } from '../message.ts'
import { playthrough } from '../playthrough.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { progressOf } from './talk-progress.ts'

interface Play {
  readonly stage: TalkingStage
  readonly task: PhoneTask
}
const PLAYS: readonly Play[] = TALKING_STAGES.flatMap((stage) =>
  TASKS.map((task) => ({ stage, task })),
)
const caseIn = ({ stage, task }: Play): Case => caseOf(task, WORLD, stage)

/** Turns of a player that does something else where it has something to do, once for each event. */
function besides(
  { stage, task }: Play,
  extra: (event: TalkEvent, events: readonly TalkEvent[]) => Action | undefined,
): Player {
  const oracle = oraclePlayer(setupOf(task, { stage }))
  const seenBy = new Set<number>()
  return (seen, state) => {
    const events = seen.events as readonly TalkEvent[]
    const last = events.length - 1
    const action = seenBy.has(last) ? undefined : extra(events[last] as TalkEvent, events)
    seenBy.add(last)
    return action ?? oracle(seen, state)
  }
}

const call = (name: string, args: JsonObject, events: readonly TalkEvent[]): Action =>
  toolTurn(name, args, progressOf(events))

describe('a side effect', () => {
  const binding = MATTERS.flatMap(({ consequences }) =>
    consequences.flatMap(({ says, months }) => (months === undefined ? [] : [says])),
  )

  it('never binds the customer where the page has a rule on contracts', () => {
    expect(binding.length).toBeGreaterThan(0)
    const clashes = PLAYS.map(caseIn).flatMap((made) => {
      if (!made.page.some(({ rule }) => rule === 'term')) return []
      const named = MATTERS.map(({ service }) => sideEffectOf(service, made) ?? '')
      return named.filter((text) => binding.some((says) => text.includes(says)))
    })
    expect(clashes).toEqual([])
  })

  it('is answered by the customer when they are asked about it, and the answer is right', () => {
    const answers = { yes: 0, no: 0 }
    for (const play of PLAYS.slice(0, 120)) {
      const made = caseIn(play)
      const free = made.page.flatMap((one) => (one.rule === 'ask_before' ? one.services : []))
      const player = besides(play, (event, events) => {
        if (event.kind !== 'asked' || event.for !== 'read_back') return undefined
        const { service } = event.said
        if (free.includes(service)) return undefined
        return call('ask_customer', { approve: { service } }, events)
      })
      const { events } = playthrough(setupOf(play.task, { stage: play.stage }), player)
      for (const event of events as readonly TalkEvent[]) {
        if (event.kind !== 'customer' || event.approve?.about !== 'side_effect') continue
        const { service, answer } = event.approve
        const goal = made.goals.find((one) => one.service === service)
        expect([service, answer]).toEqual([service, goal?.right === 'done' ? 'yes' : 'no'])
        answers[answer as 'yes' | 'no'] += 1
      }
    }
    expect(Math.min(answers.yes, answers.no)).toBeGreaterThan(3)
  })

  it('costs something to ask about, since the message says what the customer thinks of it', () => {
    const play = PLAYS.find(({ stage, task }) => stage === 'curriculum' && task.difficulty === 2)
    if (play === undefined) throw new Error('no task of level 2')
    const { task, stage } = play
    const player = besides(play, (event, events) =>
      event.kind === 'asked' && event.for === 'read_back'
        ? call('ask_customer', { approve: { service: event.said.service } }, events)
        : undefined,
    )
    expect(playOut(setupOf(task, { stage }), player).total).toBe(980)
  })
})
