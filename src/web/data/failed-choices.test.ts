// Guards the list of choices that a policy never makes with success.
import { expect, it } from 'vitest'
import { choicesOf, failedChoices } from './failed-choices.ts'

const fact = (member: string, value: string, failed: number, won: number) => ({
  ...{ kind: 'refused', member, value, failed, won, episodes: ['ep_1'] },
  ...{ share: failed / (failed + won), excess: 0 },
})

it('finds the choices of tools in nested schemas', () => {
  const parameters = {
    type: 'object',
    properties: {
      fields: { type: 'array', items: { enum: ['pin', 'zip'] } },
      rows: { type: 'array', items: { properties: { outcome: { enum: ['done'] } } } },
    },
  }
  const tool = { name: 'form', description: '', parameters }
  expect([...choicesOf([{ type: 'function', function: tool }])]).toEqual(['pin', 'zip', 'done'])
})

it('lists choices of failures that no success has, the most frequent first', () => {
  const facts = [
    fact('missing', 'pin', 4, 0),
    fact('missing', 'zip', 9, 0),
    fact('alternative', 'zip', 3, 0),
    fact('missing', 'email', 8, 0),
    fact('fields', 'email', 1, 1),
    fact('department', 'Cards', 20, 0),
  ]
  const found = failedChoices({ facts }, new Set(['pin', 'zip', 'email', 'never']))
  expect(found.map(({ value, failed }) => [value, failed])).toEqual([
    ['zip', 9],
    ['pin', 4],
  ])
  expect(found[0]?.events.map(({ member }) => member)).toEqual(['missing', 'alternative'])
})
