// Guards that a group's page reads each log to its end, and that its means are of all rollouts.
import { expect, it } from 'vitest'
import type { DetailedMember } from './group.ts'
import { areFinal, type Logs, meanScore } from './group-results.ts'

const log = (isOver: boolean) => ({ end: isOver ? { kind: 'x', reason: 'y' } : undefined })
const logsOf = (entries: Record<string, object | undefined>) =>
  new Map(Object.entries(entries)) as unknown as Logs

it('reads logs until each has its end or can never be read', () => {
  expect(areFinal(['a', 'b'], undefined)).toBe(false)
  // The group says that both are over, but the log of b was read a moment before its end.
  expect(areFinal(['a', 'b'], logsOf({ a: log(true), b: log(false) }))).toBe(false)
  expect(areFinal(['a', 'b'], logsOf({ a: log(true) }))).toBe(false)
  expect(areFinal(['a', 'b'], logsOf({ a: log(true), b: undefined }))).toBe(true)
})

it('counts every finished rollout, and no other, in a mean', () => {
  const member = (state: string, score: number | null) => ({ state, score }) as DetailedMember
  const members = [member('over', 1), member('over', 0), member('playing', 0.5)]
  expect(meanScore([...members, member('absent', null)])).toBe(0.5)
  expect(meanScore([member('playing', 0.5)])).toBeUndefined()
})
