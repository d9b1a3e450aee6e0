import type { JsonObject } from '../../../../sim/json.ts'
import { generateWorld } from '../../../../sim/phone/companies.ts'
import { generateStreamTask } from '../../../../sim/phone/tasks.ts'
import { childSeed } from '../../../../sim/random.ts'
import type { Classroom, ClassroomOptions, Learner } from '../../../learner/learner.ts'
import { HEADS } from '../../../phone-call/players/learner/heads.ts'
import { labelOf } from '../../../phone-call/players/learner/label.ts'
import { permuteHabits } from '../../../phone-call/players/learner/permute.ts'
import type { BaseTask } from '../../../task-data.ts'
import { PhoneReading } from './reading.ts'

/** How a small policy learns the first stage, by its events. */
export const phoneLearner: Learner = {
  environment: 'phone-call-v2',
  heads: HEADS,
  read: (rows) => new PhoneReading(rows),
  labelOf,
  school: {
    classroom,
    taughtHeads: ['form'],
    // Many companies, so that none is learnt by heart.
    size: 3_000,
    tasks: 4_000,
    updates: 250,
    // Shares of phone-call-v1, to be measured anew.
    strange: {
      '12': { low: 0.46, medium: 0.45, high: 0.25 },
      '2': { low: 0.9, medium: 0.88, high: 0.8 },
      '0.5': { low: 1, medium: 1, high: 1 },
    },
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
