// Guards the players: the oracle wins, habit wins most of what it can, no exploit pays.

import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../test/phone-call/talk.ts'
import { type Player, playOut, policyPlayer, type Rollout } from '../../test/support/rollout.ts'
import type { Transcript } from '../env/message.ts'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { EXPLOIT_NAMES } from '../env/phone-call/players/exploits.ts'
import { computeCeilings } from '../sim/phone/ceilings.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateSplit } from '../sim/phone/tasks.ts'
import { stream } from '../sim/random.ts'
import { makePolicy, policyNames } from './index.ts'
import type { Policy } from './policy.ts'

const TASKS = generateSplit(WORLD, 'test', 200)

const asPlayer = (policy: Policy, task: PhoneTask): Player =>
  policyPlayer(policy, setupOf(task), (step) => stream(1 + task.index, step + 1, 'policy'))

function playAll(policy: Policy, tasks = TASKS): Rollout[] {
  return tasks.map((task) => {
    const rollout = playOut(setupOf(task), asPlayer(policy, task))
    learnFrom(policy, rollout)
    return rollout
  })
}

function learnFrom(policy: Policy, rollout: Rollout): void {
  const { transcript, events, success, total, critique } = rollout
  const seen = { environment: phoneCallEnvironment.id, transcript, events }
  policy.learn?.({ ...seen, success, score: total / 1000, critique })
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
    const seen = { environment: 'phone-call-v2', transcript: [], events: [] }
    const blind = { ...seen, tools: [], random: {} as never }
    expect(() => oracle.act(blind)).toThrow(/hidden task/)
  })

  // It chooses services by the words they share with the message, which is sometimes misleading.
  it('habit wins most of what a first attempt can win at every level', () => {
    for (const { level, first } of computeCeilings(TASKS, WORLD)) {
      const some = habit.filter((_, index) => level === null || TASKS[index]?.difficulty === level)
      expect(successOf(some)).toBeLessThanOrEqual(first + 0.08)
      expect(successOf(some)).toBeGreaterThan(0.6 * first)
    }
  })

  it('random plays all tools, and stays below the ceiling without knowledge', () => {
    const { no_knowledge: blind = 0 } = computeCeilings(TASKS, WORLD).find(isOverall) ?? {}
    const played = playAll(makePolicy('random'))
    expect(successOf(played)).toBeLessThanOrEqual(blind + 0.01)
    const shareWith = (metric: string): number =>
      mean(played.map(({ metrics }) => ((metrics[metric] ?? 0) > 0 ? 1 : 0)))
    for (const metric of ['searches', 'fields_asked', 'phone_calls']) {
      expect([metric, shareWith(metric) > 0.3]).toEqual([metric, true])
    }
    expect(shareWith('unwanted_services')).toBeGreaterThan(0)
  })

  it('habit+memory is better on companies it has met', () => {
    const memory = makePolicy('habit+memory')
    playAll(memory)
    expect(successOf(playAll(memory))).toBeGreaterThan(successOf(habit) + 0.05)
  })

  it('habit+memory solves most of what it failed, once it is shown the critiques', () => {
    const memory = makePolicy('habit+memory')
    // The teacher chooses services in the same way but knows all fields: where it fails, no
    // critique helps.
    const taught = playAll(makePolicy('teacher'))
    const failed = TASKS.filter((_, at) => !habit[at]?.success && taught[at]?.success)
    expect(failed.length).toBeGreaterThan(8)
    const solved = failed.map((task) => attemptsUntilSolved(memory, task))
    expect(solved.filter((attempts) => attempts <= 5).length).toBeGreaterThan(0.7 * solved.length)
  })

  it.each(EXPLOIT_NAMES)('%s does not score above habit', (name) => {
    const score = scoreOf(playAll(makePolicy(name)))
    if (name === 'repeat-failing') expect(score).toBeLessThanOrEqual(scoreOf(habit))
    else expect(score).toBeLessThan(scoreOf(habit))
  })
})

/** Plays a task repeatedly, each time with the critiques of all earlier attempts. */
function attemptsUntilSolved(policy: Policy, task: PhoneTask): number {
  const critiques: string[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    const player = asPlayer(policy, task)
    const shown: Player = ({ transcript, events }, state) => {
      const block = `<previous_attempts>\n${critiques.join('\n')}\n</previous_attempts>`
      const [first, second, ...rest] = transcript
      const opening = { role: 'user', content: `${second?.content}\n\n${block}` }
      const told = [first, opening, ...rest] as Transcript
      return player({ transcript: told, events }, state)
    }
    const rollout = playOut(setupOf(task), shown)
    if (rollout.success) return attempt
    critiques.push(rollout.critique)
  }
  return Infinity
}
