import { Command } from 'commander'
import { environmentsIn } from '../../server/config/load.ts'
import { repeated } from '../options.ts'

/**
 * Adds `--environment`, which is read before the command is built, because the options depend on
 * it.
 */
export function addEnvironmentOption(command: Command): void {
  command.option(
    '--environment <module>',
    'environment of another package or file, such as ./my-world.mjs; may be repeated',
    repeated(String),
  )
}

/**
 * The external environments of a command line: from its config file and its flags.
 *
 * @throws ConfigError
 */
export function environmentsNamedBy(words: readonly string[]): readonly string[] {
  const reader = new Command()
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .option('--config <file>')
  addEnvironmentOption(reader)
  reader.parse(words, { from: 'user' })
  const { config, environment = [] } = reader.opts<{ config?: string; environment?: string[] }>()
  return [...environmentsIn(config).modules, ...environment]
}
