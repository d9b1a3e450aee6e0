import { builtInDataSets } from '../../src/datasets/built-in.ts'
import type { DataSet } from '../../src/datasets/data-set.ts'
import { loadDataSets } from '../../src/datasets/load.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import type { AssemblyOptions } from '../../src/server/assembly.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { childSeed } from '../../src/sim/random.ts'
import { ROOT } from '../tidy/files.ts'
import { BROKEN } from './broken-environments.ts'

/** The token of each principal: two that play fair, one that attacks, one that looks after it. */
export const TOKENS = {
  alice: 'alice-token-0123456789',
  bob: 'bobby-token-0123456789',
  mallory: 'mallory-token-0123456789',
  admin: 'admin-token-0123456789',
} as const

/** Small limits, so that attacks reach them. */
export const LIMITS = {
  idle_ms: 1_000,
  sessions_max: 400,
  sockets_per_principal_max: 40,
  in_flight_per_principal_max: 80,
  watches_per_principal_max: 20,
  batch_max: 100,
  payload_bytes_max: 65_536,
  backlog_pause_bytes: 65_536,
  backlog_close_bytes: 1_048_576,
  effect_deadline_ms: 3_000,
  ping_interval_ms: 10_000,
}

/** Codes of tasks from this index on must never be told: attackers do not read their labels. */
export const SEALED_FROM = 500

/** The code of a task: long, so that it stands nowhere by chance. */
export const codeOf = (index: number): string => `k${childSeed(index, 'fuzz-code')}`

function boxes(environment: string): DataSet {
  const [set] = builtInDataSets() as [DataSet]
  const hidden = (task: ReturnType<DataSet['task']>) =>
    task === undefined ? undefined : { ...task, code: codeOf(task.index) }
  return {
    ...set,
    environment,
    checksum: `fuzz-${environment}`,
    task: (split, index) => hidden(set.task(split, index)),
    find: (id) => hidden(set.find(id)),
  }
}

/** The data of every environment of the arena. */
export const DATA_SETS: readonly DataSet[] = [
  ...loadDataSets(`${ROOT}/data`),
  boxes('mock-v1'),
  ...BROKEN.map(({ id }) => boxes(id)),
]

export const ARENA_ENVIRONMENTS: readonly AnyEnvironment[] = [...ENVIRONMENTS, ...BROKEN]

/** A server with everything that the fuzzer plays on. */
export function arenaOptions(db: string): AssemblyOptions {
  const tokens = Object.entries(TOKENS).map(([principal, token]) => ({
    principal,
    token,
    role: principal === 'admin' ? ('admin' as const) : ('client' as const),
  }))
  return {
    config: configSchema.parse({ port: 0, db, tokens, limits: LIMITS }),
    dataSets: DATA_SETS,
    environments: ARENA_ENVIRONMENTS,
    log: SILENT_LOG,
  }
}
