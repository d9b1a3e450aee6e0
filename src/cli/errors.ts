import { CommanderError } from 'commander'
import { EnvironmentError } from './outside/environment-error.ts'
import { terminalText } from './terminal-text.ts'

/** Exit codes of every command. */
export const EXIT = {
  /** Success. */
  fine: 0,
  /** The command ran and found something, such as a defect, a difference or a failed rollout. */
  found: 1,
  /** Wrong usage, or the command could not run. */
  unable: 2,
} as const

/** A command cannot do what was asked. The message names the value; the remedy says what to do. */
export class CommandError extends Error {
  /** What to do about it, as a sentence. */
  readonly remedy: string

  constructor(message: string, remedy = '') {
    super(message)
    this.name = 'CommandError'
    this.remedy = remedy
  }
}

/** Errors whose messages are written for people. All other errors are defects of the program. */
const DESCRIBED_ERRORS = new Set([
  'PythonWorldError',
  'WorldFailure',
  'WorldUnavailable',
  'WorldChanged',
  'CommandError',
  'StoreError',
  'ConfigError',
  'DataSetError',
  'CheckpointError',
])

/**
 * Prints on standard error why a command failed, and returns its exit code. Commands throw; only
 * this function prints errors.
 */
export function reportFailure(
  error: unknown,
  write: (text: string) => unknown = writeError,
): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.unable
  write(`error: ${terminalText(failureText(error))}\n`)
  return EXIT.unable
}

const writeError = (text: string): void => {
  process.stderr.write(text)
}

/** Remedies in terms of the command line, for faults whose hints describe the protocol. */
const HINTS: Readonly<Record<string, string>> = {
  'request/invalid': 'Correct that value; --help shows what each option takes.',
  'task/unknown': 'Give --split, --index or --task of a task that exists.',
  'settings/invalid':
    'Correct --settings; docs/ has a page for each environment with its settings.',
  'episode/not_found': 'Check the id; "backchannel episodes list" lists the episodes of a store.',
}

/** Errors of the training bridge that carry a remedy. */
const REMEDIED = new Set(['RunConfigError', 'RayError', 'ChatServerError'])

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `internal error: ${String(error)}`
  const { message, name } = error
  if (name === 'BackchannelError' || name === 'Fault') {
    const { code, hint } = error as Error & { code: string; hint: string }
    return withRemedy(`${message} (${code})`, HINTS[code] ?? hint)
  }
  if (error instanceof CommandError) return withRemedy(message, error.remedy)
  if (error instanceof EnvironmentError) {
    return withRemedy(`${message} (${error.code})`, error.remedy)
  }
  if (REMEDIED.has(name)) {
    return withRemedy(message, (error as Error & { remedy: string }).remedy)
  }
  if (DESCRIBED_ERRORS.has(name)) return message
  const { code, path } = error as NodeJS.ErrnoException
  if (code !== undefined && path !== undefined) return `${path}: ${FILE_TROUBLE[code] ?? message}`
  // Errors of a write name no file.
  if (code !== undefined && FILE_TROUBLE[code] !== undefined) return FILE_TROUBLE[code]
  return `internal error: ${message}`
}

const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  EACCES: 'this user may not open it; change its permissions, or the path',
  EISDIR: 'this is a folder; give the path of a file',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file with this name is in the way; choose another path',
  ENOSPC: 'no space is left on the device; free some, or choose another path',
  EROFS: 'it cannot be written; choose another path',
}

const withRemedy = (message: string, remedy: string): string =>
  remedy === '' ? message : `${message}\n${remedy}`
