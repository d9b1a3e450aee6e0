import { isUnfinished, type Session } from '../../sim/q/index.ts'

/** Input and output of a console. */
export interface Terminal {
  /** Lines as typed, without line breaks. */
  readonly lines: AsyncIterable<string>
  /** Asks for a line, if a person is at the terminal. */
  prompt(text: string): void
  write(text: string): void
  /** Rows and columns of the screen, if there is one. */
  size(): readonly [rows: number, columns: number] | undefined
  /** Calls back whenever the user cancels the line or the entry. */
  onLeave(leave: () => void): void
}

const TIMED = /^\\ts?(?::(\d+))?\s+(?!\d+$)(\S[\s\S]*)$/

/**
 * Runs a console over a session. An entry that is open at the end of a line continues on the next
 * one. An empty line ends it, and cancelling drops it. Returns the exit code when the program exits
 * or the lines end.
 */
export async function runConsole(session: Session, terminal: Terminal): Promise<number> {
  let entry = ''
  const ask = (): void => terminal.prompt(entry === '' ? promptText(session) : '  ')
  terminal.onLeave(() => {
    entry = ''
    terminal.write('\n')
    ask()
  })
  ask()
  for await (const line of terminal.lines) {
    entry = entry === '' ? line : `${entry}\n ${line}`
    if (line.trim() !== '' && isUnfinished(entry)) {
      ask()
      continue
    }
    const exit = evaluate(session, entry, terminal)
    if (exit !== undefined) return exit
    entry = ''
    ask()
  }
  return entry === '' ? 0 : (evaluate(session, entry, terminal) ?? 0)
}

/** `q)`, or `q.name)` within a namespace. */
const promptText = ({ interpreter }: Session): string => `q${interpreter.environment.context})`

function evaluate(session: Session, entry: string, terminal: Terminal): number | undefined {
  if (entry.trim() === '') return undefined
  fitScreen(session, terminal)
  const start = performance.now()
  const { output, error, exit } = session.evaluate(entry)
  const tookMs = performance.now() - start
  if (error !== undefined) terminal.write(output + error.text)
  else terminal.write(TIMED.test(entry) ? withTime(output, tookMs) : output)
  return exit
}

/** Sets the console size to the screen size, unless the program has set one. */
function fitScreen({ interpreter }: Session, terminal: Terminal): void {
  const size = terminal.size()
  if (size === undefined || interpreter.console.isSet === true) return
  const [rows, columns] = size
  interpreter.console.rows = clampSize(rows)
  interpreter.console.columns = clampSize(columns)
}

/** The sizes that `\c` allows. */
const clampSize = (size: number): number => Math.min(2000, Math.max(10, size))

/** The session has no clock. Its last line contains a time of zero, which becomes the real one. */
function withTime(output: string, tookMs: number): string {
  return output.replace(/0( \d+)?\n$/, (_, space = '') => `${Math.round(tookMs)}${space}\n`)
}
