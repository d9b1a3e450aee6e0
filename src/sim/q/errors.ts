/** An error of the q language: its name is what q prints after the quote, such as `type`. */
export class QError extends Error {
  /** Where in the source it arose: a byte offset, when known. */
  position: number | undefined
  /** The frame it arose in as the console shows it: the function or the entry, and a caret. */
  place: string | undefined
  /** The word of the source at which it arose. */
  token: string | undefined
  /** The line of the script, from 1, on which the expression begins that led to it. */
  line: number | undefined

  constructor(name: string, position?: number) {
    super(name)
    this.name = 'QError'
    this.position = position
  }
}

/** An error that no trap of the program can catch: fuel or time is used up. */
export class QLimit extends QError {}

/** Not an error: the program asked to end, as `exit 0` does. No trap catches it. */
export class QExit extends QLimit {
  readonly code: number

  constructor(code: number) {
    super('exit')
    this.code = code
  }
}

/** Throws a q error by its name. */
export function signal(name: string): never {
  throw new QError(name)
}

/** For what q has and this interpreter does not (files, processes, the network). */
function _notYet(): never {
  throw new QError('nyi')
}

/** What JavaScript says of too deep a recursion or too long an array, as q errors; others pass. */
export function asQError(error: unknown): QError {
  if (error instanceof QError) return error
  if (!(error instanceof RangeError)) throw error
  return new QError(error.message.includes('stack') ? 'stack' : 'wsfull')
}

/** A bug of this interpreter, told to the console as something that it cannot do yet. */
export class QBug extends QError {
  constructor(cause: unknown) {
    super('nyi')
    this.cause = cause
  }
}
