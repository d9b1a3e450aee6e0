import { cutLine } from './display/console.ts'
import { oneLine } from './display/one-line.ts'
import { runCommand } from './evaluate/commands.ts'
import { compile } from './evaluate/compile.ts'
import type { Interpreter } from './evaluate/interpreter.ts'
import { NIL } from './values/build.ts'
import type { Value } from './values/value.ts'

/** One expression of a script and the line it begins on, from 1. */
export interface Chunk {
  readonly code: string
  readonly line: number
}

/**
 * Cuts a script into its expressions as q reads files: a line that begins with a blank goes on with
 * the one before, `/` and `\` alone on lines enclose a comment, `\` alone ends the script. A
 * closing brace in the first column goes on too, since programs are often written so.
 */
export function scriptChunks(script: string): Chunk[] {
  const chunks: { code: string; line: number }[] = []
  let inComment = false
  for (const [index, raw] of script.split(/\r?\n/).entries()) {
    const line = raw.trimEnd()
    if (inComment) {
      if (line === '\\') inComment = false
      continue
    }
    if (line === '/') inComment = true
    else if (line === '\\') break
    else if (line !== '' && !line.startsWith('/')) add(chunks, line, index + 1)
  }
  return chunks
}

function add(chunks: { code: string; line: number }[], line: string, number: number): void {
  const last = chunks.at(-1)
  if (/^[ \t})\]]/.test(line) && last !== undefined) last.code += `\n${line}`
  else chunks.push({ code: line.trimStart(), line: number })
}

/** Runs a script: expressions that are no assignments print their one-line form. */
export function runChunks(q: Interpreter, source: string): Value {
  let value: Value = NIL
  for (const { code } of scriptChunks(source)) {
    const command = runCommand(q, code)
    if (command !== undefined) continue
    const program = compile(q, code)
    value = program.run()
    if (program.isSilent || value === NIL) continue
    q.print(`${cutLine(oneLine(value, q.console.precision), q.console.columns)}\n`)
  }
  return value
}
