import { Command, Option } from 'commander'
import { Resources } from '../client/resources.ts'
import type { OpenResult } from '../wire/results.ts'
import { EXIT } from './errors.ts'
import { runAgentProgram } from './gateway-program.ts'
import { addServerOptions, helpEnd, print, type ServerFlags, wholeNumber } from './options.ts'
import { parsedSettings, SETTINGS_HELP } from './settings-flag.ts'

interface Flags extends ServerFlags {
  readonly profile: string
  readonly tools: 'mcp' | 'injected'
  readonly timeout: number
}

interface RunFlags extends Flags {
  readonly env: string
  readonly split: string
  readonly index: number
  readonly settings?: string
}

interface ForkFlags extends Flags {
  readonly calls: number
}

const URL = 'http://127.0.0.1:8000'
const RUN = 'gateway run --profile policy --env math-feedback-v1 -- python agent.py'
const FORK = 'gateway fork ep_0f… --calls 3 --profile policy -- python agent.py'

const EXIT_ONE = 'the program failed or took too long'

/** The command `gateway`: plays episodes with agent programs. */
export function gatewayCommand(): Command {
  const command = new Command('gateway').description(
    'Play episodes with an agent program that calls its model through the server.',
  )
  addSubcommand(
    command,
    'run',
    'Open an episode, run a program in it, and print the result as JSON.',
  )
    .argument('<program...>', 'the command, after --')
    .requiredOption('--env <id>', 'environment of the task')
    .option('--split <name>', 'split of the task', 'train')
    .option('--index <n>', 'number of the task', wholeNumber(0), 0)
    .option('--settings <json>', SETTINGS_HELP)
    .addHelpText('after', helpEnd([RUN], EXIT_ONE))
    .action(run)
  addSubcommand(
    command,
    'fork',
    'Run the program of an episode again. Its first model calls get their recorded answers.',
  )
    .argument('<episode>', 'id of the episode that the program played')
    .argument('<program...>', 'the command, after --')
    .requiredOption('--calls <n>', 'number of recorded model calls to reuse', wholeNumber(0))
    .addHelpText('after', helpEnd([FORK], EXIT_ONE))
    .action(fork)
  return command.addHelpText('after', helpEnd([RUN, FORK], EXIT_ONE))
}

function addSubcommand(parent: Command, name: string, description: string): Command {
  const command = parent.command(name).description(description)
  const tools = new Option(
    '--tools <who>',
    'mcp: the program calls the tools over MCP; injected: the gateway offers them to the model',
  )
  addServerOptions(command, `server that has the profile (default: ${URL})`)
  return command
    .requiredOption('--profile <name>', 'chat profile that answers the model calls')
    .addOption(tools.choices(['mcp', 'injected']).default('mcp'))
    .option('--timeout <seconds>', 'time limit of the program', wholeNumber(1, 86_400), 600)
}

async function run(program: readonly string[], flags: RunFlags): Promise<void> {
  const { env, split, index, settings, profile, tools } = flags
  const resources = openResources(flags)
  const episode = await resources.call('POST /v1/episodes', {
    ...{ env, split, index, settings: parsedSettings(settings) },
    gateway: { profile, tools },
  })
  await play(resources, program, episode, flags)
}

async function fork(id: string, program: readonly string[], flags: ForkFlags): Promise<void> {
  const { calls, profile, tools } = flags
  const resources = openResources(flags)
  const episode = await resources.call('POST /v1/episodes/{episode_id}/fork', {
    ...{ episode_id: id, position: 0 },
    gateway: { profile, tools, calls },
  })
  await play(resources, program, episode, flags)
}

const openResources = ({ url = URL, token }: Flags): Resources => new Resources({ url, token })

async function play(
  resources: Resources,
  program: readonly string[],
  episode: OpenResult,
  { url = URL, timeout }: Flags,
): Promise<void> {
  const close = (detail: { readonly reason?: 'turn_budget'; readonly fault?: boolean }) =>
    resources.call('POST /v1/episodes/{episode_id}/close', {
      episode_id: episode.episode_id,
      ...detail,
    })
  const options = { url, timeoutMs: timeout * 1_000 }
  const programEnd = await runAgentProgram(program, episode, options).catch(
    async (error: unknown) => {
      // The failure does not count as an attempt of the program.
      await close({ fault: true }).catch(() => undefined)
      throw error
    },
  )
  const account = await close(programEnd.isLate ? { reason: 'turn_budget' } : {})
  print(
    JSON.stringify({ ...account, exit_code: programEnd.exitCode, timed_out: programEnd.isLate }),
  )
  if (programEnd.exitCode !== 0) process.exitCode = EXIT.found
}
