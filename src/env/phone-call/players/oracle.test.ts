// Guards the players who show others the work: they dial what was shown, and win nevertheless.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../../test/phone-call/driver.ts'
import { TASKS } from '../../../../test/phone-call/talk.ts'
import { playOut } from '../../../../test/support/rollout.ts'
import { makePolicy } from '../../../policies/index.ts'
import type { JsonObject } from '../../../sim/json.ts'
import { LEVELS } from '../../../sim/phone/plans.ts'
import type { Transcript } from '../../message.ts'

const PRESETS = ['seed', 'compact', 'records', 'dialogue', 'house']
const SOME = LEVELS.flatMap((level) =>
  TASKS.filter(({ difficulty }) => difficulty === level).slice(0, 4),
)

const preset = (name: string): JsonObject =>
  JSON.parse(
    readFileSync(new URL(`../../../../presets/phone-${name}.json`, import.meta.url), 'utf8'),
  )

/** Numbers that were dialled before any message of the world held them. */
function dialledUnseen(transcript: Transcript): string[] {
  let shown = ''
  return transcript.flatMap((message) => {
    if (message.role !== 'assistant') {
      shown += message.content
      return []
    }
    return (message.tool_calls ?? []).flatMap(({ function: { arguments: given } }) => {
      const read = (typeof given === 'string' ? JSON.parse(given) : given) as JsonObject
      const number = read.phone_number
      return typeof number === 'string' && !shown.includes(number) ? [number] : []
    })
  })
}

const played = (name: string, settings: JsonObject) =>
  SOME.map((task) => {
    const setup = setupOf(task, WORLD, settings)
    return playOut(setup, asPlayer(makePolicy(name), task, WORLD))
  })

it.each(PRESETS)('the oracle dials only what was shown: %s', (name) => {
  for (const { transcript, success, total } of played('oracle', preset(name))) {
    expect(dialledUnseen(transcript)).toEqual([])
    expect([success, total]).toEqual([true, 1_000])
  }
})

it('the teacher dials only what was shown, and wins nearly always', () => {
  const rollouts = played('teacher', {})
  for (const { transcript } of rollouts) expect(dialledUnseen(transcript)).toEqual([])
  expect(rollouts.filter(({ success }) => success).length).toBeGreaterThan(0.8 * SOME.length)
})
