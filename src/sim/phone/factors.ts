import type { PhoneTask } from './task.ts'
import { companyOf, lineOf, type PhoneWorld } from './world.ts'

/** How often what a task is made of occurs in the tasks that can be trained on. */
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
  const seen = new Map<string, number>()
  for (const task of train) {
    const { kinds, pairs, services } = factorsOf(task, world)
    for (const factor of new Set([...kinds, ...pairs, ...services])) {
      seen.set(factor, (seen.get(factor) ?? 0) + 1)
    }
  }
  const rarest = (factors: readonly string[]): number =>
    Math.min(...factors.map((factor) => seen.get(factor) ?? 0))
  return test.map((task) => {
    const { kinds, pairs, services } = factorsOf(task, world)
    return {
      task: task.id,
      level: task.difficulty,
      kind: rarest(kinds),
      kind_and_industry: rarest(pairs),
      service: rarest(services),
    }
  })
}

function factorsOf(
  task: PhoneTask,
  world: PhoneWorld,
): Readonly<Record<'kinds' | 'pairs' | 'services', string[]>> {
  const { industry } = companyOf(world, task.company)
  const called = task.required_calls.map((id) => lineOf(world, id).department.kind)
  return {
    kinds: called.map((kind) => `kind/${kind}`),
    pairs: called.map((kind) => `pair/${industry}/${kind}`),
    services: task.goals.map(({ service }) => `service/${service}`),
  }
}
