// Guards which pieces of the work count as spared when the oracle does the rest.
import { expect, it } from 'vitest'
import { shortcutsAt } from '../../src/env/conformance/shortcuts.ts'
import { HOLES, patched, playedIn, WORLDS } from './small-worlds/load.ts'

/** What is paid in a world, or in one with a hole. */
function paidIn(world: string, name?: string): readonly string[] {
  const hole = HOLES.find((one) => one.world === world && one.name === name)
  return failuresIn(hole === undefined ? (WORLDS.get(world) ?? '') : patched(hole))
}

function failuresIn(source: string): readonly string[] {
  const { arena, levels } = playedIn(source, { tuning: 30, fresh: 1 })
  return levels.flatMap(({ level, tuning }) => shortcutsAt(arena, level, tuning).failures)
}

it('judges no arguments of a tool that the oracle could leave out', () => {
  expect(paidIn('desk')).toEqual([])
})

it('counts an argument that is left out, where an ordinary wrong one does not win', () => {
  expect(paidIn('desk', 'default-is-best').join()).toMatch(/book\.table: left out/)
})

it('counts an argument at its edge, where an ordinary wrong one does not win', () => {
  expect(paidIn('desk', 'prefix-of-id').join()).toMatch(/book\.table: ""/)
})

it('counts a part of the work that is paid again with each repetition', () => {
  expect(paidIn('editor')).toEqual([])
  expect(paidIn('editor', 'undo-and-again').join()).toMatch(/repeating undo, replace/)
  expect(paidIn('stock')).toEqual([])
  expect(paidIn('stock', 'closed-twice-in-a-turn').join()).toMatch(/close_day in one turn/)
  expect(paidIn('stock', 'week-begins-again').join()).toMatch(/repeating close_day/)
})

it('counts an answer that a wrong one is told, where the question is asked again', () => {
  expect(paidIn('quiz')).toEqual([])
  const paid = paidIn('quiz', 'asked-again-after-telling').join()
  expect(paid).toMatch(/answer\.text: told after a wrong one/)
})
