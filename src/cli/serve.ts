import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { pino } from 'pino'
import { strangeVariables } from '../server/config/load.ts'
import type { Config } from '../server/config/schema.ts'
import { LOCAL } from '../server/principal.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import { addConfigOptions, type ConfigFlags, configOf } from './config-flags.ts'
import { dataSetsOf } from './data-sets.ts'
import { environments } from './environments.ts'
import { CommandError } from './errors.ts'
import { helpEnd, print } from './options.ts'

/** How this program is called: from a checkout, or from a folder that has the package. */
const PROGRAM = existsSync('./bin/backchannel') ? './bin/backchannel' : 'npx backchannel'

/** The command `serve`. */
export function serveCommand(): Command {
  const command = new Command('serve').description(
    'Serve environments over WebSocket and HTTP until SIGTERM or SIGINT.',
  )
  return addConfigOptions(command)
    .addHelpText(
      'after',
      helpEnd(
        [
          'serve',
          'serve --port 0 --db :memory:',
          'serve --config production.yaml --log-level warn',
          'serve --host 0.0.0.0 --db /data/backchannel.db   # with BACKCHANNEL_TOKEN set',
        ],
        '',
      ),
    )
    .action(run)
}

async function run(flags: ConfigFlags): Promise<void> {
  const config = configOf(flags)
  const server = await startServer(config)
  // Whoever waits for the first line may close the pipe after it; that is no reason to stop.
  process.stdout.on('error', () => undefined)
  print((await greeting(server)).join('\n'))
  await stopSignal()
  await server.stop()
}

/** Where it listens (scripts wait for this line), what it offers, and what to try. */
async function greeting({ url, host }: RunningServer): Promise<string[]> {
  const listed = await host.call('env.list', LOCAL, {})
  const offers = listed.map(({ env, splits }) => {
    const sizes = splits.map(({ name, count }) => `${name} ${count ?? 'without end'}`)
    return `  ${env}: ${sizes.length === 0 ? 'no data' : sizes.join(', ')}`
  })
  const playable = listed.find(({ splits }) => splits.length > 0)
  if (playable === undefined) return [`listening on ${url}`, ...offers]
  const split = playable.splits.find(({ name }) => name === 'val') ?? playable.splits[0]
  const command = `${PROGRAM} rollout --env ${playable.env} --split ${split?.name} --policy oracle`
  return [`listening on ${url}`, ...offers, `try: ${command} --url ${url}`]
}

/**
 * Starts a server with its log on standard error.
 *
 * @throws CommandError if the port is taken; ConfigError, StoreError, DataSetError
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: true }))
  for (const sentence of strangeVariables(process.env, config)) log.warn(sentence)
  const dataSets = dataSetsOf(config.data)
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

/** Resolves at the first signal to stop; the second one stops at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
    }
  })
}
