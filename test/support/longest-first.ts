import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/**
 * Files that take at least seven seconds on two idle cores, the longest of each kind first. Every
 * third one waits for servers and clocks, so that not all workers wait at once.
 */
const LONGEST: readonly string[] = [
  'test/conformance/registry.test.ts',
  'test/conformance/small-worlds.test.ts',
  'test/hostile/canary.test.ts',
  'test/conformance/planted.test.ts',
  'src/sim/q-problems/problems.test.ts',
  'test/python-worlds/broken.test.ts',
  'test/conformance/mutants.test.ts',
  'test/q-code/hostile.test.ts',
  'test/fuzz/smoke.test.ts',
  'src/sim/math/problems/problems.test.ts',
  'src/train-bridge/local/training/training.test.ts',
  'src/train-bridge/local/learning/gradient.test.ts',
  'test/secrecy/brute-force.test.ts',
  'test/q-problems/discriminator.test.ts',
  'src/store/sqlite-check.test.ts',
  'test/q-code/pool.test.ts',
  'src/env/phone-call/talk-floor.test.ts',
  'test/experiments/options.test.ts',
  'src/train-bridge/pipeline/pipeline.test.ts',
  'test/outside.test.ts',
  'src/env/phone-call/talk.test.ts',
  'test/python-worlds/hostile.test.ts',
  'test/experiments/worlds.test.ts',
  'test/tutorial.test.ts',
  'src/cli/serve.test.ts',
  'test/q-code/memory.test.ts',
  'test/training-docs.test.ts',
  'test/q-code/binary.test.ts',
  'src/store/kill.test.ts',
  'test/groups/kill.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return rank === -1 ? LONGEST.length : rank
}

/**
 * Starts with the longest files, so that none runs alone at the end. In a fresh checkout, vitest
 * knows only their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.sort((one, other) => rankOf(one) - rankOf(other))
  }
}
