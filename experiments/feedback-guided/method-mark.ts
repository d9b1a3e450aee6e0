import { createHash } from 'node:crypto'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { clone } from '../../src/train-bridge/local/cloning/clone.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { requireLearner } from '../../src/train-bridge/local/cloning/start.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { OptionError } from '../options.ts'
import { armNamed } from './arms.ts'
import { measureStanding, trainOnce } from './one-run.ts'
import type { Condition, Scale } from './plan.ts'
import { createPlayground } from './world.ts'
import { createWorld } from './worlds.ts'

/** A run of seconds in which the weights change, played by these weights. */
const SCALE: Scale = {
  ...{ batches: 4, evaluateEvery: 1, tasks: 16, unseenTasks: 16, endTasks: 32, levelTasks: 0 },
  ...{ groups: 8, groupSize: 8 },
}
const SEED = 77
const LEARNING_RATE = 0.1

/** A start that succeeds often enough for groups of mixed success, made in a second. */
const SHOWN = { seed: 21, size: 200, tasks: 400, feedbackShare: 0.5, strangeShare: 0.2 }
const CLONED = { updates: 60, batch: 32, learningRate: 0.05, seed: SEED }

type Method = Pick<Condition, 'loss' | 'world'>

const starts = new Map<string, Promise<LocalPolicy>>()

async function createStart(environment: AnyEnvironment): Promise<LocalPolicy> {
  const policy = new LocalPolicy(requireLearner(environment), 'linear', SEED)
  clone(policy, await demonstrate(environment, policy, SHOWN), CLONED)
  return policy
}

/**
 * A digest of how an arm behaves in training and measurement, rather than of its code: a short run
 * from its own start, with all counts and successes on the way. A change of the code that changes
 * no such run keeps the mark.
 */
export async function methodMark(arm: string, { loss = 'grpo', world: name }: Method) {
  const world = createWorld(SEED, name === undefined ? {} : { world: name })
  const { environment } = world
  const begun = starts.get(environment.id) ?? createStart(environment)
  starts.set(environment.id, begun)
  const start = await begun
  const ground = { world, start, seed: SEED, scale: SCALE, loss }
  const startStanding = await measureStanding(createPlayground(world), start, ground, 0)
  const { points, end } = await trainOnce(ground, armNamed(arm), LEARNING_RATE, startStanding)
  const behaviour = [points.map((point) => ({ ...point, cpu_seconds: 0 })), end]
  return createHash('sha256').update(JSON.stringify(behaviour)).digest('hex').slice(0, 12)
}

/** What a record states about its arm. */
interface Marked {
  readonly condition: string
  readonly arm: string
  readonly method?: string
}

/** @throws OptionError if an arm would have runs of two methods, which cannot be compared */
export function refuseTwoMethods(runs: readonly Marked[]): void {
  const marks = new Map<string, string>()
  for (const { condition, arm, method } of runs) {
    if (method === undefined) continue
    const key = `${condition} ${arm}`
    const firstMethod = marks.get(key) ?? method
    if (firstMethod !== method) {
      throw new OptionError(
        `${key}: records of the methods ${firstMethod} and ${method} cannot be compared, because ` +
          'the learner now trains this arm differently. Give --out FOLDER.',
      )
    }
    marks.set(key, method)
  }
}
