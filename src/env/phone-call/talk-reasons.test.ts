// Guards that a wish left undone is still work: its order must be right, and a yes is a yes.
import { describe, expect, it } from 'vitest'
import { type StagedTask, setupOf, stagedTasks } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { CaseGoal, Offer, PageRule } from '../../sim/phone/case.ts'
import type { Action } from '../message.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress } from './talk-progress.ts'

const LEVELS = [3, 4, 5] as const
const PLAYS = stagedTasks(71_000, 180, (at) => LEVELS[at % 3] ?? 4)

type Change = (args: JsonObject, goal: CaseGoal, question: string) => JsonObject

/** The outcome of the oracle with some answers to employees changed, and how many were changed. */
function playChanged({ stage, task, phoneCase }: StagedTask, change: Change) {
  const setup = setupOf(task, { stage })
  const oracle = oraclePlayer(setup)
  let changes = 0
  const { success, total } = playOut(setup, (seen, state) => {
    const action = oracle(seen, state) as Extract<Action, { tool_calls?: unknown }> | undefined
    const { line } = computeTalkProgress(seen.events as readonly TalkEvent[])
    const goal = phoneCase.goals.find(({ service }) => service === line?.said.service)
    const [call] = action?.tool_calls ?? []
    if (action === undefined || call?.function.name !== 'say' || !goal) return action
    const args = call.function.arguments as JsonObject
    const changed = change(args, goal, line?.for ?? '')
    if (changed === args) return action
    changes += 1
    return { ...action, tool_calls: [{ ...call, function: { name: 'say', arguments: changed } }] }
  })
  return { success, total, changes }
}

const OTHERS = { date: '2199-01-02', time: '03:07', address: '1 Nowhere', name: 'Nobody' }

const forbids = (rule: PageRule, offer: Offer): boolean =>
  (rule.rule === 'term' && offer.kind === 'term' && offer.months > rule.months) ||
  (rule.rule === 'fees' && offer.kind === 'fee' && offer.cents > rule.cents)

describe('a wish that stays undone', () => {
  it.each(['side_effect_not_accepted', 'company_cannot'])(
    'is settled only by what was said of the right order: %s',
    (reason) => {
      let played = 0
      for (const play of PLAYS) {
        const { success, changes } = playChanged(play, (args, goal) => {
          const details = args.details as JsonObject | undefined
          const wrong = Object.entries(OTHERS).filter(([name]) => details?.[name] !== undefined)
          if (goal.right !== reason || wrong.length === 0) return args
          return { ...args, details: { ...details, ...Object.fromEntries(wrong) } }
        })
        if (changes === 0) continue
        played += 1
        expect([play.task.id, success]).toEqual([play.task.id, false])
      }
      expect(played).toBeGreaterThan(1)
    },
  )

  it('takes all reward if a price or contract against the rules was accepted', () => {
    let played = 0
    for (const play of PLAYS) {
      const { page } = play.phoneCase
      const { total, changes } = playChanged(play, (args, { offer }, question) => {
        const isAgainst = offer !== undefined && page.some((rule) => forbids(rule, offer.offer))
        return isAgainst && question === 'offer' && args.answer === 'no' ? { answer: 'yes' } : args
      })
      if (changes === 0) continue
      played += 1
      expect([play.task.id, total]).toEqual([play.task.id, 0])
    }
    expect(played).toBeGreaterThan(1)
  })
})
