import type { JsonObject } from '../sim/json.ts'
import { foreignIn } from './openenv/description.ts'
import { foreignEnvironment } from './openenv/index.ts'
import type { AnyEnvironment } from './plugin.ts'
import { descriptionIn } from './python/description.ts'
import { pythonEnvironment } from './python/index.ts'

const environments = new WeakMap<JsonObject, AnyEnvironment>()

/**
 * The environment that an episode was played in: for a world that is played elsewhere that is what
 * the recorded world says of itself, whatever has become of it.
 */
export function recordedEnvironment(
  registered: AnyEnvironment | undefined,
  world: JsonObject | undefined,
): AnyEnvironment | undefined {
  if (world === undefined) return registered
  const environment = environments.get(world) ?? environmentIn(world)
  if (environment === undefined) return registered
  environments.set(world, environment)
  return environment
}

function environmentIn(world: JsonObject): AnyEnvironment | undefined {
  const python = descriptionIn(world)
  if (python !== undefined) return pythonEnvironment(python)
  const foreign = foreignIn(world)
  return foreign === undefined ? undefined : foreignEnvironment(foreign)
}
