import { readFileSync, statSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { Command } from 'commander'
import { readText } from '../datasets/read-text.ts'
import {
  createSession,
  type EvaluationLimits,
  type FileSeeds,
  type Session,
} from '../sim/q/index.ts'
import { CommandError, EXIT } from './errors.ts'
import { inputLines } from './input-lines.ts'
import { helpEnd, wholeNumber } from './options.ts'
import { runConsole, type Terminal } from './q/console.ts'
import { hasDeepThread, inDeepThread } from './q/deep-thread.ts'
import { answerLines } from './q/json-lines.ts'
import { copyFiles } from './q/mount.ts'

/** The flags of the command. */
export interface QFlags {
  readonly jsonl?: true
  readonly seed: number
  readonly timeLimit: number
  readonly mount?: string
}

/** The start options of the command; a thread gets a copy. */
export interface QStart {
  readonly file: string | undefined
  readonly flags: QFlags
  /** The files that programs can read. */
  readonly files: FileSeeds | undefined
}

/** The command `q`. */
export function qCommand(): Command {
  return new Command('q')
    .description('Run the q interpreter: a console, a script, or requests as JSON lines.')
    .argument('[file]', 'script to run; on a terminal, the console follows')
    .option('--jsonl', 'read one request per line: {"op":"reset"} or {"op":"eval","code":"..."}')
    .option(
      '--mount <folder>',
      'folder whose files programs may read; they are copied, never changed',
    )
    .option('--seed <n>', 'seed of the random draws', wholeNumber(0), 0)
    .option('--time-limit <ms>', 'milliseconds that one entry may take', wholeNumber(1), 4000)
    .addHelpText(
      'after',
      helpEnd(
        ['q', 'q script.q', 'q --mount ./data', 'q --jsonl'],
        'the script ended with an error',
      ),
    )
    .action(run)
}

/**
 * A terminal needs the main thread. Everything else runs in a thread whose larger stack allows
 * deeper calls.
 */
async function run(file: string | undefined, flags: QFlags): Promise<void> {
  if (file !== undefined && flags.jsonl) {
    const remedy = 'Leave out the script, or --jsonl. Send its text as the code of a request.'
    throw new CommandError(`--jsonl runs requests only, not the script ${file}`, remedy)
  }
  const files = flags.mount === undefined ? undefined : copyFiles(flags.mount)
  const start = { file, flags, files }
  if (process.stdin.isTTY === true || !hasDeepThread) await runHere(start, {})
  else process.exitCode = await inDeepThread(start)
}

/** Runs the command in this thread, with limits in addition to the time limit. */
export async function runHere(
  { file, flags, files }: QStart,
  limits: Partial<EvaluationLimits>,
): Promise<void> {
  let deadlineMs = 0
  const interrupt = (): boolean => performance.now() > deadlineMs
  const create = (): Session => {
    const session = createSession({
      seed: flags.seed,
      limits: { ...limits, interrupt },
      // Requests come from programs, so scripts are found only among mounted files.
      ...(flags.jsonl === undefined ? { script: hostScript } : {}),
      ...(files === undefined ? {} : { files }),
    })
    const startClock = (): void => {
      deadlineMs = performance.now() + flags.timeLimit
    }
    return {
      ...session,
      evaluate: (code) => {
        startClock()
        return session.evaluate(code)
      },
      load: (script) => {
        startClock()
        return session.load(script)
      },
    }
  }
  if (flags.jsonl !== undefined) {
    await answerLines(inputLines(), create, write)
    return
  }
  const session = create()
  const exit = file === undefined ? undefined : runScript(session, file)
  if (exit !== undefined || (file !== undefined && process.stdin.isTTY !== true)) {
    process.exitCode = exit ?? EXIT.fine
    return
  }
  process.exitCode = await withTerminal((terminal) => runConsole(session, terminal))
}

const write = (text: string): void => {
  process.stdout.write(text)
}

/** Runs a script. Returns its exit code if it exits or fails, otherwise undefined. */
function runScript(session: Session, file: string): number | undefined {
  const { output, error, exit } = session.load(readText(file))
  write(output)
  if (error === undefined) return exit
  process.stderr.write(error.text)
  return EXIT.found
}

async function withTerminal(use: (terminal: Terminal) => Promise<number>): Promise<number> {
  const isTerminal = process.stdin.isTTY === true
  const lines: Interface = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout, historySize: 1000 } : { terminal: false }),
  })
  insertsAtCursor(lines)
  try {
    return await use({
      lines,
      prompt: (text) => {
        if (!isTerminal) return
        lines.setPrompt(text)
        lines.prompt()
      },
      write,
      size: () => (isTerminal ? [process.stdout.rows, process.stdout.columns] : undefined),
      onLeave: (leave) => {
        lines.on('SIGINT', () => {
          // Cancelling the entry also clears the current line.
          lines.write(null, { ctrl: true, name: 'e' })
          lines.write(null, { ctrl: true, name: 'u' })
          leave()
        })
      },
    })
  } finally {
    lines.close()
  }
}

/**
 * While completion is held back, Node inserts a burst of input at the end of the line instead of
 * the cursor. There is no completion here.
 */
function insertsAtCursor(lines: Interface): void {
  Object.defineProperty(lines, 'isCompletionEnabled', { get: () => true, set: () => {} })
}

const BYTES_MAX = 2 ** 20

/**
 * The text of a script on the disk, for `\l` of the console. Paths start at the working directory,
 * as in q. Only files that end in `.q` or `.k` are read, so that programs find no others.
 */
function hostScript(path: string): string | undefined {
  if (!/\.[qk]$/.test(path)) return undefined
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined || !info.isFile() || info.size > BYTES_MAX) return undefined
  return readFileSync(path, 'utf8')
}
