import { builtInDataSets } from '../../src/datasets/built-in.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { type ConfigInput, configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'

/** A real server on a free loopback port, by default in memory. */
export function startServer(
  config: ConfigInput = {},
  environments?: readonly AnyEnvironment[],
): Promise<RunningServer> {
  const options = {
    config: configSchema.parse({ port: 0, db: ':memory:', ...config }),
    dataSets: builtInDataSets(),
    log: SILENT_LOG,
  }
  return serve(environments === undefined ? options : { ...options, environments })
}
