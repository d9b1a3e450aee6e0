// Guards that the verdict on a tried-out answer has the members that openapi.yaml promises.
import { expect, it } from 'vitest'
import { mathGradeResult } from '../../wire/views.ts'
import { explainVerdict } from './explain-verdict.ts'

it.each(['', 'The answer is 59.', '\\boxed{59}', '\\boxed{58} \\boxed{59}', 'The answer is blue.'])(
  'has no other members for %j',
  (answer) => {
    const asked = { gold: '59', kind: 'expression', options: [], question: '' } as const
    const explained = explainVerdict({ ...asked, answer })
    expect(mathGradeResult.strict().parse(explained)).toEqual(explained)
  },
)
