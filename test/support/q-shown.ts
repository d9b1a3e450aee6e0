import { createSession } from '../../src/sim/q/session.ts'

/** The console output of the last of some entries, or the name of the error. */
export function consoleResult(...entries: readonly string[]): string {
  const session = createSession()
  const outcomes = entries.map((entry) => session.evaluate(entry))
  const last = outcomes.at(-1)
  return last?.error === undefined ? (last?.output ?? '').trimEnd() : `'${last.error.name}`
}
