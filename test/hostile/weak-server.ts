import { parseArgs } from 'node:util'
import { effectiveConfig } from '../../src/cli/config-flags.ts'
import { servedDataSets } from '../../src/cli/data-sets.ts'
import type { WorkerMemory } from '../../src/effects/memory/worker-memory.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { serve } from '../../src/server/serve.ts'

/**
 * A server with a weakness that the gate must notice: each resumed episode blocks the event loop
 * for four seconds (`blocks`), is kept for ever (`keeps`), or ends the process (`dies`); or
 * programs in q share no memory (`shares nothing`).
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    db: { type: 'string', default: '' },
    config: { type: 'string', default: '' },
    'log-level': { type: 'string', default: 'warn' },
    weakness: { type: 'string', default: '' },
  },
})

const BLOCK_MS = 4_000
const KEPT_ITEMS = 8_000_000
const kept: number[][] = []

const WEAKNESSES: Readonly<Record<string, () => void>> = {
  blocks() {
    const endMs = performance.now() + BLOCK_MS
    while (performance.now() < endMs);
  },
  keeps: () => void kept.push(Array.from({ length: KEPT_ITEMS }, () => kept.length + 0.5)),
  dies: () => process.exit(1),
  'shares nothing': () => undefined,
}

/** Threads that keep whatever a program makes, however large. */
const UNBOUNDED: WorkerMemory = {
  bytes: Number.POSITIVE_INFINITY,
  qThreadsMax: Number.POSITIVE_INFINITY,
  qSmallBytes: Number.POSITIVE_INFINITY,
  qProcessesMax: 1,
  processBytes: Number.POSITIVE_INFINITY,
  playerHeapMegabytes: 48,
  sideBytes: 0,
}

const { weakness, port, db, config } = values
const act = WEAKNESSES[weakness]
if (act === undefined) throw new Error(`there is no weakness "${weakness}"`)
const server = await serve({
  config: effectiveConfig({ port: Number(port), db, config }),
  dataSets: servedDataSets(undefined),
  log: SILENT_LOG,
  ...(weakness === 'shares nothing' ? { memory: UNBOUNDED } : {}),
})
const { call } = server.host
Object.assign(server.host, {
  call: ((name, ...rest) => {
    if (name === 'episode.resume') act()
    return call(name, ...rest)
  }) as typeof call,
})
process.stdout.write(`listening on ${server.url}\n`)
