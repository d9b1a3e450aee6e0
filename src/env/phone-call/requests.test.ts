// Guards that the customer's own words get work done in tasks of all splits, and names do not.
import { describe, expect, it } from 'vitest'
import { setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { type Player, playOut, type Rollout } from '../../../test/support/rollout.ts'
import { hearOpening, sayOpening } from '../../sim/phone/opening.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { generateSplit, generateStreamTask } from '../../sim/phone/tasks.ts'
import { companyOf, lineAt } from '../../sim/phone/world.ts'
import { stream } from '../../sim/random.ts'
import type { Action } from '../message.ts'
import { solvePhoneCall } from './solve.ts'

const TASKS: readonly PhoneTask[] = [
  ...generateSplit(WORLD, 'train', 300),
  ...generateSplit(WORLD, 'val', 100),
  ...generateSplit(WORLD, 'test', 100),
  ...Array.from({ length: 200 }, (_, index) => generateStreamTask(WORLD, index)),
]

/** Plays what the oracle plays, but for what is said to a department. */
function speaking(task: PhoneTask, say: (department: string, opening: string) => string): Rollout {
  const player: Player = (episode) => {
    const action = solvePhoneCall(task, WORLD, episode.transcript) as Action & {
      readonly tool_calls?: readonly { function: { name: string; arguments: object } }[]
    }
    const [call] = action.tool_calls ?? []
    if (call?.function.name !== 'phone_call') return action
    const args = call.function.arguments as { phone_number: string }
    const department = lineAt(WORLD, args.phone_number)?.department
    const opening = episode.transcript.find(({ role }) => role === 'user')?.content ?? ''
    const request = say(department?.id ?? '', opening)
    const told = { ...call, function: { ...call.function, arguments: { ...args, request } } }
    return { ...action, tool_calls: [told] } as unknown as Action
  }
  return playOut(setupOf(task, WORLD), player)
}

const openingOf = (task: PhoneTask): string =>
  sayOpening(task, companyOf(WORLD, task.company), stream(task.seed, 0, 'opening'))

/** The sentences of an opening message that say what is wanted, in the order of the goals. */
const goalSentences = (opening: string): string[] =>
  opening.split(/(?<=[.!?])\s+/).filter((sentence) => hearOpening(sentence).goals.length > 0)

describe('requests in the tasks of all splits', () => {
  it('in the customer’s own words win, also at departments that only come first', () => {
    for (const task of TASKS) {
      const { total } = speaking(task, (department, opening) => {
        const sentences = goalSentences(opening)
        const own = task.goals.findIndex((goal) => goal.department === department)
        return sentences[own < 0 ? behind(task, department) : own] ?? ''
      })
      expect([task.id, total]).toEqual([task.id, 1000])
    }
  })

  it('as a whole opening message win where it says one thing', () => {
    for (const task of TASKS.filter(({ goals }) => goals.length === 1)) {
      const { total } = speaking(task, (_department, opening) => opening)
      expect([task.id, openingOf(task), total]).toEqual([task.id, openingOf(task), 1000])
    }
  })

  it('that are the department’s name, or the company’s, win nothing', () => {
    const texts = [
      (name: string) => name,
      (name: string) => `${name}, please.`,
      (name: string) => `Connect me to ${name}, please.`,
      () => 'Please do what is to be done.',
    ]
    for (const task of TASKS) {
      for (const text of texts) {
        const { total } = speaking(task, (department) => {
          const company = WORLD.companies.find(({ id }) => id === task.company)
          return text(company?.departments.find(({ id }) => id === department)?.name ?? '')
        })
        expect([task.id, text('X'), total]).toEqual([task.id, text('X'), 0])
      }
    }
  })
})

/** Which goal's department acts only after this one. */
function behind(task: PhoneTask, department: string): number {
  const departments = WORLD.companies.flatMap((company) => company.departments)
  const needs = (id: string): boolean => {
    const { hidden } = departments.find((one) => one.id === id) ?? {}
    return (hidden?.after ?? []).some((first) => first === department || needs(first))
  }
  return task.goals.findIndex((goal) => needs(goal.department))
}
