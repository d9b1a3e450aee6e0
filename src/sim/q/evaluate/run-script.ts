import { cutLine } from '../display/console.ts'
import { oneLine } from '../display/one-line.ts'
import { shorten } from '../display/shortened.ts'
import { QError } from '../errors.ts'
import { scriptChunks } from '../lexer/chunks.ts'
import { NIL } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { runCommand } from './commands.ts'
import { compile } from './compile.ts'
import type { Interpreter } from './interpreter.ts'

/** Runs a script: expressions other than assignments print their one-line form. */
export function runChunks(q: Interpreter, source: string): Value {
  let value: Value = NIL
  for (const { code, line } of scriptChunks(source)) {
    try {
      value = runChunk(q, code) ?? value
    } catch (error) {
      // If a script loads another one, errors report the line of the outer one.
      if (error instanceof QError) error.line = line
      throw error
    }
  }
  return value
}

function runChunk(q: Interpreter, code: string): Value | undefined {
  if (runCommand(q, code) !== undefined) return undefined
  const program = compile(q, code)
  const value = program.run()
  if (!program.isSilent && value !== NIL) {
    const { precision, columns } = q.console
    q.print(`${cutLine(oneLine(shorten(value, columns), precision), columns)}\n`)
  }
  return value
}
