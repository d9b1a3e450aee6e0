// Guards what a group page says that the critique changed.
import { expect, it } from 'vitest'
import type { ParsedLog } from './episode-log.ts'
import { valueChanges } from './value-changes.ts'

type Sent = Readonly<Record<string, unknown>>

function rollout(
  index: number,
  sent: readonly Sent[],
  {
    shown = [],
    success = false,
    critique = null,
    refused = false,
  }: Partial<{
    shown: number[]
    success: boolean
    critique: string | null
    refused: boolean
  }> = {},
) {
  const turns = sent.map((given) => ({
    calls: [
      { name: 'form', arguments: given, event: { kind: refused ? 'form_refused' : 'form_done' } },
    ],
  })) as unknown as ParsedLog['turns']
  const condition: 'clean' | 'guided' = shown.length === 0 ? 'clean' : 'guided'
  return { member: { index, condition, shown, success }, log: { turns }, account: { critique } }
}

it('ranks values that guided rollouts send and clean ones do not, those of critiques first', () => {
  const { clean, guided, changes } = valueChanges(
    [
      rollout(0, [{ fields: ['name', 'pin'] }], { critique: 'Cards also wanted: booking_ref.' }),
      rollout(1, [{ fields: ['zip'] }, { fields: ['booking_ref'] }], { refused: true }),
      rollout(2, [{ fields: ['name', 'booking_ref', 'zip'] }], { shown: [0], success: true }),
      rollout(3, [{ fields: ['zip'] }], { shown: [0] }),
    ],
    [],
  )
  expect([clean, guided]).toEqual([2, 2])
  expect(changes.map(({ value }) => value)).toEqual(['fields: booking_ref', 'fields: zip'])
  expect(changes[0]).toMatchObject({ isInCritique: true, clean: 0, guided: 1, guidedWon: 1 })
  expect(changes[1]).toMatchObject({ isInCritique: false, clean: 0, guided: 2, guidedWon: 1 })
})

it('ignores tools that take only free text, and groups without clean rollouts', () => {
  const form = {
    type: 'function' as const,
    function: {
      ...{ name: 'form', description: '' },
      parameters: { type: 'object', properties: { fields: { type: 'string' } } },
    },
  }
  const pair = [rollout(0, [{ fields: 'a' }]), rollout(1, [{ fields: 'b' }], { shown: [0] })]
  expect(valueChanges(pair, []).changes).toHaveLength(1)
  expect(valueChanges(pair, [form]).changes).toEqual([])
  expect(valueChanges(pair.slice(1), []).changes).toEqual([])
})
