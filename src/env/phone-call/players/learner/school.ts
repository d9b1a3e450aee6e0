import type { JsonObject } from '../../../../sim/json.ts'
import { generateWorld } from '../../../../sim/phone/companies.ts'
import { generateStreamTask } from '../../../../sim/phone/tasks.ts'
import { childSeed } from '../../../../sim/random.ts'
import type { Classroom, ClassroomOptions, Learner } from '../../../learner/learner.ts'
import type { BaseTask } from '../../../task-data.ts'
import { permuteHabits } from './permute.ts'

/** The demonstrations that a policy learns from before training. */
export const PHONE_SCHOOL: Learner['school'] = {
  classroom,
  taughtHeads: ['form'],
  // Many companies, so the policy cannot memorize them.
  size: 3_000,
  tasks: 4_000,
  updates: 250,
  // Practice with feedback replaces practice without, so more of one needs less of the other.
  strange: {
    '12': { low: 0.46, medium: 0.45, high: 0.25 },
    '2': { low: 0.9, medium: 0.88, high: 0.8 },
    '0.5': { low: 1, medium: 1, high: 1 },
  },
}

/** A separate world, in which a share of the companies has permuted habits. */
function classroom({ seed, size, strangeShare }: ClassroomOptions): Classroom {
  const world = permuteHabits(generateWorld(seed, size), childSeed(seed, 'permute'), strangeShare)
  return {
    world: world as unknown as JsonObject,
    task: (index) => generateStreamTask(world, index) as unknown as BaseTask & JsonObject,
  }
}
