import type { RandomStream } from '../../src/sim/random.ts'
import type { Attack } from './raid.ts'

/** The attacks of one run with their weights. */
export interface Swarm {
  readonly attacks: readonly Attack[]
  readonly weights: readonly number[]
}

/**
 * Leaves out a good part of the attacks and skews the weights of the rest: a mix of everything
 * hides what shows only when one kind prevails.
 */
export function swarmOf(all: readonly Attack[], random: RandomStream): Swarm {
  const count = random.integer(Math.ceil(all.length / 4), all.length)
  const attacks = random.sample(all, count)
  return { attacks, weights: attacks.map(() => 2 ** random.integer(0, 5)) }
}
