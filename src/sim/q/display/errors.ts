import type { QError } from '../errors.ts'

/**
 * A frame as the console shows it: its depth, the line of `source` at an offset, and a caret. The
 * label names a function; for functions of several lines it has its own line.
 */
export function stackFrameText(
  depth: number,
  label: string,
  source: string,
  offset: number,
): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1
  const end = source.indexOf('\n', offset)
  const line = source.slice(start, end === -1 ? undefined : end)
  const head = `  [${depth}]  ${label}`
  const isOnOwnLine = label !== '' && source.includes('\n')
  const indent = ' '.repeat((isOnOwnLine ? 0 : head.length) + offset - start)
  return `${head}${isOnOwnLine ? '\n' : ''}${line}\n${indent}^\n`
}

const TOKEN = /^(?:"(?:[^"\\]|\\[\s\S])*"?|`[\w.:/]*|[A-Za-z.][\w.]*|\d[\w.:]*|\S)/

/** The word that begins at an offset. */
export const tokenAt = (source: string, offset: number): string | undefined =>
  TOKEN.exec(source.slice(offset))?.[0]

/** An error as the console shows it: its name, its frame, and a caret. */
export function caretLines(error: QError, source: string): string {
  const head = `'${error.message}\n`
  if (error.frame !== undefined) return head + error.frame
  if (error.position === undefined || source === '') return head
  return head + stackFrameText(0, '', source, error.position)
}
