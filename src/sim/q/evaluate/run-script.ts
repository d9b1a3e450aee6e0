import { cutLine } from '../display/console.ts'
import { oneLine } from '../display/one-line.ts'
import { scriptChunks } from '../lexer/chunks.ts'
import { NIL } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { runCommand } from './commands.ts'
import { compile } from './compile.ts'
import type { Interpreter } from './interpreter.ts'

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
