import { createHash } from 'node:crypto'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { requireLearner } from '../../src/train-bridge/local/cloning/start.ts'
import { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { OptionError } from '../options.ts'

/** Enough that every kind of task, mistake and critique is among them. */
const TASKS = 300

/**
 * Which world a record was made on, as it acts rather than as it is called: right and spoilt
 * attempts at some tasks, with the features that the policy reads off what it is told, how they
 * ended, what was said of them, and how much was said. What changes none of these changes no
 * record.
 */
export async function worldMark(environment: AnyEnvironment): Promise<string> {
  const policy = new LocalPolicy(requireLearner(environment), 'linear', 1)
  const played = await demonstrate(environment, policy, {
    ...{ seed: 1, size: TASKS, tasks: TASKS, feedbackShare: 0.5, strangeShare: 0.5 },
  })
  const seen = played.map(({ acts, reward, turns, endReason, metrics, characters, request }) => {
    return { request, acts, reward, turns, endReason, metrics, characters }
  })
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 12)
}

/** As records name it: the environment, then the mark. */
export const worldName = async (environment: AnyEnvironment): Promise<string> =>
  `${environment.id} ${await worldMark(environment)}`

/** Records of before worlds were marked. */
const UNMARKED = 'phone-call-v1 unmarked'

/**
 * Worlds change while their names stay or get another version, and runs in two of them cannot be
 * compared.
 *
 * @throws OptionError if records and runs to come name two worlds of one environment
 */
export function refuseTwoWorlds(worlds: readonly (string | undefined)[]): void {
  const marks = new Map<string, string>()
  for (const name of worlds) {
    const world = name ?? UNMARKED
    const environment = world.replace(/-v\d+ .*$/, '')
    const known = marks.get(environment) ?? world
    if (known !== world) {
      throw new OptionError(
        `records of the worlds ${known} and ${world} cannot be compared: ` +
          'move the older ones into a folder of their own, or give --out FOLDER',
      )
    }
    marks.set(environment, world)
  }
}
