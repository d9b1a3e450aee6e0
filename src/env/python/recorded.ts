import type { JsonObject } from '../../sim/json.ts'
import type { AnyEnvironment } from '../environment.ts'
import { describedIn } from './description.ts'
import { pythonEnvironment } from './index.ts'

const made = new WeakMap<JsonObject, AnyEnvironment>()

/**
 * The environment that an episode was played in: for a world in Python that is what the recorded
 * world says of itself, whatever has become of its code.
 */
export function recordedEnvironment(
  known: AnyEnvironment | undefined,
  world: JsonObject | undefined,
): AnyEnvironment | undefined {
  const described = world === undefined ? undefined : describedIn(world)
  if (world === undefined || described === undefined) return known
  const environment = made.get(world) ?? pythonEnvironment(described)
  made.set(world, environment)
  return environment
}
