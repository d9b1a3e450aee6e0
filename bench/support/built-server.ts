import type { DataSet } from '../../src/datasets/data-set.ts'
import type { AnyEnvironment } from '../../src/env/environment.ts'
import type { ConfigInput } from '../../src/server/config/schema.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { built } from './built.ts'

/** The folder of the shipped data. */
const DATA = 'data'

/** What the built server offers in benches: the mock and the phone world, with their data. */
export async function builtOffers(): Promise<{
  readonly environments: readonly AnyEnvironment[]
  readonly dataSets: readonly DataSet[]
}> {
  const { mock } = await built('env/mock/index')
  const { phoneCallEnvironment } = await built('env/phone-call/index')
  const { mockDataSet } = await built('server/builtin-data')
  const { loadDataSets } = await built('datasets/load')
  return {
    environments: [mock, phoneCallEnvironment],
    dataSets: [mockDataSet(), ...loadDataSets(DATA)],
  }
}

/** Starts the built server in this process, on a free port and without a log. */
export async function startBuilt(config: ConfigInput): Promise<RunningServer> {
  const { serve } = await built('server/serve')
  const { configSchema } = await built('server/config/schema')
  const nothing = (): void => undefined
  return serve({
    config: configSchema.parse({ port: 0, ...config }),
    ...(await builtOffers()),
    log: { info: nothing, warn: nothing, error: nothing },
  })
}
