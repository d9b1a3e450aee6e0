import type { Command } from 'commander'
import { SERVE_COMMAND, withChatServer } from '../../train-bridge/evaluation/chat-server.ts'
import { CommandError } from '../errors.ts'
import { parseDuration } from '../options.ts'
import type { PolicyFlags } from '../rollout/policy-of.ts'

/** The flags that say how a model is served while it is measured. */
export interface ServeFlags {
  readonly serve?: string
  readonly serveWith: string
  readonly servePatience: number
}

const PATIENCE_MS = 15 * 60_000

/** Adds the options by which a chat server is started and ended. */
export const addServeOptions = (command: Command): Command =>
  command
    .option('--serve <model>', 'with --policy openai: start a chat server of this model and end it')
    .option(
      '--serve-with <command>',
      'the program of --serve, in which {model} and {port} are filled in',
      SERVE_COMMAND,
    )
    .option(
      '--serve-patience <duration>',
      'longest wait until it is ready (default: 15m)',
      parseDuration,
      PATIENCE_MS,
    )

/**
 * Does work with the flags of a policy, whose model is served meanwhile if `--serve` asks for it.
 *
 * @throws CommandError if flags say different things; ChatServerError; what the work throws
 */
export async function whileServed<Flags extends PolicyFlags & ServeFlags, Result>(
  flags: Flags,
  signal: AbortSignal,
  work: (flags: Flags) => Promise<Result>,
): Promise<Result> {
  const { serve, serveWith: command, servePatience: patienceMs } = flags
  if (serve === undefined) return work(flags)
  if (flags.policy !== 'openai' || flags.model !== undefined || flags.baseUrl !== undefined) {
    throw new CommandError(
      '--serve names the model and where it is served',
      'Give it with --policy openai, and leave out --model and --base-url.',
    )
  }
  return withChatServer({ model: serve, command, patienceMs }, signal, (url) =>
    work({ ...flags, model: serve, baseUrl: [url] }),
  )
}
