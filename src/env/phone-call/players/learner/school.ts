import type { JsonObject } from '../../../../sim/json.ts'
import { generateWorld } from '../../../../sim/phone/companies.ts'
import { generateStreamTask } from '../../../../sim/phone/tasks.ts'
import { childSeed } from '../../../../sim/random.ts'
import type { Classroom, ClassroomOptions, Learner } from '../../../learner/learner.ts'
import type { BaseTask } from '../../../task-data.ts'
import { permuteHabits } from './permute.ts'

/** How a policy is shown the phone world before training begins. */
export const PHONE_SCHOOL: Learner['school'] = {
  classroom,
  taughtHeads: ['form'],
  // Many companies, so that none is learnt by heart.
  size: 3_000,
  tasks: 4_000,
  updates: 250,
  // Practice with feedback takes the place of practice without, so that more of it needs a little
  // less of this.
  strange: {
    '12': { low: 0.46, medium: 0.45, high: 0.25 },
    '2': { low: 0.9, medium: 0.88, high: 0.8 },
    '0.5': { low: 1, medium: 1, high: 1 },
  },
}

/** A world of its own, in which the habits of a share of the companies are those of nobody. */
function classroom({ seed, size, strangeShare }: ClassroomOptions): Classroom {
  const world = permuteHabits(generateWorld(seed, size), childSeed(seed, 'permute'), strangeShare)
  return {
    world: world as unknown as JsonObject,
    task: (index) => generateStreamTask(world, index) as unknown as BaseTask & JsonObject,
  }
}
