import { servedDataSets } from '../../src/cli/data-sets.ts'
import { createPerformers } from '../../src/effects/performers.ts'
import { timerPerformer } from '../../src/effects/timer.ts'
import { noOutsideWorld } from '../../src/env/playthrough.ts'
import { qCodeEnvironment } from '../../src/env/q-code/index.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { groupOptions } from '../../src/server/groups/options.ts'
import { createHost, type Host } from '../../src/server/host.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { openStore } from '../../src/store/open.ts'

/** A host with the shipped data on a database file, without a transport. */
export async function openHost(path: string | undefined): Promise<Host> {
  if (path === undefined) throw new Error('name a database file')
  const store = await openStore({ path, durability: 'process' })
  const performers = createPerformers([timerPerformer], { deadlineMs: 10_000, onError() {} })
  return createHost({
    environments: ENVIRONMENTS,
    dataSets: servedDataSets(undefined),
    store,
    log: SILENT_LOG,
    limits: {
      sessionsMax: 1_000,
      storeBytesMax: 0,
    },
    groups: groupOptions(configSchema.parse({})),
    viewDays: 7,
    chatProfiles: [],
    // Programs in q are judged here, without the pool: what counts is what the log holds.
    performEffect: async (request) =>
      request.kind === 'q'
        ? noOutsideWorld(qCodeEnvironment)(request)
        : performers.perform(request),
    nowMs: () => performance.now(),
  })
}
