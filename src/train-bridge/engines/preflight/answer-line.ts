import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { RunConfigError } from '../run-config-error.ts'

const LAST_LINE_MAX = 300

/** A program that answers with one line, which begins with a mark. */
interface Question {
  readonly program: string
  readonly words: readonly string[]
  readonly mark: string
  readonly limitMs: number
}

/**
 * Runs `launch.python` until it prints its answer, and returns the text after the mark. Any other
 * output of the program and its packages is ignored.
 *
 * @throws RunConfigError that states how the program ended if it has not answered
 */
export function runProbe({ program, words, mark, limitMs }: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    let complaint = ''
    const settle = (finish: () => void): void => {
      clearTimeout(limit)
      child.kill('SIGKILL')
      // A child process may still hold the pipes.
      child.stdout.destroy()
      child.stderr.destroy()
      finish()
    }
    const refuse = (problem: string, remedy: string): void =>
      settle(() => reject(new RunConfigError(`launch.python ${program} ${problem}`, remedy)))
    const limit = setTimeout(() => {
      refuse(
        `runs, but did not answer within ${limitMs / 1_000} s${withOutput(complaint)}`,
        'Run it by hand, and look at its network and disks.',
      )
    }, limitMs)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const begin = line.indexOf(mark)
      if (begin >= 0) settle(() => resolve(line.slice(begin + mark.length)))
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = lastLine(complaint + text)
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message
      refuse(`does not run: ${reason}`, OTHER_PYTHON)
    })
    child.once('close', (code, signal) => {
      if (signal !== null) refuse(`was ended by ${signal}${withOutput(complaint)}`, KILLED)
      else {
        // A shell reports a program that was ended by a signal with such a code.
        const remedy = (code ?? 0) > 128 ? KILLED : OTHER_PYTHON
        refuse(`ended with code ${code} and no answer${withOutput(complaint)}`, remedy)
      }
    })
  })
}

const OTHER_PYTHON = 'Set launch.python to the Python of the environment that has the trainer.'
const KILLED =
  'Something else has ended it: look at the memory of the machine and at the limits of processes.'

const withOutput = (complaint: string): string =>
  complaint.trim() === '' ? '' : `: ${complaint.trim().slice(0, LAST_LINE_MAX)}`

/** The last non-empty line, shortened at its end. */
const lastLine = (text: string): string => {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return `${line.slice(0, LAST_LINE_MAX)}${text.endsWith('\n') ? '\n' : ''}`
}
