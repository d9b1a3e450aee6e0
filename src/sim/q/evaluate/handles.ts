import { signal } from '../errors.ts'
import { appendThrough } from '../files/verbs.ts'
import { textOf } from '../values/access.ts'
import { LONG, SHORT } from '../values/types.ts'
import type { Atom, Value } from '../values/value.ts'
import { typeOf } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'
import { valueIn } from './value-of.ts'

const FUNCTIONS = 100

/**
 * Applies a number as a handle: 1 and 2 print text, -1 and -2 also print a line end, 0 evaluates
 * it, and an open file's handle appends to the file.
 *
 * @throws QError `type` for other atoms and for closed handles
 */
export function applyHandle(q: Interpreter, handle: Atom, args: readonly Value[]): Value {
  const [argument] = args
  if (!isHandle(handle) || argument === undefined) return signal('type')
  switch (handle.value) {
    case 0:
      return askSelf(q, argument)
    case 1:
    case 2:
      q.print(textOf(argument))
      return handle
    case -1:
    case -2:
      printLines(q, argument)
      return handle
    default: {
      const path = q.files.openedPath(Math.abs(Number(handle.value)))
      if (path !== undefined) {
        appendThrough(q, Number(handle.value), path, argument)
        return handle
      }
      if (typeOf(argument) >= FUNCTIONS || !Number.isInteger(Number(handle.value))) {
        return signal('type')
      }
      return signal(
        `Cannot write to handle ${Math.abs(Number(handle.value))}. OS reports: Bad file descriptor`,
      )
    }
  }
}

const isHandle = ({ type }: Atom): boolean => type >= SHORT && type <= LONG

/** Handles a message to handle 0: text, or a function with its arguments. `.z.ps` gets it first. */
function askSelf(q: Interpreter, message: Value): Value {
  const handler = q.find('.z.ps')
  return handler === undefined ? valueIn(message, q) : q.apply(handler, [message])
}

function printLines(q: Interpreter, argument: Value): void {
  if (argument.kind !== 'list') q.print(`${textOf(argument)}\n`)
  else for (const line of argument.items) q.print(`${textOf(line)}\n`)
}
