import type { PhoneTask } from './task.ts'
import { findCompany, findLine, type PhoneWorld } from './world.ts'

/** How often the parts of a test task occur in the train tasks. */
export interface FactorCount {
  readonly task: string
  readonly level: number
  /** The rarest department kind of its calls: in how many train tasks it is called. */
  readonly kind: number
  /** The rarest pair of department kind and industry of its calls. */
  readonly kind_and_industry: number
  /** The rarest service of its goals. */
  readonly service: number
}

/** Counts for every test task, in order. */
export function factorCounts(
  test: readonly PhoneTask[],
  train: readonly PhoneTask[],
  world: PhoneWorld,
): FactorCount[] {
  const trainCounts = new Map<string, number>()
  for (const task of train) {
    const { kinds, pairs, services } = listFactors(task, world)
    for (const factor of new Set([...kinds, ...pairs, ...services])) {
      trainCounts.set(factor, (trainCounts.get(factor) ?? 0) + 1)
    }
  }
  const rarest = (factors: readonly string[]): number =>
    Math.min(...factors.map((factor) => trainCounts.get(factor) ?? 0))
  return test.map((task) => {
    const { kinds, pairs, services } = listFactors(task, world)
    return {
      task: task.id,
      level: task.difficulty,
      kind: rarest(kinds),
      kind_and_industry: rarest(pairs),
      service: rarest(services),
    }
  })
}

function listFactors(
  task: PhoneTask,
  world: PhoneWorld,
): Readonly<Record<'kinds' | 'pairs' | 'services', string[]>> {
  const { industry } = findCompany(world, task.company)
  const calledKinds = task.required_calls.map((id) => findLine(world, id).department.kind)
  return {
    kinds: calledKinds.map((kind) => `kind/${kind}`),
    pairs: calledKinds.map((kind) => `pair/${industry}/${kind}`),
    services: task.goals.map(({ service }) => `service/${service}`),
  }
}
