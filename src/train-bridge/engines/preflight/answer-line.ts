import { spawn } from 'node:child_process'
import { RunConfigError } from '../run-config-error.ts'

/** An answer is a few kilobytes: much more is no answer. In characters. */
const ANSWER_MAX = 16 * 1024 * 1024
const LAST_LINE_MAX = 300

/** A program that answers by one line, which begins with a mark. */
interface Question {
  readonly program: string
  readonly words: readonly string[]
  readonly mark: string
  readonly limitMs: number
}

/**
 * Runs `launch.python` until it has printed its answer, and returns what follows the mark. Whatever
 * else the program and its packages print is passed over, however long it is.
 *
 * @throws RunConfigError that says how the program ended if it has not answered
 */
export function answerOf({ program, words, mark, limitMs }: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const answer = new MarkedLine(mark)
    let complaint = ''
    const over = (finish: () => void): void => {
      clearTimeout(limit)
      child.kill('SIGKILL')
      // A process that it has started may still hold the pipes.
      child.stdout.destroy()
      child.stderr.destroy()
      finish()
    }
    const refuse = (what: string, remedy: string): void =>
      over(() => reject(new RunConfigError(`launch.python ${program} ${what}`, remedy)))
    const limit = setTimeout(() => {
      refuse(
        `runs, but did not answer within ${limitMs / 1_000} s${behind(complaint)}`,
        'Run it by hand, and look at its network and disks.',
      )
    }, limitMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = answer.read(text)
      if (found !== undefined) over(() => resolve(found))
      else if (answer.isTooLong) refuse('gave an answer without an end', 'Run it by hand.')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = lastLine(complaint + text)
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such program' : error.message
      refuse(`does not run: ${why}`, OTHER_PYTHON)
    })
    child.once('close', (code, signal) => {
      const rest = answer.read('\n')
      if (rest !== undefined) over(() => resolve(rest))
      else if (signal !== null) refuse(`was ended by ${signal}${behind(complaint)}`, KILLED)
      else {
        // A shell that runs the real program says by such a code that a signal has ended it.
        const remedy = (code ?? 0) > 128 ? KILLED : OTHER_PYTHON
        refuse(`ended with code ${code} and no answer${behind(complaint)}`, remedy)
      }
    })
  })
}

const OTHER_PYTHON = 'Set launch.python to the Python of the environment that has the trainer.'
const KILLED =
  'Something else has ended it: look at the memory of the machine and at the limits of processes.'

const behind = (complaint: string): string =>
  complaint.trim() === '' ? '' : `: ${complaint.trim().slice(0, LAST_LINE_MAX)}`

/** The last line that says something, of which the beginning is kept. */
const lastLine = (text: string): string => {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return `${line.slice(0, LAST_LINE_MAX)}${text.endsWith('\n') ? '\n' : ''}`
}

/** Finds one line in a stream of text, and keeps nothing of the lines before it. */
class MarkedLine {
  #line = ''
  readonly #mark: string

  constructor(mark: string) {
    this.#mark = mark
  }

  get isTooLong(): boolean {
    return this.#line.length > ANSWER_MAX
  }

  /** What follows the mark, when its line is whole. */
  read(text: string): string | undefined {
    const known = this.#line + text
    const begin = known.indexOf(this.#mark)
    if (begin < 0) {
      // The mark may have begun.
      this.#line = known.slice(-this.#mark.length)
      return undefined
    }
    this.#line = known.slice(begin)
    const end = this.#line.indexOf('\n')
    return end < 0 ? undefined : this.#line.slice(this.#mark.length, end)
  }
}
