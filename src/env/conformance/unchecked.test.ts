// Guards that an environment without an audit is still checked, and that what is not is named.
import { expect, it } from 'vitest'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD, mockTask } from '../mock/task.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { createArena } from './arena.ts'
import { checkConformance } from './contract.ts'
import { measureExploitability } from './exploitability.ts'
import { referenceIn } from './reference.ts'
import { uncheckedIn } from './unchecked.ts'

const bare: AnyEnvironment = { ...mock, audit: {}, teaching: {} }
const tasks = Array.from({ length: 4 }, (_, index) => mockTask('train', index))
const subject = { world: MOCK_WORLD, tasks, seed: 1 }

it('names each missing member of the audit, and nothing of a whole one', () => {
  expect(uncheckedIn(mock)).toEqual([])
  const missing = uncheckedIn(bare).map((line) => line.split(':', 1)[0])
  const members = ['solve', 'hiddenVariant', 'sampleActions', 'floor']
  expect(missing).toEqual(members.map((name) => `audit.${name} is missing`))
})

it('leaves out the checks that need a missing member, and makes the others', () => {
  const [whole, part] = [mock, bare].map((environment) =>
    checkConformance({ environment, ...subject }),
  )
  const names = (checks = whole) => (checks ?? []).map(({ name }) => name)
  expect(names(whole).filter((name) => !names(part).includes(name))).toEqual([
    'the oracle wins',
    'a hidden fact changes nothing before it is revealed',
  ])
  expect(part?.flatMap(({ failures }) => failures)).toEqual([])
})

it('does not call an oracle good that has no turn for any task', () => {
  const audit = { ...mock.audit, solve: () => undefined, hiddenVariant: () => undefined }
  const environment = { ...mock, audit }
  const checks = checkConformance({ environment, ...subject })
  expect(checks.map(({ name }) => name)).not.toContain('the oracle wins')
  expect(uncheckedIn(environment, checks).map((line) => line.split(':', 1)[0])).toEqual([
    'audit.solve returned nothing for these tasks',
    'audit.hiddenVariant returned nothing for these tasks',
  ])
})

it('finds mistakes with turns that are made up from the schemas of the tools', () => {
  const environment = { ...bare, score: () => ({ opened: 0, unknown: 0 }) }
  const failed = checkConformance({ environment, ...subject }).filter(
    ({ failures }) => failures.length > 0,
  )
  expect(failed.map(({ name }) => name)).toContain(
    'rewards have known parts, whole thousandths and stay in bounds',
  )
})

it('compares adversaries with nobody if nobody honest can play, and still judges them', () => {
  const arena = createArena(bare, MOCK_WORLD)
  expect(referenceIn(arena)).toBeUndefined()
  const level = { level: 1, tuning: tasks, fresh: tasks }
  const options = { arena, tasks: level, episodesMax: 50, seed: 1, reference: undefined }
  expect(measureExploitability(options)).toMatchObject({ reference: null, floor: { success: 0 } })
})
