import { type Command, Option } from 'commander'
import { loadConfig } from '../server/config/load.ts'
import type { Config, ConfigInput } from '../server/config/schema.ts'
import { wholeNumber } from './options.ts'

/** The flags of `serve`. Each overrides the environment, which overrides the config file. */
export interface ConfigFlags {
  readonly config?: string
  readonly host?: string
  readonly port?: number
  readonly db?: string
  readonly data?: string
  readonly durability?: Config['durability']
  readonly acceptLoss?: boolean
  /** False with `--no-console`, otherwise true. */
  readonly console?: boolean
  readonly logLevel?: Config['log_level']
  readonly environment?: readonly string[]
}

/** Adds the flags of the server's settings. */
export function addConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'YAML file of settings (default: backchannel.config.yaml, if any)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option(
      '--port <number>',
      'port to listen on, 0 for a free one (default: 8000)',
      wholeNumber(0, 65_535),
    )
    .option('--db <path>', 'SQLite file, :memory:, or postgres://… (default: ./var/backchannel.db)')
    .option('--data <folder>', 'folder of data sets (default: those of the program)')
    .addOption(
      new Option(
        '--durability <kind>',
        'what acknowledged steps survive: a killed process, or also a power failure',
      ).choices(['process', 'full']),
    )
    .option('--accept-loss', 'with --durability full: start even if acknowledged steps are missing')
    .option('--no-console', 'do not serve the console at /')
    .addOption(
      new Option('--log-level <level>', 'least severe messages to log').choices([
        'debug',
        'info',
        'warn',
        'error',
        'silent',
      ]),
    )
}

/**
 * The effective config of a command line.
 *
 * @throws ConfigError
 */
export function effectiveConfig(flags: ConfigFlags): Config {
  const { config: file, host, port, db, data, durability, acceptLoss, logLevel } = flags
  // Without the flag, the value of the config file counts.
  const console = flags.console === false ? false : undefined
  const sharedNames = { host, port, db, data, durability }
  const flagValues = { ...sharedNames, accept_loss: acceptLoss, log_level: logLevel, console }
  const config = loadConfig({ file, environment: process.env, flags: flagValues as ConfigInput })
  return { ...config, environments: [...config.environments, ...(flags.environment ?? [])] }
}
