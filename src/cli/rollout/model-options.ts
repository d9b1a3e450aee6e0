import { type Command, InvalidArgumentError, Option } from 'commander'
import { THOUGHT_POLICIES } from '../../env/thoughts.ts'
import { number, parseDuration, repeated, wholeNumber } from '../options.ts'

/** Parses the thinking mode of a chat template. */
export const onOrOff = (value: string): boolean => {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new InvalidArgumentError('Give on or off.')
}

/**
 * Adds the options that describe a model.
 *
 * @param when condition for the help; empty for a command that always needs a model
 */
export function addModelOptions(command: Command, when = 'with --policy openai: '): Command {
  return command
    .option('--model <name>', `${when}name of the model`)
    .option(
      '--base-url <url>',
      'its server, up to /v1; may be repeated to share the load',
      repeated(String),
    )
    .option('--api-key-env <variable>', 'the environment variable that holds its API key')
    .option('--temperature <t>', 'its sampling temperature', number(0, 2))
    .option('--thinking <mode>', 'whether its chat template lets it think: on, off', onOrOff)
    .addOption(
      new Option(
        '--thoughts <policy>',
        'which thoughts of its earlier turns it sees (default: keep)',
      ).choices([...THOUGHT_POLICIES]),
    )
    .option('--max-tokens <n>', 'longest turn, in tokens', wholeNumber(1, 1_000_000))
    .option('--model-timeout <duration>', 'longest wait for one turn (default: 60s)', parseDuration)
}
