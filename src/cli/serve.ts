import { Command, Option } from 'commander'
import { pino } from 'pino'
import { unknownVariables } from '../server/config/load.ts'
import type { Config } from '../server/config/schema.ts'
import { LOCAL } from '../server/principal.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import { addConfigOptions, type ConfigFlags, effectiveConfig } from './config-flags.ts'
import { servedDataSets } from './data-sets.ts'
import { environments } from './environments.ts'
import { CommandError } from './errors.ts'
import { helpEnd, print, wholeNumber } from './options.ts'
import { serveInProcesses } from './processes.ts'
import { programCall } from './program-call.ts'
import type { Listening } from './server-process.ts'
import { stopAsked } from './stop-signals.ts'

/** The command `serve`. */
export function serveCommand(): Command {
  const command = new Command('serve').description(
    'Serve environments over WebSocket and HTTP until SIGTERM, SIGINT or SIGHUP.',
  )
  return addConfigOptions(command)
    .option(
      '--processes <number>',
      'number of servers on one PostgreSQL database, on consecutive ports (default: 1)',
      wholeNumber(1, 256),
    )
    .addOption(new Option('--one-of-several <count>').hideHelp().argParser(Number))
    .addHelpText(
      'after',
      helpEnd(
        [
          'serve',
          'serve --port 0 --db :memory:',
          'serve --config production.yaml --log-level warn',
          'serve --host 0.0.0.0 --db /data/backchannel.db   # with BACKCHANNEL_TOKEN set',
          'serve --processes 4 --db postgres://me@localhost/backchannel',
        ],
        '',
      ),
    )
    .action(run)
}

interface ServeFlags extends ConfigFlags {
  readonly processes?: number
  /** Number of servers of the parent, if this is one of several. */
  readonly oneOfSeveral?: number
}

async function run(flags: ServeFlags): Promise<void> {
  // The reader of the first line may close the pipe; the server continues.
  process.stdout.removeAllListeners('error').on('error', () => undefined)
  const config = effectiveConfig(flags)
  const { processes = 1 } = flags
  if (processes > 1) {
    process.exitCode = await serveInProcesses(processes, config, greet)
    return
  }
  // Registered first, because the parent may end before the server listens.
  const { stopRequested: asked, forget } = stopAsked()
  try {
    await serveUntil(asked, config, flags)
  } finally {
    forget()
    // An open channel to the parent would keep the process alive, even if it could not start.
    if (process.connected) process.disconnect?.()
  }
}

async function serveUntil(
  stopRequested: Promise<unknown>,
  config: Config,
  { oneOfSeveral }: ServeFlags,
): Promise<void> {
  const server = await startServer(divideMemory(config, oneOfSeveral))
  const listening = { url: server.url, lines: await describeOffer(server) }
  if (oneOfSeveral !== undefined) process.send?.(listening)
  else greet([listening])
  await stopRequested
  await server.stop()
}

/** Servers of one container share the memory for workers. */
const divideMemory = (config: Config, servers = 1): Config => ({
  ...config,
  workers_memory_share: config.workers_memory_share / servers,
})

/**
 * Prints the address (scripts wait for this line), the environments, and a first command to try.
 */
function greet(servers: readonly Listening[]): void {
  const urls = servers.map(({ url }) => url)
  print([`listening on ${urls.join(',')}`, ...(servers[0]?.lines ?? [])].join('\n'))
}

async function describeOffer({ url, host }: RunningServer): Promise<string[]> {
  const environmentList = await host.call('env.list', LOCAL, {})
  const lines = environmentList.map(({ env, splits }) => {
    const sizes = splits.map(({ name, count }) => `${name} ${count ?? 'without end'}`)
    return `  ${env}: ${sizes.length === 0 ? 'no data' : sizes.join(', ')}`
  })
  const playable = environmentList.find(({ splits }) => splits.length > 0)
  if (playable === undefined) return lines
  const split = playable.splits.find(({ name }) => name === 'val') ?? playable.splits[0]
  const words = `rollout --env ${playable.env} --split ${split?.name} --policy oracle --url ${url}`
  return [...lines, `try: ${programCall()} ${words}`]
}

/**
 * Starts a server with its log on standard error.
 *
 * @throws CommandError if the port is taken; ConfigError, StoreError, DataSetError
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: true }))
  for (const sentence of unknownVariables(process.env, config)) log.warn(sentence)
  const dataSets = servedDataSets(config.data)
  try {
    return await serve({ config, environments: environments(), dataSets, log })
  } catch (error) {
    throw listenError(error, config)
  }
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new CommandError(`port ${port} of ${host} is taken`, 'Choose another with --port.')
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const remedy = 'Give an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0.'
    return new CommandError(`this machine has no address ${host}`, remedy)
  }
  if (code === 'EACCES') {
    return new CommandError(`this user may not listen on port ${port}`, 'Choose one from 1024 on.')
  }
  return error
}
