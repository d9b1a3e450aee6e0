// Guards that nobody but an employee tells a requirement, and that seeds vary wording only.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { stream } from '../../sim/random.ts'
import { openEpisode, stepEpisode } from '../episode.ts'
import type { Transcript } from '../message.ts'
import { sampledTurns } from '../usual-players.ts'
import { hiddenVariantOf } from './hidden.ts'
import { phoneCallEnvironment } from './index.ts'
import type { PhoneState } from './state.ts'

const task = fc.constantFrom(...TASKS)
const DIALOGUE = { customer: 'dialogue', conversation: 'on' }

/** Plays both tasks with the same turns; says how many steps were equal until the fact came out. */
function compare(
  one: PhoneTask,
  seed: number,
  settings: JsonObject,
): { steps: number; revealed: boolean } {
  const variant = hiddenVariantOf(one, WORLD, seed)
  if (variant === undefined) return { steps: 0, revealed: false }
  const left = setupOf(one, WORLD, settings)
  const right = setupOf(variant.task, WORLD, settings)
  const opened = [finish(openEpisode(left)), finish(openEpisode(right))] as const
  expect(opened[1].messages).toEqual(opened[0].messages)
  const transcript: Transcript[number][] = [...opened[0].messages]
  let states = [opened[0].state, opened[1].state] as const
  for (let step = 1; ; step++) {
    const random = stream(seed, step, 'secrecy')
    const action = random.pick(
      sampledTurns(phoneCallEnvironment, { transcript, events: [] }, random),
    )
    const a = finish(stepEpisode(left, states[0], action))
    const b = finish(stepEpisode(right, states[1], action))
    states = [a.state, b.state]
    const told = [a, b].some(({ state }) =>
      variant.revealed(state.worldState as unknown as PhoneState),
    )
    if (told) return { steps: step, revealed: true }
    expect(b.answer).toEqual(a.answer)
    if (a.state.end !== undefined) return { steps: step, revealed: false }
    if ('text' in action) transcript.push({ role: 'assistant', content: action.text })
    else {
      const { content, tool_calls: calls = [] } = action
      transcript.push({ role: 'assistant', content: content ?? '', tool_calls: calls })
    }
    transcript.push(...a.answer.messages)
  }
}

describe('secrecy', () => {
  it.each([{}, DIALOGUE])('shows a task and its variant alike until one has told: %o', (chosen) => {
    let compared = 0
    let revealed = 0
    fc.assert(
      fc.property(task, fc.nat(), (one, seed) => {
        const result = compare(one, seed, chosen)
        compared += result.steps
        revealed += result.revealed ? 1 : 0
      }),
      { numRuns: 200 },
    )
    expect(compared).toBeGreaterThan(500)
    expect(revealed).toBeGreaterThan(50)
  })

  it('makes variants that differ once told, and that can be won', () => {
    for (const one of TASKS.slice(0, 30)) {
      const variant = hiddenVariantOf(one, WORLD, one.seed)
      if (variant === undefined) continue
      const original = setupOf(one, WORLD)
      const changed = setupOf(variant.task, WORLD)
      expect(playOut(changed, oraclePlayer(changed)).total).toBe(1000)
      expect(playOut(changed, oraclePlayer(original)).success).toBe(false)
      const talked = setupOf(variant.task, WORLD, DIALOGUE)
      expect(playOut(talked, oraclePlayer(talked)).total).toBe(1000)
    }
  })

  it('lists nothing of a task that is hidden', () => {
    for (const one of TASKS) {
      const listed = JSON.stringify(phoneCallEnvironment.data.publicTask(setupOf(one, WORLD).task))
      expect(listed).not.toContain('patience')
      for (const value of Object.values(one.customer.values)) expect(listed).not.toContain(value)
    }
  })
})

describe('determinism', () => {
  it.each([{}, DIALOGUE])('plays the same episode twice alike: %o', (chosen) => {
    fc.assert(
      fc.property(task, fc.nat(), (one, seed) => {
        const play = () =>
          playOut(setupOf(one, WORLD, chosen), (seen, { step }) => {
            const random = stream(seed, step, 'twice')
            return random.pick(sampledTurns(phoneCallEnvironment, seen, random))
          })
        expect(play()).toEqual(play())
      }),
      { numRuns: 30 },
    )
  })

  it('lets the seed change words and nothing else', () => {
    const [one] = TASKS
    if (one === undefined) throw new Error('no tasks')
    const openings = new Set<string>()
    for (let seed = 0; seed < 20; seed++) {
      const setup = { ...setupOf(one, WORLD), seeds: [{ from_step: 0, seed }] }
      const rollout = playOut(setup, oraclePlayer(setup))
      expect(rollout.total).toBe(1000)
      openings.add(rollout.transcript[1]?.content ?? '')
    }
    expect(openings.size).toBeGreaterThan(10)
  })

  it.each([{}, DIALOGUE])('keeps states JSON-plain: %o', (chosen) => {
    const setup = setupOf(TASKS[0] as PhoneTask, WORLD, chosen)
    const { state } = playOut(setup, oraclePlayer(setup))
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })
})
