// Guards critiques as labels: they contain what the critique says, and training moves towards it.

import { describe, expect, it } from 'vitest'
import type { MarksAct } from '../../../env/learner/acts.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { FIELDS, type Field } from '../../../sim/phone/tables/fields.ts'
import { LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'
import { addLabels, collectLabels } from './labels.ts'

const bits = (...fields: Field[]): number =>
  fields.reduce((sum, field) => sum | (1 << FIELDS.indexOf(field)), 0)

function episodeWith(asked: number, critique?: string): PolicyRollout {
  const act: MarksAct = {
    kind: 'marks',
    head: 'form',
    rows: Int32Array.of(3, 5),
    cleanEnd: 1,
    cues: new Int32Array(FIELDS.length),
    limit: 0,
    choice: asked,
    logProbs: new Float64Array(FIELDS.length),
  }
  return {
    acts: [act],
    ...(critique === undefined ? {} : { critique }),
  } as unknown as PolicyRollout
}

const policy = new LocalPolicy(phoneLearner, 'linear', 1)

const labelOf = (asked: number, critique?: string) => {
  const [label] = collectLabels(policy, [episodeWith(asked, critique)])
  return label === undefined ? undefined : { ...label, act: label.act.choice }
}

describe('a label', () => {
  it('adds the missing fields of a department', () => {
    const lines = bits('member_id')
    expect(labelOf(bits('email'), '- Billing also wanted: member_id.')).toEqual({
      ...{ act: bits('email', 'member_id'), lines, share: 1 },
    })
  })

  it('uses the replacement of a field that the customer lacks', () => {
    const critique = [
      '- The customer does not have: email. Ask for what replaces it.',
      '- Billing also wanted: email (or member_id instead).',
    ].join('\n')
    const lines = bits('email', 'member_id')
    expect(labelOf(bits('email'), critique)).toEqual({ act: bits('member_id'), lines, share: 1 })
  })

  it('lowers every field of a form that was too long', () => {
    const asked = bits('email', 'member_id')
    const critique = '- The customer gave up on a form of 2 fields. Ask for fewer.'
    expect(labelOf(asked, critique)).toEqual({ act: 0, lines: asked, share: 0.5 })
  })

  it('is missing if the critique names no fields, or there is no critique', () => {
    expect(labelOf(bits('email'), '- No department was called.')).toBeUndefined()
    expect(labelOf(bits('email'))).toBeUndefined()
  })
})

it('changes only labelled fields, under the clean prompt', () => {
  const labels = collectLabels(policy, [
    episodeWith(bits('email'), '- Billing also wanted: member_id.'),
  ])
  const act = labels[0]?.act as MarksAct
  const chances = (): number[] => {
    const logProbs = new Float64Array(FIELDS.length)
    policy.evaluate(act, true, logProbs)
    return [...logProbs]
  }
  const before = chances()
  policy.gradient.fill(0)
  addLabels(policy, labels, 0.5)
  policy.weights.forEach((weight, at) => {
    policy.weights[at] = weight + (policy.gradient[at] as number)
  })
  const after = chances()
  const wanted = FIELDS.indexOf('member_id')
  expect(after[wanted]).toBeGreaterThan((before[wanted] as number) + 0.05)
  const row = 5 * FIELDS.length
  expect(policy.gradient.slice(row, row + FIELDS.length).every((slope) => slope === 0)).toBe(true)
})
