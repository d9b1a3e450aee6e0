import { createHash } from 'node:crypto'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { requireLearner } from '../../src/train-bridge/local/cloning/start.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { OptionError } from '../options.ts'

/** Enough to include every kind of task, mistake and critique. */
const TASKS = 300

/**
 * A digest of how a world behaves, rather than of its name: right and spoilt attempts at some
 * tasks, with the policy's features of what it reads, the ends, the metrics and the lengths of the
 * texts. Changes of the world that change none of these keep the mark.
 */
export async function worldMark(environment: AnyEnvironment): Promise<string> {
  const policy = new LocalPolicy(requireLearner(environment), 'linear', 1)
  const demonstrations = await demonstrate(environment, policy, {
    ...{ seed: 1, size: TASKS, tasks: TASKS, feedbackShare: 0.5, strangeShare: 0.5 },
  })
  const behaviour = demonstrations.map(
    ({ acts, reward, turns, endReason, metrics, characters, request }) => {
      return { request, acts, reward, turns, endReason, metrics, characters }
    },
  )
  return createHash('sha256').update(JSON.stringify(behaviour)).digest('hex').slice(0, 12)
}

/** The world's name in records: the environment, then the mark. */
export const worldName = async (environment: AnyEnvironment): Promise<string> =>
  `${environment.id} ${await worldMark(environment)}`

/** Records from before worlds had marks. */
const UNMARKED = 'phone-call-v1 unmarked'

/**
 * A world may change while its name stays or gets another version. Runs in two such worlds cannot
 * be compared.
 *
 * @throws OptionError if records and new runs name two worlds of one environment
 */
export function refuseTwoWorlds(worlds: readonly (string | undefined)[]): void {
  const marks = new Map<string, string>()
  for (const name of worlds) {
    const world = name ?? UNMARKED
    const environment = world.replace(/-v\d+ .*$/, '')
    const firstWorld = marks.get(environment) ?? world
    if (firstWorld !== world) {
      throw new OptionError(
        `records of the worlds ${firstWorld} and ${world} cannot be compared: ` +
          'move the older ones into a folder of their own, or give --out FOLDER',
      )
    }
    marks.set(environment, world)
  }
}
