import { createInterface } from 'node:readline'
import { Command } from 'commander'
import { createSession, type Session } from '../sim/q/index.ts'
import { CommandError } from './errors.ts'
import { helpEnd, whole } from './options.ts'

interface Flags {
  readonly jsonl?: true
  readonly seed: number
  readonly timeLimit: number
}

/** The command `q`. */
export function qCommand(): Command {
  return new Command('q')
    .description('Run the q interpreter.')
    .option('--jsonl', 'read one request per line: {"op":"reset"} or {"op":"eval","code":"..."}')
    .option('--seed <n>', 'seed of the random draws', whole(0), 0)
    .option('--time-limit <ms>', 'milliseconds that one entry may take', whole(1), 2000)
    .addHelpText('after', helpEnd(['q', 'q --jsonl'], 'a request was not understood'))
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  let deadlineMs = 0
  const interrupt = (): boolean => performance.now() > deadlineMs
  const options = { seed: flags.seed, limits: { interrupt } }
  let session = createSession(options)
  const lines = createInterface({ input: process.stdin, terminal: false })
  for await (const line of lines) {
    deadlineMs = performance.now() + flags.timeLimit
    if (flags.jsonl === undefined) {
      const { output, error } = session.evaluate(line)
      process.stdout.write(output + (error?.text ?? ''))
      continue
    }
    const request = requestOf(line)
    if (request.op === 'reset') session = createSession(options)
    process.stdout.write(`${JSON.stringify(answer(session, request))}\n`)
  }
}

interface Request {
  readonly op?: unknown
  readonly code?: unknown
}

function requestOf(line: string): Request {
  try {
    return JSON.parse(line) as Request
  } catch {
    throw new CommandError('a line is not JSON', 'Send one object per line.')
  }
}

function answer(session: Session, request: Request): object {
  if (request.op === 'reset') return { ok: true }
  if (request.op !== 'eval' || typeof request.code !== 'string') {
    throw new CommandError('a request has no such op', 'Known: reset, and eval with a code.')
  }
  const { output, error } = session.evaluate(request.code)
  return { output, error: error?.name ?? null }
}
