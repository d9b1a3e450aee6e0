// Guards that the console explains each part of every environment's reward in a sentence.
import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import { explainPart } from '../src/web/data/reward-parts.ts'

it('has a sentence for each part of every environment', () => {
  const missing = ENVIRONMENTS.flatMap(({ id, reward }) =>
    reward.parts
      .filter((part) => !explainPart(id, part)?.endsWith('.'))
      .map((part) => `${id} ${part}`),
  )
  expect(missing).toEqual([])
  expect(explainPart('elsewhere', 'progress')).toBeUndefined()
})
