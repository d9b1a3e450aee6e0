import { Command } from 'commander'
import { ownVersion } from '../server/own-version.ts'
import { reportFailure } from './errors.ts'
import { addFormerNames } from './former-names.ts'
import type { WorldsHere } from './python-worlds.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Command>
  /** Whether the command uses environments, so that `--environment` may add some. */
  readonly environments?: true
}

/** Every command. Only the requested one is loaded, for a fast start. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'serve environments over WebSocket and HTTP',
    load: async () => (await import('./serve.ts')).serveCommand(),
    environments: true,
  },
  mcp: {
    summary: 'let an MCP client play over standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
    environments: true,
  },
  config: {
    summary: 'print the settings that serve would use',
    load: async () => (await import('./config.ts')).configCommand(),
    environments: true,
  },
  generate: {
    summary: 'generate tasks',
    load: async () => (await import('./generate.ts')).generateCommand(),
    environments: true,
  },
  'new-environment': {
    summary: 'create a small environment to start from',
    load: async () => (await import('./new-environment.ts')).newEnvironmentCommand(),
  },
  data: {
    summary: 'import public data sets, list data, and check it',
    load: async () => (await import('./data.ts')).dataCommand(),
    environments: true,
  },
  convert: {
    summary: 'convert records of attempts to other formats',
    load: async () => (await import('./convert.ts')).convertCommand(),
  },
  rollout: {
    summary: 'play episodes with a policy, and summarise the results',
    load: async () => (await import('./rollout.ts')).rolloutCommand(),
    environments: true,
  },
  evaluate: {
    summary: 'measure a policy, or compare two models',
    load: async () => (await import('./evaluate.ts')).evaluateCommand(),
    environments: true,
  },
  baselines: {
    summary: 'measure a policy on every world and stage, in one table',
    load: async () => (await import('./baselines.ts')).baselinesCommand(),
    environments: true,
  },
  train: {
    summary: 'train a policy by rollouts on a server',
    load: async () => (await import('./train.ts')).trainCommand(),
    environments: true,
  },
  runs: {
    summary: 'list, show and stop training runs',
    load: async () => (await import('./runs.ts')).runsCommand(),
  },
  pipeline: {
    summary: 'train in several stages, and compare the models',
    load: async () => (await import('./pipeline.ts')).pipelineCommand(),
  },
  dialects: {
    summary: 'list the dialects of tool calls in raw model text',
    load: async () => (await import('./dialects.ts')).dialectsCommand(),
  },
  demo: {
    summary: 'train with and without feedback for two minutes, and plot both curves',
    load: async () => (await import('./demo.ts')).demoCommand(),
  },
  play: {
    summary: 'play an episode yourself',
    load: async () => (await import('./play.ts')).playCommand(),
    environments: true,
  },
  episodes: {
    summary: 'list recorded episodes',
    load: async () => (await import('./episodes.ts')).episodesCommand(),
  },
  replay: {
    summary: 'show recorded episodes, and verify that they replay identically',
    load: async () => (await import('./replay.ts')).replayCommand(),
    environments: true,
  },
  fork: {
    summary: 'open an episode that begins with the first steps of another',
    load: async () => (await import('./fork.ts')).forkCommand(),
    environments: true,
  },
  gateway: {
    summary: 'play episodes with an agent program of your own',
    load: async () => (await import('./gateway.ts')).gatewayCommand(),
  },
  export: {
    summary: 'write the logs of episodes to a file',
    load: async () => (await import('./export.ts')).exportCommand(),
    environments: true,
  },
  db: {
    summary: 'check, back up, restore and prune the event store',
    load: async () => (await import('./db.ts')).dbCommand(),
  },
  feedback: {
    summary: 'test the chat servers that write feedback',
    load: async () => (await import('./feedback.ts')).feedbackCommand(),
  },
  grade: {
    summary: 'grade answers against the right ones',
    load: async () => (await import('./grade.ts')).gradeCommand(),
  },
  conformance: {
    summary: 'check environments and their data against the contract',
    load: async () => (await import('./conformance.ts')).conformanceCommand(),
    environments: true,
  },
  q: {
    summary: 'run the q interpreter',
    load: async () => (await import('./q.ts')).qCommand(),
  },
  bench: {
    summary: 'run the benchmarks of a checkout',
    load: async () => (await import('./bench.ts')).benchCommand(),
  },
}

/** The program with all its commands. Commands that `words` do not name have only a summary. */
export async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('backchannel')
    .description(
      'Serve and play reinforcement-learning environments with feedback, and inspect logs.',
    )
    .version(ownVersion(), '-v, --version')
    .showSuggestionAfterError()
    .enablePositionalOptions()
  const commandName = words[0] === 'help' ? words[1] : words[0]
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const command =
      name === commandName ? await loadCommand(name, entry, words) : summaryOnly(name, entry)
    if (name === commandName) addFormerNames(command)
    throwInsteadOfExiting(command.copyInheritedSettings(program))
    program.addCommand(command)
  }
  throwInsteadOfExiting(program)
  let worlds: WorldsHere | undefined
  program.hook('preAction', async (_, command) => {
    worlds = await worldsFor(commandName ?? '', command.opts())
  })
  program.hook('postAction', () => worlds?.close())
  return program
}

const summaryOnly = (name: string, { summary }: Entry): Command =>
  new Command(name).description(summary)

/** A loaded command with its options, and with the environments that the command line adds. */
async function loadCommand(name: string, entry: Entry, words: readonly string[]): Promise<Command> {
  if (entry.environments === undefined) return entry.load()
  const { addEnvironmentOption, environmentsNamedBy } = await import('./outside/named.ts')
  const modules = environmentsNamedBy(words.slice(1))
  if (modules.length > 0) {
    // Environments may store references to globals while they load.
    if (name === 'conformance') (await import('./conformance/traps.ts')).setTraps()
    const { loadOutside } = await import('./outside/load.ts')
    const { useEnvironments } = await import('./environments.ts')
    useEnvironments(await loadOutside(modules))
  }
  const command = await entry.load()
  // A command without options of its own only groups others.
  const takers = command.options.length > 0 ? [command] : command.commands
  for (const taker of takers) addEnvironmentOption(taker)
  return command
}

/** Commands that call Python worlds themselves, instead of through a server. */
const PYTHON_CALLERS = new Set(['conformance', 'rollout', 'evaluate', 'play'])

interface PythonFlags {
  readonly config?: string
  readonly execute?: true
  readonly format?: string
}

function callsPython(command: string, { execute, format }: PythonFlags): boolean {
  if (command === 'replay') return execute === true
  if (command === 'export') return ['rl', 'sft', 'preference', 'prompts'].includes(format ?? '')
  return PYTHON_CALLERS.has(command)
}

async function worldsFor(command: string, flags: PythonFlags): Promise<WorldsHere | undefined> {
  if (!callsPython(command, flags)) return undefined
  const { config, execute } = flags
  const { environmentsIn } = await import('../server/config/load.ts')
  const { python: settings } = environmentsIn(config)
  if (settings.length === 0) return undefined
  const { startWorldsHere } = await import('./python-worlds.ts')
  const worlds = await startWorldsHere(settings, command === 'conformance')
  const { usePythonWorlds } = await import('./environments.ts')
  usePythonWorlds(worlds)
  const { executeWith } = await import('./logs/verify.ts')
  if (execute === true) executeWith(worlds.execute)
  return worlds
}

function throwInsteadOfExiting(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) throwInsteadOfExiting(inner)
}

/** Runs a command line, without the program's own name, and sets the exit code of `process`. */
export async function main(words: readonly string[]): Promise<void> {
  try {
    const program = await buildProgram(words)
    if (words.length === 0) program.help()
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
