import { type Command, Option } from 'commander'
import { SERVE_COMMAND, withChatServer } from '../../train-bridge/evaluation/chat-server.ts'
import { RUNS_FOLDER } from '../../train-bridge/runs/record.ts'
import { trainedMode } from '../../train-bridge/runs/trained-mode.ts'
import { CommandError } from '../errors.ts'
import { parseDuration } from '../options.ts'
import type { PolicyFlags } from '../rollout/policy-of.ts'

/** The flags that say how to serve a model during an evaluation. */
export interface ServeFlags {
  readonly serve?: string
  readonly serveWith: string
  readonly serveTimeout: number
  readonly runs: string
}

const READY_TIMEOUT_MS = 15 * 60_000

/** Adds the options that start and stop a chat server. */
export const addServeOptions = (command: Command): Command =>
  command
    .option('--serve <model>', 'with --policy openai: also run a chat server for this model')
    .option(
      '--serve-with <command>',
      'program of --serve, with {model}, {port}, {thinking} and {thoughts} filled in',
      SERVE_COMMAND,
    )
    .addOption(
      new Option('--serve-timeout <duration>', 'time limit until it is ready')
        .argParser(parseDuration)
        .default(READY_TIMEOUT_MS, '15m'),
    )
    .option(
      '--runs <folder>',
      'folder of runs, which record the mode that each model was trained in',
      RUNS_FOLDER,
    )

/**
 * Calls `work` with the flags of a policy. With `--serve`, a chat server runs during the call.
 *
 * @throws CommandError if flags contradict each other; ChatServerError; what `work` throws
 */
export async function whileServed<Flags extends PolicyFlags & ServeFlags, Result>(
  flags: Flags,
  signal: AbortSignal,
  work: (flags: Flags) => Promise<Result>,
): Promise<Result> {
  const { serve, serveWith: command, serveTimeout: timeoutMs } = flags
  if (serve === undefined) return work({ ...flags, ...chooseMode(flags.model, flags) })
  if (flags.policy !== 'openai' || flags.model !== undefined || flags.baseUrl !== undefined) {
    throw new CommandError(
      '--serve already sets the model and its server',
      'Give it with --policy openai, and leave out --model and --base-url.',
    )
  }
  const mode = chooseMode(serve, flags)
  return withChatServer(
    { model: serve, command, readyTimeoutMs: timeoutMs, ...mode },
    signal,
    (url) => work({ ...flags, ...{ model: serve, baseUrl: [url] }, ...mode }),
  )
}

/**
 * The mode to play in: that of the run that trained the model; empty if no run is known.
 *
 * @throws CommandError if the flags ask for another mode
 */
function chooseMode(
  model: string | undefined,
  { runs, thinking, thoughts }: ServeFlags & PolicyFlags,
): Pick<PolicyFlags, 'thinking' | 'thoughts'> {
  const trained = model === undefined ? undefined : trainedMode(runs, model)
  if (trained === undefined) {
    return {
      ...(thinking === undefined ? {} : { thinking }),
      ...(thoughts === undefined ? {} : { thoughts }),
    }
  }
  for (const [flag, asked, was] of [
    ['thinking', thinking === undefined ? undefined : onOrOff(thinking), onOrOff(trained.thinking)],
    ['thoughts', thoughts, trained.thoughts],
  ]) {
    if (asked === undefined || asked === was) continue
    throw new CommandError(
      `${model} was trained by the run ${trained.run} with ${flag} ${was}`,
      `Leave out --${flag}, or give --${flag} ${was}: a model behaves differently in another mode.`,
    )
  }
  return { thinking: trained.thinking, thoughts: trained.thoughts }
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off')
