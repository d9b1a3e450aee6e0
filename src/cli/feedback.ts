import { Command } from 'commander'
import type { ChatProfile } from '../effects/chat-profile.ts'
import { SHIPPED_PROFILES } from '../effects/shipped-profiles.ts'
import { loadConfig } from '../server/config/load.ts'
import { CommandError, EXIT } from './errors.ts'
import { type ServerTrial, tryServer } from './feedback/try-server.ts'
import { helpEnd, print } from './options.ts'

interface Flags {
  readonly profile: string
  readonly config?: string
  readonly json?: true
}

const DEFAULT_PROFILE = 'self-inperfect'
const EXAMPLES = ['feedback check', 'feedback check --profile tutor --config production.yaml']
const FOUND = 'some server cannot be used'

/** The command `feedback`. */
export function feedbackCommand(): Command {
  const check = new Command('check')
    .description(
      'Ask every server of a chat profile for feedback on a sample, and report what is wrong ' +
        'with those that give none.',
    )
    .option('--profile <name>', 'chat profile of the configuration', DEFAULT_PROFILE)
    .option('--config <file>', 'YAML file of settings (default: backchannel.config.yaml, if any)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpEnd(EXAMPLES, FOUND))
    .action(runCheck)
  return new Command('feedback')
    .description('Test the chat servers that write feedback.')
    .addCommand(check)
    .addHelpText('after', helpEnd(EXAMPLES, FOUND))
}

async function runCheck({ profile: name, config: file, json }: Flags): Promise<void> {
  const profile = requireProfile(name, file)
  const warnings = findWarnings(profile)
  const trials = await Promise.all(profile.base_urls.map((url) => tryServer(profile, url)))
  if (json) {
    print(JSON.stringify({ profile: name, model: profile.model, warnings, servers: trials }))
  } else {
    print([`profile ${name}, model ${profile.model}`, ...trials.map(trialText)].join('\n\n'))
    for (const warning of warnings) print(`\nnote: ${warning}`)
  }
  if (trials.some(({ status }) => status !== 'fit')) process.exitCode = EXIT.found
}

function requireProfile(name: string, file: string | undefined): ChatProfile {
  // The check talks only to the chat server, so it ignores the tokens of the environment.
  const { profiles } = loadConfig({ file, environment: {}, flags: { tokens: [] } })
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return profile
  const profileNames = Object.keys(profiles)
  const configuredText = profileNames.length === 0 ? '' : ` Configured: ${profileNames.join(', ')}.`
  throw new CommandError(
    `no chat profile "${name}" is configured`,
    `${recipe(name)}${configuredText}`,
  )
}

/** A configuration example for a missing profile. */
function recipe(name: string): string {
  const model = Object.hasOwn(SHIPPED_PROFILES, name) ? '' : '\n    model: NAME-OF-THE-MODEL'
  return (
    'Put this into backchannel.config.yaml, or the file of --config, with your own address:\n' +
    `profiles:\n  ${name}:\n    base_urls: [http://127.0.0.1:8001/v1]${model}\n`
  )
}

const LLAMA_3_STOP_IDS = [128_001, 128_009]

function findWarnings({ model, stop_token_ids: ids = [], temperature }: ChatProfile): string[] {
  const isForeign = ids.some((id) => LLAMA_3_STOP_IDS.includes(id)) && !/llama-?3/i.test(model)
  return [
    ...(isForeign
      ? [
          `stop_token_ids ${ids.join(', ')} end a text with Llama 3; with ${model} they may be ` +
            'ordinary tokens that cut feedback off. Set stop_token_ids to its own, or to [].',
        ]
      : []),
    ...(temperature > 0 ? ['a temperature above 0 makes feedback differ from run to run.'] : []),
  ]
}

const VERDICTS = { fit: 'ok', leaky: 'LEAKS', unfit: 'FAILED' } as const

function trialText({ base_url, status, what, remedy, milliseconds, said }: ServerTrial): string {
  return [
    `${VERDICTS[status]}  ${base_url}, ${milliseconds} ms`,
    `  ${what}`,
    ...(remedy === '' ? [] : [`  ${remedy}`]),
    ...(said === '' ? [] : [`  It said: ${said}`]),
  ].join('\n')
}
