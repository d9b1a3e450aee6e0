import { Command } from 'commander'
import { stringify } from 'yaml'
import { redactConfig } from '../server/config/load.ts'
import { addConfigOptions, type ConfigFlags, effectiveConfig } from './config-flags.ts'
import { helpEnd } from './options.ts'

/** The command `config`. */
export function configCommand(): Command {
  const command = new Command('config').description(
    'Print the settings that serve would use, as YAML, without secrets. Takes its flags.',
  )
  return addConfigOptions(command)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      helpEnd(['config > backchannel.config.yaml', 'config --config production.yaml'], ''),
    )
    .action((flags: ConfigFlags & { json?: true }) => {
      const config = redactConfig(effectiveConfig(flags))
      process.stdout.write(flags.json ? `${JSON.stringify(config)}\n` : stringify(config))
    })
}
