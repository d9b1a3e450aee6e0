import { builtInDataSets } from '../../datasets/built-in.ts'
import type { DataSet } from '../../datasets/data-set.ts'
import type { AskWorld } from '../../env/conformance/driven.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { environmentsIn } from '../../server/config/load.ts'

/** A world at another server, and how this command line plays it. */
export interface ForeignHere {
  readonly environment: AnyEnvironment
  readonly set: DataSet
  readonly ask: AskWorld
  close(): void
}

/**
 * The worlds of other servers that a config file names.
 *
 * @param only the id of the world to include; default: all
 * @throws ConfigError naming the server that cannot be reached
 */
export async function foreignHere(
  config: string | undefined,
  only: string | undefined,
): Promise<readonly ForeignHere[]> {
  const settingsList = environmentsIn(config).openenv.filter(
    ({ id }) => only === undefined || id === only,
  )
  if (settingsList.length === 0) return []
  const { startForeignWorlds } = await import('../../server/foreign-worlds.ts')
  // One episode at a time, because some servers allow only one session.
  const oneSession = settingsList.map((settings) => ({ ...settings, sessions_max: 1 }))
  const { environments, performer } = await startForeignWorlds(oneSession)
  const signal = AbortSignal.timeout(CHECK_MS_MAX)
  return environments.map((environment) => ({
    environment,
    set: builtInDataSets([environment])[0] as DataSet,
    ask: (request) => performer.perform(request, signal),
    close: () => performer.close(),
  }))
}

/** Maximum time for a whole check of another server, in milliseconds. */
const CHECK_MS_MAX = 600_000
