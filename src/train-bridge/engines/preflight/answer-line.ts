import { spawn } from 'node:child_process'
import { RunConfigError } from '../run-config-error.ts'

/** Maximum output, in characters. A real answer has a few kilobytes. */
const ANSWER_MAX = 16 * 1024 * 1024
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
    const answer = new MarkedLine(mark)
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
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const line = answer.read(text)
      if (line !== undefined) settle(() => resolve(line))
      else if (answer.isTooLong) refuse('gave an answer without an end', 'Run it by hand.')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = lastLine(complaint + text)
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message
      refuse(`does not run: ${reason}`, OTHER_PYTHON)
    })
    child.once('close', (code, signal) => {
      const answerLine = answer.read('\n')
      if (answerLine !== undefined) settle(() => resolve(answerLine))
      else if (signal !== null) refuse(`was ended by ${signal}${withOutput(complaint)}`, KILLED)
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

/** Finds one line in a stream of text, without storing the lines before it. */
class MarkedLine {
  #line = ''
  readonly #mark: string

  constructor(mark: string) {
    this.#mark = mark
  }

  get isTooLong(): boolean {
    return this.#line.length > ANSWER_MAX
  }

  /** Returns the text after the mark once its line is complete. */
  read(text: string): string | undefined {
    const buffered = this.#line + text
    const begin = buffered.indexOf(this.#mark)
    if (begin < 0) {
      // The mark may begin at the end of this chunk.
      this.#line = buffered.slice(-this.#mark.length)
      return undefined
    }
    this.#line = buffered.slice(begin)
    const end = this.#line.indexOf('\n')
    return end < 0 ? undefined : this.#line.slice(this.#mark.length, end)
  }
}
