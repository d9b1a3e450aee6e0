// Guards what a group says its critiques changed: the first new turn, and no search in new words.
import { expect, it } from 'vitest'
import type { ToolSchema } from '../../client/index.ts'
import { critiqueChanges } from './critique-effect.ts'
import type { LoggedTurn } from './episode-log.ts'

const turn = (name: string, args: object): LoggedTurn =>
  ({ calls: [{ name, arguments: args }] }) as unknown as LoggedTurn
const search = (query: string): LoggedTurn => turn('company_directory', { query })
const form = (...fields: readonly string[]): LoggedTurn => turn('auth_info_form', { fields })

const rollout = (index: number, condition: 'clean' | 'guided', turns: readonly LoggedTurn[]) => ({
  member: { index, condition, shown: condition === 'clean' ? [] : [0], success: true },
  log: { turns },
})

const directory: ToolSchema = {
  type: 'function',
  function: {
    ...{ name: 'company_directory', description: '' },
    parameters: { properties: { query: { type: 'string' } }, required: ['query'] },
  },
}

it('names the first new turn of each guided rollout, free text last', () => {
  const rollouts = [
    rollout(0, 'clean', [search('power'), form('full_name')]),
    rollout(1, 'guided', [search('power company'), form('full_name', 'last_4_ssn')]),
    rollout(2, 'guided', [search('light'), form('full_name')]),
    rollout(3, 'guided', [search('power'), form('full_name')]),
  ]
  const changed = critiqueChanges(rollouts, [directory])
  expect(changed.map(({ turn: found }) => found?.calls[0]?.name)).toEqual([
    'auth_info_form',
    'company_directory',
    undefined,
  ])
})
