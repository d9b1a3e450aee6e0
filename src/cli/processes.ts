import { type ChildProcess, spawn } from 'node:child_process'
import { pino } from 'pino'
import type { Config } from '../server/config/schema.ts'
import { isPostgresAddress } from '../store/postgres/address.ts'
import { CommandError, EXIT } from './errors.ts'
import { EndedEarly, type Listening, ServerProcess } from './server-process.ts'
import { onStopAsked } from './stop-signals.ts'

/**
 * Runs several server processes on consecutive ports until SIGTERM, SIGINT or SIGHUP. A process
 * that ends by itself is restarted. All of them end with this one, however it ends.
 *
 * @param onListening called once, when all of them listen
 * @returns the exit code of a process that could not start, otherwise `EXIT.fine`
 * @throws CommandError if the processes cannot share the store, or a process cannot be created
 */
export async function serveInProcesses(
  count: number,
  config: Config,
  onListening: (servers: readonly Listening[]) => void,
): Promise<number> {
  refuseUnshared(config.db)
  refusePortsBeyond(config.port + count - 1)
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: true }))
  const ports = Array.from({ length: count }, (_, index) => config.port && config.port + index)
  const spawnOn = (port: number): ChildProcess => spawnServer(port, count)
  const servers = ports.map((port) => new ServerProcess(port, spawnOn, log))
  const { stopRequested, stopAll } = watchStopSignals(servers)
  try {
    onListening(await Promise.all(servers.map((server) => server.start())))
    await stopRequested
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    return typeof error.ending === 'number' ? error.ending : EXIT.unable
  } finally {
    await stopAll()
  }
  return EXIT.fine
}

function refuseUnshared(db: string): void {
  if (isPostgresAddress(db)) return
  const remedy = 'Give a PostgreSQL database with --db postgres://…, or leave out --processes.'
  throw new CommandError(`several processes cannot share the store ${db}`, remedy)
}

function refusePortsBeyond(last: number): void {
  if (last <= 65_535) return
  throw new CommandError(`there is no port ${last}`, 'Choose a lower one with --port.')
}

/** Starts this program again with its own arguments and the settings of one of several servers. */
function spawnServer(port: number, count: number): ChildProcess {
  const childFlags = ['--port', String(port), '--processes', '1', '--one-of-several', String(count)]
  const words = [...process.execArgv, ...process.argv.slice(1), ...childFlags]
  return spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Waits for signals: the first asks all servers to end, the second ends them at once. */
function watchStopSignals(servers: readonly ServerProcess[]) {
  const stopAll = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop(signal)))
  }
  const stopRequested = new Promise<void>((resolve) => {
    onStopAsked(resolve, () => void stopAll('SIGKILL'))
  })
  return { stopRequested, stopAll }
}
