// Guards what counts as work that is spared: not other words for the same, but all else.
import { expect, it } from 'vitest'
import { withArguments, withHole } from '../../../test/conformance/holes.ts'
import type { Action } from '../message.ts'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD, mockTask } from '../mock/task.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { type AnyTask, arenaOf } from './arena.ts'
import { objectOf } from './moves.ts'
import { shortcutsIn } from './shortcuts.ts'

const digitsIn = (text: unknown): string => String(text).replace(/\D/g, '')

/** A box that takes a code with words around it, as its oracle says it. */
const wordy = withHole(mock, {
  takesAs: (turn) =>
    withArguments(turn, 'enter_code', ({ code }) => ({ code: digitsIn(code) || String(code) })),
})

/** The action with "code" before the code. */
function inWords(action: Action): Action {
  const [call] = 'tool_calls' in action ? (action.tool_calls ?? []) : []
  if (call?.function.name !== 'enter_code') return action
  const code = `code ${objectOf(call.function.arguments).code}`
  return {
    ...action,
    tool_calls: [{ ...call, function: { ...call.function, arguments: { code } } }],
  }
}

const tasks = Array.from({ length: 6 }, (_, at) => mockTask('train', at) as unknown as AnyTask)

/** What is paid in a box that takes these words for those. */
function paidIn(isEquivalentText?: AnyEnvironment['audit']['isEquivalentText']): string[] {
  const { audit } = wordy
  const environment: AnyEnvironment = {
    ...wordy,
    audit: {
      ...audit,
      solve: (...given) => inWords(audit.solve?.(...given) as Action),
      ...(isEquivalentText === undefined ? {} : { isEquivalentText }),
    },
  }
  const arena = arenaOf(environment, MOCK_WORLD)
  return shortcutsIn(arena, tasks).flatMap(({ wins, name }) => (wins > 0 ? [name] : []))
}

const LAST_WORD = 'enter_code.code: its last word'

it('counts "123" for "code 123" as spared where the world does not say it is the same', () => {
  expect(paidIn()).toContain(LAST_WORD)
  const sameDigits = (_: string, said: string, right: string): boolean =>
    digitsIn(said) === digitsIn(right)
  expect(paidIn(sameDigits)).toEqual([])
})

it('believes no world that takes garbage for the right text', () => {
  expect(paidIn(() => true)).toContain(LAST_WORD)
})
