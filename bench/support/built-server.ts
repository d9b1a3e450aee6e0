import type { DataSet } from '../../src/datasets/data-set.ts'
import type { ConfigInput } from '../../src/server/config/schema.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { built } from './built.ts'

/** The folder of the shipped data. */
const DATA = 'data'

/** The data of the built server in benchmarks: that of the mock world, and the shipped sets. */
export async function builtData(): Promise<{
  readonly dataSets: readonly DataSet[]
}> {
  const { builtInDataSets } = await built('datasets/built-in')
  const { loadDataSets } = await built('datasets/load')
  return {
    dataSets: [...builtInDataSets(), ...loadDataSets(DATA)],
  }
}

/** Starts the built server in this process, on a free port and without a log. */
export async function startBuilt(config: ConfigInput): Promise<RunningServer> {
  const { serve } = await built('server/serve')
  const { configSchema } = await built('server/config/schema')
  const nothing = (): void => undefined
  return serve({
    config: configSchema.parse({ port: 0, ...config }),
    ...(await builtData()),
    log: { info: nothing, warn: nothing, error: nothing },
  })
}
