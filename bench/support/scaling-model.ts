/** What rollouts cost on servers that share a database, in one second. */
export interface Cost {
  readonly servers: number
  readonly stepsPerSecond: number
  /** CPU time of all servers, in cores. */
  readonly serverCores: number
  readonly databaseCores: number
}

/** Cores = `perServer` × servers + `perStep` × steps per second. */
interface LinearCost {
  readonly perServer: number
  readonly perStep: number
}

export interface ScalingModel {
  readonly server: LinearCost
  readonly database: LinearCost
}

/** Fits the model to two measurements of one server each, at different rates of steps. */
export function fitModel(few: Cost, many: Cost): ScalingModel {
  const line = (name: 'serverCores' | 'databaseCores'): LinearCost => {
    const perStep = (many[name] - few[name]) / (many.stepsPerSecond - few.stepsPerSecond)
    return { perServer: few[name] - perStep * few.stepsPerSecond, perStep }
  }
  return { server: line('serverCores'), database: line('databaseCores') }
}

/** Predicts the cost of servers that play this number of steps per second together. */
export const predictCost = (
  { server, database }: ScalingModel,
  servers: number,
  stepsPerSecond: number,
): Cost => ({
  ...{ servers, stepsPerSecond },
  serverCores: servers * server.perServer + stepsPerSecond * server.perStep,
  databaseCores: servers * database.perServer + stepsPerSecond * database.perStep,
})

/** The fewest servers of which each uses at most this many cores. */
export const neededServers = (
  { server }: ScalingModel,
  stepsPerSecond: number,
  cores: number,
): number => Math.ceil((stepsPerSecond * server.perStep) / (cores - server.perServer))
