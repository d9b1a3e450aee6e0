import { Command } from 'commander'
import { environmentsIn } from '../../server/config/load.ts'

/** Adds `--environment`, which is read before the command is built: it may have to know them. */
export function addEnvironmentOption(command: Command): void {
  command.option(
    '--environment <module>',
    'environment of another package or file, such as ./my-world.mjs; may be given several times',
    (module: string, before: readonly string[] = []) => [...before, module],
  )
}

/**
 * The environments from outside that a command line names: in the config file that it names or
 * finds, and by flags.
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
