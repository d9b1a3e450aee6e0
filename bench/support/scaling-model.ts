/** What rollouts cost on servers that share a database, in one second. */
export interface Cost {
  readonly servers: number
  readonly steps: number
  /** CPU time of all servers, in cores. */
  readonly serverCores: number
  readonly databaseCores: number
}

/** Cores for each server, whatever it plays, and for each step per second. */
interface Line {
  readonly perServer: number
  readonly perStep: number
}

export interface ScalingModel {
  readonly server: Line
  readonly database: Line
}

/** The model that two points determine, each with one server. */
export function fitModel(few: Cost, many: Cost): ScalingModel {
  const line = (name: 'serverCores' | 'databaseCores'): Line => {
    const perStep = (many[name] - few[name]) / (many.steps - few.steps)
    return { perServer: few[name] - perStep * few.steps, perStep }
  }
  return { server: line('serverCores'), database: line('databaseCores') }
}

/** What servers cost that play so many steps per second together. */
export const foretell = (
  { server, database }: ScalingModel,
  servers: number,
  steps: number,
): Cost => ({
  ...{ servers, steps },
  serverCores: servers * server.perServer + steps * server.perStep,
  databaseCores: servers * database.perServer + steps * database.perStep,
})

/** The fewest servers of which each uses at most this many cores. */
export const neededServers = ({ server }: ScalingModel, steps: number, cores: number): number =>
  Math.ceil((steps * server.perStep) / (cores - server.perServer))
