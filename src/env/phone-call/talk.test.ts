// Guards the stages with a dialogue: who knows the case is paid in full, and nothing else pays.
import { describe, expect, it } from 'vitest'
import { playAs, setupOf, TASKS, WORLD } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { Json } from '../../sim/json.ts'
import { caseForTask, TALKING_STAGES, type TalkingStage } from '../../sim/phone/draw-case.ts'
import { type RandomStream, stream } from '../../sim/random.ts'
import { type EpisodeState, endEpisode } from '../episode.ts'
import type { Action } from '../message.ts'
import { playthrough } from '../playthrough.ts'
import type { Conversation } from '../public-event.ts'
import { phoneCallEnvironment } from './index.ts'

const HARD: readonly { readonly stage: TalkingStage; readonly levels: readonly number[] }[] = [
  { stage: 'curriculum', levels: [4, 5] },
  { stage: 'full', levels: [1, 2, 3, 4, 5] },
]

/** Every task of the stages, or some of them. */
const plays = (count = TASKS.length) =>
  TALKING_STAGES.flatMap((stage) => TASKS.slice(0, count).map((task) => ({ stage, task })))

const hardPlays = () =>
  HARD.flatMap(({ stage, levels }) =>
    TASKS.filter(({ difficulty }) => levels.includes(difficulty)).map((task) => ({ stage, task })),
  )

describe('the stages with a dialogue', () => {
  it('pay 1000 for every task to the oracle', () => {
    for (const { stage, task } of plays()) {
      const rollout = playAs({ stage, task }, (_, args) => args)
      expect([stage, task.id, rollout.total]).toEqual([stage, task.id, 1000])
      expect(rollout.critique).toBe('')
    }
  })

  it('read no free text: noise in every message changes no reward', () => {
    for (const { stage, task } of plays(60)) {
      const words = ['ask_customer', 'say', 'report']
      const rollout = playAs({ stage, task }, (name, args) =>
        words.includes(name)
          ? { ...args, message: 'No! Cancel it all; yes, do it, R123456.' }
          : args,
      )
      expect([stage, task.id, rollout.total]).toEqual([stage, task.id, 1000])
    }
  })

  it('never cost reward to continue as the oracle would', () => {
    for (const { stage, task } of plays(60)) {
      const setup = setupOf(task, { stage })
      const random = stream(task.seed, 0, 'spoil')
      const before = playthrough(setup, (seen, state) => spoil(seen, state, random))
      const stopped = before.states.at(-1) as EpisodeState
      if (stopped.end !== undefined) continue
      const closed = endEpisode(setup, stopped, 'client_closed')
      const spoilt = stream(task.seed, 0, 'spoil')
      const oracle = oraclePlayer(setup)
      const on = playOut(setup, (seen, state) =>
        state.step < stopped.step ? spoil(seen, state, spoilt) : oracle(seen, state),
      )
      expect([stage, task.id, on.total >= closed.state.total]).toEqual([stage, task.id, true])
    }
  })
})

const SPOILT_TURNS = 8

function spoil(
  seen: Conversation,
  { step }: EpisodeState,
  random: RandomStream,
): Action | undefined {
  if (step >= SPOILT_TURNS) return undefined
  const actions = phoneCallEnvironment.audit.sampleActions?.(seen, random) ?? []
  const some = actions.filter(
    (action) => 'tool_calls' in action && action.tool_calls?.[0]?.function.name !== 'report',
  )
  return random.pick(some)
}

describe('a question of yes or no', () => {
  it('occurs at least four times at the levels with offers, with both right answers', () => {
    for (const { stage, task } of hardPlays()) {
      const answers: unknown[] = []
      playAs({ stage, task }, (name, args) => {
        if (name === 'say' && args.answer !== undefined) answers.push(args.answer)
        return args
      })
      expect([stage, task.id, answers.length >= 4]).toEqual([stage, task.id, true])
      expect(new Set(answers).size).toBe(2)
    }
  })

  it.each(['yes', 'no'])('is not won by always saying %s', (answer) => {
    for (const { stage, task } of hardPlays()) {
      const rollout = playAs({ stage, task }, (name, args) =>
        name === 'say' && args.answer !== undefined ? { ...args, answer } : args,
      )
      expect([stage, task.id, rollout.success]).toEqual([stage, task.id, false])
    }
  })
})

describe('a case', () => {
  it('has something to leave undone in at least a third of the hard tasks', () => {
    const all = hardPlays()
    const some = all.filter(({ stage, task }) =>
      caseForTask(task, WORLD, stage).goals.some(({ right }) => right !== 'done'),
    )
    expect(some.length / all.length).toBeGreaterThan(1 / 3)
  })

  it('has nothing to leave undone at the first three levels of the curriculum', () => {
    for (const task of TASKS.filter(({ difficulty }) => difficulty < 4)) {
      const { goals } = caseForTask(task, WORLD, 'curriculum')
      expect(goals.every(({ right }) => right === 'done')).toBe(true)
    }
  })

  it('is the same whenever it is drawn', () => {
    for (const task of TASKS.slice(0, 20)) {
      expect(caseForTask({ ...task }, WORLD, 'full')).toEqual(caseForTask(task, WORLD, 'full'))
    }
  })
})

describe('a report', () => {
  const repeated = (name: string, list: 'items' | 'references', isAdded: boolean) =>
    hardPlays()
      .slice(0, 60)
      .flatMap((play) => {
        let isChanged = false
        const rollout = playAs(play, (tool, args) => {
          const all = args[list] as readonly Json[] | undefined
          if (tool !== 'report' || all === undefined || all.length < 2) return args
          isChanged = true
          const [first = null] = all
          return {
            ...args,
            [list]: isAdded ? [...all, first] : [first, ...all.slice(1, -1), first],
          }
        })
        return isChanged ? [[name, play.task.id, rollout.success]] : []
      })

  it.each([
    ['an item stands there twice', 'items', true],
    ['an item stands in the place of another one', 'items', false],
    ['a reference stands there twice', 'references', true],
    ['a reference stands in the place of another one', 'references', false],
  ] as const)('is wrong if %s', (name, list, isAdded) => {
    const plays = repeated(name, list, isAdded)
    expect(plays.length).toBeGreaterThan(20)
    expect(plays.filter(([, , isWon]) => isWon)).toEqual([])
  })
})
