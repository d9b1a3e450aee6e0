import type { ProcessWatch } from '../effects/memory/process-watch.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { ConfigError } from './config/config-error.ts'
import { splitEnvironments } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { startForeignWorlds } from './foreign-worlds.ts'
import type { HostLog } from './host-log.ts'
import { startPythonWorlds } from './python-worlds.ts'

interface WorldsOptions {
  readonly config: Config
  readonly log: HostLog
  /** The other environments. Default: the registered ones. */
  readonly environments?: readonly AnyEnvironment[]
}

export type WorldsElsewhere = Awaited<ReturnType<typeof worldsElsewhere>>

/**
 * Starts the worlds that run in other processes and on other servers.
 *
 * @throws ConfigError, PythonWorldError
 */
export async function worldsElsewhere(
  { config, log, environments: environmentsHere = ENVIRONMENTS }: WorldsOptions,
  watch: ProcessWatch,
) {
  const settings = splitEnvironments(config.environments)
  const python = await startPythonWorlds(settings.python, {
    log,
    isShared: config.tokens.length > 1,
    watch,
  })
  const foreign = await startForeignWorlds(settings.openenv).catch((error: unknown) => {
    python.close()
    throw error
  })
  const close = (): void => {
    python.close()
    foreign.performer.close()
  }
  const environments = [...python.environments, ...foreign.environments]
  try {
    checkIds(environments, environmentsHere)
  } catch (error) {
    close()
    throw error
  }
  return { environments, performers: [python.performer, foreign.performer], close }
}

/**
 * A command line may also have loaded the Python worlds of its config. Those are replaced.
 *
 * @throws ConfigError if an id is taken
 */
function checkIds(elsewhere: readonly AnyEnvironment[], here: readonly AnyEnvironment[]): void {
  const taken = new Set(here.filter(({ playedBy }) => playedBy === undefined).map(({ id }) => id))
  for (const { id } of elsewhere) {
    if (taken.has(id)) {
      throw new ConfigError(`environments: there are two with the id ${id}; give each its own`)
    }
    taken.add(id)
  }
}
