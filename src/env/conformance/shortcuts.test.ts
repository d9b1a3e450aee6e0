// Guards what counts as work that is spared: not other words for the same, but all else.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import type { JsonObject } from '../../sim/json.ts'
import { phoneCallEnvironment } from '../phone-call/index.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { type AnyTask, arenaOf } from './arena.ts'
import { shortcutsIn } from './shortcuts.ts'

const settings = JSON.parse(
  readFileSync(new URL('../../../presets/phone-house.json', import.meta.url), 'utf8'),
) as JsonObject
const tasks = TASKS.filter(({ difficulty }) => difficulty === 4).slice(0, 6)

/** What is paid in a world that takes these words for those. */
function paidIn(isEquivalentText: AnyEnvironment['audit']['isEquivalentText']): string[] {
  const { isEquivalentText: _, ...rest } = phoneCallEnvironment.audit
  const audit = isEquivalentText === undefined ? rest : { ...rest, isEquivalentText }
  const environment = { ...phoneCallEnvironment, audit }
  const arena = arenaOf(environment, WORLD as unknown as JsonObject, { settings })
  const found = shortcutsIn(arena, tasks as unknown as readonly AnyTask[])
  return found.filter(({ wins }) => wins > 0).map(({ name }) => name)
}

it('counts "Yes" for "Yes, please" as spared where the world does not say it is the same', () => {
  expect(paidIn(undefined)).toContain('say.text: its first word')
  expect(paidIn(phoneCallEnvironment.audit.isEquivalentText)).toEqual([])
})

it('believes no world that takes garbage for the right text', () => {
  expect(paidIn(() => true)).toContain('say.text: its first word')
})
