import { mathWorld } from './math-world.ts'
import { phoneWorld } from './phone-world.ts'
import type { Condition } from './plan.ts'
import type { World } from './world.ts'

/** The world of a seed on a condition. */
export const createWorld = (
  seed: number,
  condition: Pick<Condition, 'world' | 'companies'>,
): World => (condition.world === 'math' ? mathWorld(seed) : phoneWorld(seed, condition.companies))
