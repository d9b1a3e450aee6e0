import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pythonVariables } from '../engines/python-package.ts'

/** What stages use besides their settings. */
export interface PipelineTools {
  /** Base of the runs' relative paths. */
  readonly folder: string
  readonly runsFolder: string
  /** The command of this program, for calls of its other commands. */
  readonly program: readonly string[]
  /** The version of this program. */
  readonly version: string
  /** Ignores all earlier work. */
  readonly anew: boolean
  readonly preflight: boolean
  readonly write: (text: string) => void
  readonly signal: AbortSignal
  readonly nowMs: () => number
}

/** How a program ended, and its standard output. */
interface ProgramEnd {
  /** 128 and the number of the signal, if a signal ended it, as shells report it. */
  readonly code: number
  readonly out: string
}

/**
 * Runs a program to its end, or asks it to stop when the signal aborts. Standard error is passed
 * on, and so is standard output unless it is collected.
 */
export function runProgram(
  words: readonly string[],
  { write, signal }: Pick<PipelineTools, 'write' | 'signal'>,
  keepsOutput = false,
): Promise<ProgramEnd> {
  const [program = '', ...others] = words
  return new Promise((resolve) => {
    const child = spawn(program, others, {
      env: pythonVariables(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = (): void => void child.kill('SIGTERM')
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (keepsOutput) out += text
      else write(text)
    })
    child.stderr.setEncoding('utf8').on('data', write)
    child.once('error', (error) => {
      write(`${program}: ${error.message}\n`)
      resolve({ code: 127, out })
    })
    child.once('close', (code, signalName) => {
      signal.removeEventListener('abort', stop)
      const signalCode = 128 + (signalName === null ? 0 : constants.signals[signalName])
      resolve({ code: code ?? signalCode, out })
    })
  })
}
