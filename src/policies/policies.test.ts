// Guards the players: oracle wins, habit meets its ceiling, chance meets its own, no exploit pays.

import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../test/phone-call/driver.ts'
import { type Player, playOut, type Rollout } from '../../test/support/rollout.ts'
import type { Transcript } from '../env/message.ts'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { EXPLOIT_NAMES } from '../env/phone-call/players/exploits.ts'
import { ceilingsOf } from '../sim/phone/ceilings.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateSplit } from '../sim/phone/tasks.ts'
import { makePolicy, policyNames } from './index.ts'
import type { Policy } from './policy.ts'

const TASKS = generateSplit(WORLD, 'test', 200)

function playAll(policy: Policy, tasks = TASKS): Rollout[] {
  return tasks.map((task) => {
    const rollout = playOut(setupOf(task, WORLD), asPlayer(policy, task, WORLD))
    learnFrom(policy, rollout)
    return rollout
  })
}

function learnFrom(policy: Policy, { transcript, success, total, critique }: Rollout): void {
  const environment = phoneCallEnvironment.id
  policy.learn?.({ environment, transcript, events: [], success, score: total / 1000, critique })
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const successOf = (rollouts: readonly Rollout[]): number =>
  mean(rollouts.map(({ success }) => (success ? 1 : 0)))
const scoreOf = (rollouts: readonly Rollout[]): number => mean(rollouts.map(({ total }) => total))

const isOverall = ({ level }: { readonly level: unknown }): boolean => level === null

const habit = playAll(makePolicy('habit'))

describe('the players', () => {
  it('are made by name, with a hint for a name that is nearly right', () => {
    expect(policyNames()).toEqual(expect.arrayContaining(['oracle', 'random', 'habit+memory']))
    expect(() => makePolicy('habbit')).toThrow(/"habbit" is unknown. Did you mean "habit"/)
  })

  it('oracle wins everything, and says so when it may not look', () => {
    const oracle = makePolicy('oracle')
    for (const { total } of playAll(oracle)) expect(total).toBe(1000)
    const seen = { environment: 'phone-call-v1', transcript: [], events: [] }
    const blind = { ...seen, tools: [], random: {} as never }
    expect(() => oracle.act(blind)).toThrow(/hidden task/)
  })

  it('habit comes near the ceiling of a first attempt at every level', () => {
    for (const { level, first } of ceilingsOf(TASKS, WORLD)) {
      const some = habit.filter((_, index) => level === null || TASKS[index]?.difficulty === level)
      expect(Math.abs(successOf(some) - first)).toBeLessThanOrEqual(0.08)
    }
  })

  it('random plays all tools, and stays below the ceiling without knowledge', () => {
    const { no_knowledge: blind = 0 } = ceilingsOf(TASKS, WORLD).find(isOverall) ?? {}
    const played = playAll(makePolicy('random'))
    expect(successOf(played)).toBeLessThanOrEqual(blind + 0.01)
    const shareWith = (metric: string): number =>
      mean(played.map(({ metrics }) => ((metrics[metric] ?? 0) > 0 ? 1 : 0)))
    for (const metric of ['searches', 'fields_asked', 'phone_calls']) {
      expect([metric, shareWith(metric) > 0.8]).toEqual([metric, true])
    }
    expect(shareWith('required_calls_done')).toBeGreaterThan(0)
  })

  it('habit+memory is better on companies it has met', () => {
    const memory = makePolicy('habit+memory')
    playAll(memory)
    expect(successOf(playAll(memory))).toBeGreaterThan(successOf(habit) + 0.05)
  })

  it('habit+memory solves what it failed, once it is shown the critiques', () => {
    const memory = makePolicy('habit+memory')
    const failed = TASKS.filter((_, index) => habit[index]?.success === false)
    expect(failed.length).toBeGreaterThan(8)
    const solved = failed.map((task) => attemptsUntilSolved(memory, task))
    expect(solved.filter((attempts) => attempts <= 2).length).toBeGreaterThan(0.9 * solved.length)
    expect(solved.filter((attempts) => attempts <= 5).length).toBe(solved.length)
  })

  it.each(EXPLOIT_NAMES)('%s does not score above habit', (name) => {
    const score = scoreOf(playAll(makePolicy(name)))
    const isAsHabit = ['repeat-failing', 'yes-sayer', 'decliner'].includes(name)
    if (isAsHabit) expect(score).toBeLessThanOrEqual(scoreOf(habit))
    else expect(score).toBeLessThan(scoreOf(habit))
  })
})

/** Plays a task again and again, each time shown the critiques of all attempts before. */
function attemptsUntilSolved(policy: Policy, task: PhoneTask): number {
  const critiques: string[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    const player = asPlayer(policy, task, WORLD)
    const shown: Player = ({ transcript, events }, state) => {
      const content = `<previous_attempts>\n${critiques.join('\n')}\n</previous_attempts>`
      const [first, second, ...rest] = transcript
      const told = [first, second, { role: 'user', content }, ...rest] as Transcript
      return player({ transcript: told, events }, state)
    }
    const rollout = playOut(setupOf(task, WORLD), shown)
    if (rollout.success) return attempt
    critiques.push(rollout.critique)
  }
  return Infinity
}
