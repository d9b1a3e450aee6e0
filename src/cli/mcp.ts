import { Command } from 'commander'
import { pino } from 'pino'
import { mcpOverStdio } from '../server/adapters/mcp/stdio.ts'
import { assemble } from '../server/assembly.ts'
import { checkKeys } from '../server/config/load.ts'
import type { Config } from '../server/config/schema.ts'
import { addConfigOptions, type ConfigFlags, effectiveConfig } from './config-flags.ts'
import { servedDataSets } from './data-sets.ts'
import { environments } from './environments.ts'
import { helpEnd } from './options.ts'
import { stopAsked } from './stop-signals.ts'

interface Flags extends ConfigFlags {
  readonly env?: string
}

/** The command `mcp`. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('Play through the Model Context Protocol on standard input and output.')
    .option('--env <id>', 'offer only this environment (default: all)')
  return addConfigOptions(command)
    .addHelpText('after', helpEnd(['mcp --env phone-call-v2', 'mcp --db :memory:'], ''))
    .action(run)
}

/** Plays until the other program closes its pipe and has its answers, or a signal arrives. */
async function run({ env, ...flags }: Flags): Promise<void> {
  const { stopRequested: asked, forget } = stopAsked()
  try {
    await playUntil(asked, env, effectiveConfig(flags))
  } finally {
    forget()
  }
}

async function playUntil(
  stopRequested: Promise<void>,
  env: string | undefined,
  config: Config,
): Promise<void> {
  checkKeys(config, process.env)
  // Standard output carries the protocol.
  const log = pino({ level: config.log_level }, pino.destination({ dest: 2, sync: true }))
  const dataSets = servedDataSets(config.data)
  const { host, stop } = await assemble({ config, environments: environments(), dataSets, log })
  try {
    const { ended, close } = await mcpOverStdio(host, log, env)
    await Promise.race([ended, stopRequested])
    await close()
  } finally {
    await stop()
  }
}
