import type { QError } from '../errors.ts'

/** An error as the console tells it: its name, the line it arose on, and a caret. */
export function caretLines(error: QError, source: string): string {
  const head = `'${error.message}`
  if (error.position === undefined || source === '') return `${head}\n`
  const start = source.lastIndexOf('\n', error.position - 1) + 1
  const end = source.indexOf('\n', error.position)
  const line = source.slice(start, end === -1 ? undefined : end)
  return `${head}\n  [0]  ${line}\n${' '.repeat(7 + error.position - start)}^\n`
}
